import { withPostgres } from '@portal/tools/scratch.ts';

/** Runs `work` with the server of TEST_DATABASE_URL, else with an embedded PostgreSQL with fsync. */
export function onPostgres(work: (url: string) => Promise<void>): Promise<void> {
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined && given !== '') return work(given);
  return withPostgres(({ superuserConnectionString }) => work(superuserConnectionString), {
    max_connections: '300',
  });
}
