import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { verifyLog } from '@portal/projections';
import { withDatabase, withPostgres } from '@portal/tools/scratch.ts';
import { figure, median, spread } from '@portal/tools/statistics.ts';
import { atLeast, atMost, type Bench } from '../bench.ts';
import { makeCustomers } from '../customers.ts';
import {
  DEALERS,
  KINDS,
  newSide,
  type Rounds,
  rateRatio,
  SITES_EACH,
  takeTurns,
  turnsTable,
} from '../dealerCalls.ts';
import { closeConnections } from '../httpCaller.ts';
import { openLog } from '../openLog.ts';
import { type PortalProcess, startPortalProcess } from '../portalProcess.ts';
import { TICKS, ticksOf } from '../processTime.ts';
import { proveLog } from '../proof.ts';

/** Calls a second as a part of the portal's on PostgreSQL; a core's share without requests; events verified a second. */
const GOALS = { rate: 0.8, idlePercent: 0.5, verified: 20_000 };
const KEY = randomBytes(32);

/** A portal with its log in EventStoreDB and one with its log in PostgreSQL, in turns. Needs an EventStoreDB of its own. */
export const eventStoreDb: Bench = {
  name: 'eventstoredb',
  title: 'The portal with its log in EventStoreDB',
  onlyWhenNamed: true,
  run: (options) => {
    const eventStoreUrl = process.env.EVENTSTORE_TEST_URL;
    if (!eventStoreUrl) throw new Error('EVENTSTORE_TEST_URL names an EventStoreDB with an empty log.');
    return withPostgres(({ connectionString, superuserConnectionString }, folder) =>
      withDatabase(superuserConnectionString, 'eventstoredb', async (databaseUrl) => {
        const { quick, say } = options;
        await proveEmpty(databaseUrl, eventStoreUrl);
        const environment = { KEY_ENCRYPTION_KEY: KEY.toString('base64') };
        const portal = await startPortalProcess(databaseUrl, folder, {
          ...environment,
          EVENTSTORE_URL: eventStoreUrl,
        });
        const other = await startPortalProcess(connectionString, folder, environment);
        try {
          const sideOf = async ({ url }: PortalProcess) => {
            say(`registering ${DEALERS} dealers with ${SITES_EACH} sites each`);
            const customers = await makeCustomers(url, DEALERS, SITES_EACH);
            return newSide(
              customers.map(({ caller }) => caller),
              customers.map(({ sites }) => sites),
            );
          };
          const [ours, theirs] = [await sideOf(portal), await sideOf(other)];
          const rounds = await takeTurns([ours, theirs], options);
          await other.stop();
          const idle = await idlePercents(portal.pid, quick ? 1 : 30, quick ? 1 : 3);
          await portal.stop();
          say('proving the log and the read models');
          const { events, note } = await proveLog(databaseUrl, KEY, {
            acknowledged: ours.acknowledged,
            eventStoreUrl,
          });
          const verified = await verifiedPerSecond(databaseUrl, eventStoreUrl, events, quick ? 1 : 5);
          return {
            tables: [
              turnsTable(rounds, ['EventStoreDB', 'PostgreSQL']),
              {
                columns: ['portal without requests, % of a core', 'verify, events/s'],
                rows: [[spread(idle), spread(verified)]],
              },
            ],
            goals: [
              ...ratesOf(rounds),
              atMost('portal without requests', GOALS.idlePercent, median(idle), ' % of a core'),
              atLeast('verify', GOALS.verified, median(verified), ' events/s'),
            ],
            notes: [
              `${DEALERS} dealers with ${SITES_EACH} sites each at either portal, a process each on one PostgreSQL. EventStoreDB is one node on the same machine.`,
              note,
            ],
          };
        } finally {
          closeConnections();
          await portal.stop();
          await other.stop();
        }
      }),
    );
  },
};

/** @throws Error if the server has events of another portal, which would be projected too */
async function proveEmpty(databaseUrl: string, eventStoreUrl: string): Promise<void> {
  const log = await openLog(databaseUrl, KEY, eventStoreUrl);
  const head = await log.store.head();
  await log.close();
  if (head !== null) throw new Error('The EventStoreDB of EVENTSTORE_TEST_URL is not empty.');
}

async function idlePercents(pid: number, seconds: number, rounds: number): Promise<readonly number[]> {
  await sleep(seconds * 1_000);
  const percents: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = await ticksOf(pid);
    await sleep(seconds * 1_000);
    percents.push((((await ticksOf(pid)) - before) / TICKS / seconds) * 100);
  }
  return percents;
}

async function verifiedPerSecond(
  databaseUrl: string,
  eventStoreUrl: string,
  events: number,
  rounds: number,
): Promise<readonly number[]> {
  const { store, pool, close } = await openLog(databaseUrl, KEY, eventStoreUrl);
  const rates: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    const { ok, verified } = await verifyLog(store, pool);
    if (!ok || verified !== events) throw new Error('The log was not found whole.');
    rates.push((events / (performance.now() - began)) * 1_000);
  }
  await close();
  return rates;
}

const ratesOf = (rounds: Rounds) =>
  (['notes', 'status'] as const).flatMap((kind) =>
    [8, 32].map((callers) => {
      const ratio = rateRatio(rounds, kind, callers);
      const what = `${KINDS[kind]}, ${callers} callers`;
      const goal = `>= ${GOALS.rate} x PostgreSQL`;
      return { what, goal, measured: `${figure(ratio)} x`, met: ratio >= GOALS.rate };
    }),
  );
