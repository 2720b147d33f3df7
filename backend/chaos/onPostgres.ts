import { withPostgres } from '@portal/bench/scratch.ts';

/** PostgreSQL as the portal runs it, fsync and all, for the whole run; TEST_DATABASE_URL where that is set. */
export function onPostgres(work: (url: string) => Promise<void>): Promise<void> {
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined && given !== '') return work(given);
  return withPostgres(({ superuserConnectionString }) => work(superuserConnectionString), {
    max_connections: '300',
  });
}
