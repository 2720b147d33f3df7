import { randomBytes } from 'node:crypto';
import { withDatabase, withPostgres } from '@portal/tools/scratch.ts';
import { figure, median, spread } from '@portal/tools/statistics.ts';
import type { Pool } from 'pg';
import { atLeast, type Bench, type BenchOptions, sized } from '../bench.ts';
import { type OpenLog, openLog } from '../openLog.ts';
import { countsView, differingRows, foldedBySql, readerCounts, sqlTable } from '../readerCounts.ts';
import { type SiteLog, writeSites } from '../siteLog.ts';

const EVENTS = 100_000;
const EVENTS_EACH = 10;
const PAGE = 5_000;
const ARRANGEMENTS = ['spread', 'clustered'] as const;
type Arrangement = SiteLog['arrangement'];
/** Least ratio to one INSERT … SELECT … GROUP BY, and for `paged` to paged SQL with a checkpoint. */
const GOALS: Readonly<Record<Arrangement, { live: number; offline: number; paged: number }>> = {
  spread: { live: 0.25, offline: 0.65, paged: 0.8 },
  clustered: { live: 0.45, offline: 0.5, paged: 0.8 },
};

/** Events a second, round by round. */
type Rounds = Record<'sql' | 'paged' | 'live' | 'rebuild', number[]>;

/** A read model that catches up, and its rebuild, against SQL for the same table. */
export const readModels: Bench = {
  name: 'read-models',
  title: 'Read models that catch up and are rebuilt',
  run: (options) =>
    withPostgres(async ({ superuserConnectionString: server }) => {
      const events = sized(options, EVENTS, 4_000);
      const measured: (readonly [Arrangement, Rounds])[] = [];
      for (const arrangement of ARRANGEMENTS) {
        const runs = await withDatabase(server, arrangement, (databaseUrl) =>
          measure(databaseUrl, arrangement, events, options),
        );
        measured.push([arrangement, runs]);
      }
      const over = (runs: Rounds, kind: 'live' | 'rebuild', to: 'sql' | 'paged') =>
        runs[kind].map((rate, round) => rate / (runs[to][round] ?? Number.NaN));
      const goal = (what: string, least: number, of: string, ratios: readonly number[]) =>
        atLeast(what, least, median(ratios), ' x', ` ${of}`);
      return {
        tables: [
          {
            columns: [
              'events a second',
              'one SQL statement',
              'paged SQL',
              'live, from the first event',
              'over SQL',
              'rebuild',
              'over SQL',
              'over paged SQL',
            ],
            rows: measured.map(([arrangement, runs]) => [
              arrangement,
              spread(runs.sql),
              spread(runs.paged),
              spread(runs.live),
              spread(over(runs, 'live', 'sql')),
              spread(runs.rebuild),
              spread(over(runs, 'rebuild', 'sql')),
              spread(over(runs, 'rebuild', 'paged')),
            ]),
          },
        ],
        goals: measured.flatMap(([arrangement, runs]) => {
          const { live, offline, paged } = GOALS[arrangement];
          return [
            goal(`live projection behind, ${arrangement}`, live, 'SQL', over(runs, 'live', 'sql')),
            goal(`rebuild, ${arrangement}`, paged, 'paged SQL', over(runs, 'rebuild', 'paged')),
            goal(`rebuild, ${arrangement}, offline`, offline, 'SQL', over(runs, 'rebuild', 'sql')),
          ];
        }),
        notes: [
          `${figure(events)} events of ${figure(events / EVENTS_EACH)} sites; spread: a site's events stand as far apart as they can, clustered: together. Live is a portal's projections started on a read model that has none of them, until it has all, each page in one transaction with its checkpoint; the start itself (tables, leases) counts. The rebuild fills new tables beside the live ones and switches; it writes in pages with a checkpoint, and there is no faster one for a portal that stands still. Paged SQL folds ${figure(PAGE)} events in a transaction with its checkpoint.`,
          'After every round the read model, the rebuilt one and what paged SQL made were equal, row by row, to what one SQL statement computes from the log.',
        ],
      };
    }),
};

async function measure(
  databaseUrl: string,
  arrangement: Arrangement,
  events: number,
  { quick, say }: BenchOptions,
): Promise<Rounds> {
  const log = await openLog(databaseUrl, randomBytes(32));
  say(`${arrangement}: writing and indexing ${figure(events)} events`);
  await writeSites(log, { sites: events / EVENTS_EACH, eventsEach: EVENTS_EACH, arrangement });
  await log.updateReadModels([]);

  const runs: Rounds = { sql: [], paged: [], live: [], rebuild: [] };
  const rounds = quick ? 1 : 3;
  for (let round = 0; round <= rounds; round += 1) {
    say(`${arrangement}: round ${round} of ${rounds}`);
    const taken = await oneRound(log, events, round + 1);
    // the first round warms up
    if (round === 0) continue;
    for (const kind of Object.keys(runs) as (keyof Rounds)[]) runs[kind].push(taken[kind]);
  }
  await log.close();
  return runs;
}

async function oneRound(
  log: OpenLog,
  events: number,
  version: number,
): Promise<Record<keyof Rounds, number>> {
  const { pool } = log;
  const rateSince = (start: number) => (events / (performance.now() - start)) * 1_000;
  const rate = async (work: () => Promise<unknown>) => {
    const start = performance.now();
    await work();
    return rateSince(start);
  };
  for (const table of ['by_sql', 'by_paged_sql']) {
    await pool.query(`DROP TABLE IF EXISTS ${table}`);
    await pool.query(sqlTable(table));
  }
  const bySql = () => pool.query(`INSERT INTO by_sql ${foldedBySql('true')}`);
  // in turns: SQL first in every other round
  const early = version % 2 === 0 ? await rate(bySql) : null;
  const projection = readerCounts(version);
  const began = performance.now();
  const projections = await log.follow([projection]);
  await projections.caughtUp();
  const live = rateSince(began);
  const sql = early ?? (await rate(bySql));
  await proveEqual(pool, countsView(version));
  const rebuild = await rate(() => projections.rebuild(projection.name));
  await proveEqual(pool, countsView(version));
  await projections.stop();
  const paged = await rate(() => foldInPages(pool, events));
  await proveEqual(pool, 'by_paged_sql');
  return { sql, live, rebuild, paged };
}

/** A rebuild in SQL that can resume: page by page, each with its checkpoint. */
async function foldInPages(pool: Pool, events: number): Promise<void> {
  await pool.query('DROP TABLE IF EXISTS sql_checkpoint');
  await pool.query('CREATE TABLE sql_checkpoint AS SELECT 0::bigint AS position');
  for (let from = 0; from < events; from += PAGE) {
    await pool.query({
      name: 'fold-page',
      text: `WITH checkpoint AS (UPDATE sql_checkpoint SET position = $2)
        INSERT INTO by_paged_sql AS t ${foldedBySql('position > $1 AND position <= $2')}
        ON CONFLICT (id) DO UPDATE SET readers = excluded.readers, changes = t.changes + excluded.changes`,
      values: [from, from + PAGE],
    });
  }
}

/** @throws Error unless a table holds what one SQL statement has computed */
async function proveEqual(pool: Pool, table: string): Promise<void> {
  const different = await differingRows(pool, table);
  if (different > 0) throw new Error(`${table}: ${different} rows differ from what SQL computes.`);
}
