import { createPostgresEventStore, type Position } from '@portal/event-store';
import { withDatabase, withPostgres } from '@portal/tools/scratch.ts';
import { figure, median, spread } from '@portal/tools/statistics.ts';
import { atLeast, type Bench } from '../bench.ts';
import { type Appended, type ContenderProcess, startContender } from '../contenderProcess.ts';
import { checkLog } from '../eventStore/checkLog.ts';

const PORTALS = 4;
/** Callers in each portal. */
const CALLERS = [8, 32];
const GOAL_AT = 32;
const LEAST_RATIO = 1.5;
const SESSIONS = { max_connections: '400' };

/** Several portals append to one log at the same time; each is a process of its own. */
export const sideBySide: Bench = {
  name: 'side-by-side',
  title: `${PORTALS} portals appending side by side`,
  run: ({ quick, say }) =>
    withPostgres(async ({ superuserConnectionString }) => {
      const rounds = quick ? 1 : 5;
      const seconds = quick ? 0.4 : 1;
      return withDatabase(superuserConnectionString, 'unsafe', (unsafeUrl) =>
        withDatabase(superuserConnectionString, 'ours', async (oursUrl) => {
          const unsafe = await startPortals('contenders/unsafe.ts', unsafeUrl);
          const ours = await startPortals('contenders/ours.ts', oursUrl);
          const store = createPostgresEventStore({ connectionString: oursUrl, role: null });
          const runs = new Map(CALLERS.map((callers) => [callers, [] as (readonly [Together, Together])[]]));
          const acknowledged = new Map<string, Position>();
          for (let round = 0; round <= rounds; round += 1) {
            say(`round ${round} of ${rounds}`);
            for (const [callers, pairs] of runs) {
              const measureOurs = async () => {
                const together = await appendTogether(ours, callers, seconds);
                for (const [id, place] of together.places) acknowledged.set(id, place ?? '');
                return together;
              };
              const first = round % 2 === 0 ? await appendTogether(unsafe, callers, seconds) : null;
              const one = await measureOurs();
              const other = first ?? (await appendTogether(unsafe, callers, seconds));
              // the order alternates; the first round warms up
              if (round > 0) pairs.push([one, other]);
            }
          }
          say('proving the log');
          await checkLog(store, null, acknowledged);
          await store.close();
          for (const portal of [...ours, ...unsafe]) portal.end();

          const lines = [...runs].map(([callers, pairs]) => ({
            callers,
            ratio: median(pairs.map(([one, other]) => one.perSecond / other.perSecond)),
            row: [
              `${PORTALS} x ${callers}`,
              spread(pairs.map(([, other]) => other.perSecond)),
              spread(pairs.map(([one]) => one.perSecond)),
              spread(pairs.map(([one, other]) => one.perSecond / other.perSecond)),
              figure(median(pairs.map(([one]) => one.p99))),
            ],
          }));
          return {
            tables: [
              {
                columns: ['callers', 'unsafe appends/s', 'appends/s', 'ratio', 'p99 ms'],
                rows: lines.map(({ row }) => row),
              },
            ],
            goals: lines
              .filter(({ callers }) => callers === GOAL_AT)
              .map(({ callers, ratio }) =>
                atLeast(
                  `${PORTALS} portals, ${callers} callers in each`,
                  LEAST_RATIO,
                  ratio,
                  ' x',
                  ' unsafe',
                ),
              ),
            notes: [
              'Unsafe is the append that checks the version and leaves the order to a sequence: who reads on by position then misses what commits late. Each portal is a process with sessions of its own; rounds take turns.',
              `Proved afterwards over ${figure(acknowledged.size)} events from ${PORTALS} processes: dense positions, each acknowledged event once, at the position it was acknowledged with.`,
            ],
          };
        }),
      );
    }, SESSIONS),
};

interface Together {
  readonly perSecond: number;
  readonly p99: number;
  readonly places: Appended['places'];
}

async function startPortals(file: string, databaseUrl: string): Promise<readonly ContenderProcess[]> {
  const first = await startContender(file, databaseUrl, true);
  const others = Array.from({ length: PORTALS - 1 }, () => startContender(file, databaseUrl, false));
  return [first, ...(await Promise.all(others))];
}

/** All at the same time. */
async function appendTogether(
  portals: readonly ContenderProcess[],
  callers: number,
  seconds: number,
): Promise<Together> {
  const runs = await Promise.all(portals.map((portal) => portal.append(callers, seconds, true)));
  return {
    perSecond: runs.reduce((sum, { perSecond }) => sum + perSecond, 0),
    p99: Math.max(...runs.map(({ p99 }) => p99)),
    places: runs.flatMap(({ places }) => places),
  };
}
