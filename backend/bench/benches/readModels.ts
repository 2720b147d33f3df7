import { figure, median, spread } from '@portal/tools/statistics.ts';
import { atLeast, type Bench, inTurns, ratios, secondsOf, sized } from '../bench.ts';
import { onPostgres, type Place } from '../place.ts';
import { foldAtOnce, foldInPages, proveEqual, readerCounts } from '../readerCounts.ts';
import { writeSites } from '../writeLogs.ts';

const EVENTS = 100_000;
const EVENTS_EACH = 10;
const PAGE = 5_000;
const ARRANGEMENTS = ['spread', 'clustered'] as const;
type Arrangement = (typeof ARRANGEMENTS)[number];
/** Least ratio to one INSERT … SELECT … GROUP BY, and for `paged` to paged SQL with a checkpoint. */
const GOALS: Readonly<Record<Arrangement, { live: number; offline: number; paged: number }>> = {
  spread: { live: 0.25, offline: 0.65, paged: 0.8 },
  clustered: { live: 0.45, offline: 0.5, paged: 0.8 },
};

/** A read model that catches up, and its rebuild, against SQL for the same table. */
export const readModels: Bench = {
  name: 'read-models',
  title: 'Read models that catch up and are rebuilt',
  run: onPostgres(async (place, options) => {
    const events = sized(options, EVENTS, 4_000);
    const rows: string[][] = [];
    const goals = [];
    for (const arrangement of ARRANGEMENTS) {
      options.say(`${arrangement}: ${figure(events)} events`);
      const elsewhere = await place.another(arrangement);
      const rates = await measure(elsewhere, arrangement, events, options.quick ? 1 : 3);
      const { sql, paged, live, rebuild } = rates;
      const [liveOverSql, overSql, overPaged] = [
        ratios(live, sql),
        ratios(rebuild, sql),
        ratios(rebuild, paged),
      ] as const;
      rows.push([
        arrangement,
        ...[sql, paged, live, liveOverSql, rebuild, overSql, overPaged].map((figures) => spread(figures)),
      ]);
      const goal = (what: string, least: number, of: string, found: readonly number[]) =>
        atLeast(what, least, median(found), ' x', ` ${of}`);
      const least = GOALS[arrangement];
      goals.push(
        goal(`live projection behind, ${arrangement}`, least.live, 'SQL', liveOverSql),
        goal(`rebuild, ${arrangement}`, least.paged, 'paged SQL', overPaged),
        goal(`rebuild, ${arrangement}, offline`, least.offline, 'SQL', overSql),
      );
    }
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
          rows,
        },
      ],
      goals,
      notes: [
        `${figure(events)} events of ${figure(events / EVENTS_EACH)} sites; spread: a site's events stand as far apart as they can, clustered: together. Live is a portal's projections started on a read model that has none of them, until it has all, each page in one transaction with its checkpoint; the start itself (tables, leases) counts. The rebuild fills new tables beside the live ones and switches; it writes in pages with a checkpoint, and there is no faster one for a portal that stands still. Paged SQL folds ${figure(PAGE)} events in a transaction with its checkpoint.`,
        'After every round the read model, the rebuilt one and what paged SQL made were equal, row by row, to what one SQL statement computes from the log.',
      ],
    };
  }),
};

/** Events a second, round by round. */
async function measure(place: Place, arrangement: Arrangement, events: number, rounds: number) {
  const log = await place.openLog();
  await writeSites(log, events / EVENTS_EACH, EVENTS_EACH, arrangement);
  await log.updateReadModels([]);
  let version = 0;
  /** A new read model that catches up, and is rebuilt if told so. @returns seconds of either */
  const followed = async (isRebuilt: boolean) => {
    version += 1;
    const projection = readerCounts(version);
    const began = performance.now();
    const projections = await log.follow([projection]);
    await projections.caughtUp();
    let seconds = (performance.now() - began) / 1_000;
    if (isRebuilt) seconds = await secondsOf(() => projections.rebuild(projection.name));
    await proveEqual(log.pool, `bench_reader_counts_v${version}`);
    await projections.stop();
    return events / seconds;
  };
  const rates = await inTurns(rounds, {
    sql: async () => events / (await secondsOf(() => foldAtOnce(log.pool))),
    paged: async () => {
      const seconds = await secondsOf(() => foldInPages(log.pool, events, PAGE));
      await proveEqual(log.pool, 'by_paged_sql');
      return events / seconds;
    },
    live: () => followed(false),
    rebuild: () => followed(true),
  });
  await log.close();
  return rates;
}
