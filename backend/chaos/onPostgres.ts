import { describeMachine, describePostgres } from '@portal/tools/machine.ts';
import { withPostgres } from '@portal/tools/scratch.ts';
import type { Circumstances } from './report.ts';

/** Runs `work` with the server of TEST_DATABASE_URL, else with an embedded PostgreSQL with fsync. */
export function onPostgres(work: (url: string, where: Circumstances) => Promise<void>): Promise<void> {
  const on = async (url: string) => {
    const { cores, node } = describeMachine();
    await work(url, { cores, node, postgres: await describePostgres(url), date: new Date() });
  };
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined && given !== '') return on(given);
  return withPostgres(({ superuserConnectionString }) => on(superuserConnectionString), {
    max_connections: '300',
  });
}
