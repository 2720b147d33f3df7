import { siteStream } from '@portal/domain';
import { callersFor, figure, median, spread } from '@portal/tools/statistics.ts';
import { v7 } from 'uuid';
import { atMost, type Bench, inTurns, ratios, secondsOf, sized } from '../bench.ts';
import type { OpenLog } from '../openLog.ts';
import { adminAt, endPortal, onPostgres, type Place } from '../place.ts';
import { siteAdded } from '../sampleEvents.ts';
import { writeDealers } from '../writeLogs.ts';
import { runNextMonth } from './invoiceRun.ts';

const DEALERS = 300;
const TIMES = 10;
const SITES_EACH = 10;
const PAGE = 'sites?sort=["site_name","ASC"]&range=[0,24]';

/** What is measured at both sizes, and the highest ratio of their costs. */
const KINDS = {
  append: { title: 'append of one event', most: 1.2 },
  stream: { title: 'reading a stream', most: 1.2 },
  page: { title: 'admin list page', most: 1.2 },
  search: { title: 'admin list page, searched', most: 1.2 },
  rebuild: { title: 'rebuild of dealerSites', most: 11 },
  run: { title: 'invoice run', most: 11 },
} as const;
type Kind = keyof typeof KINDS;

export const growth: Bench = {
  name: 'growth',
  title: 'Cost as events, sites and dealers grow tenfold',
  run: onPostgres(async (place, options) => {
    const { quick, say } = options;
    const dealers = sized(options, DEALERS, 20);
    const small = await openSize(await place.another('small'), dealers);
    const large = await openSize(await place.another('large'), dealers * TIMES);
    // short turns, so that background work of the server is not counted for one of them
    const turns = quick ? 2 : 36;
    const rebuilds = quick ? 1 : 3;
    const rows: string[][] = [];
    const goals = [];
    for (const kind of Object.keys(KINDS) as Kind[]) {
      say(KINDS[kind].title);
      const costs =
        kind === 'run'
          ? { small: [await small.run()], large: [await large.run()] }
          : await inTurns(kind === 'rebuild' ? rebuilds : turns, {
              small: small.costs[kind],
              large: large.costs[kind],
            });
      const { title, most } = KINDS[kind];
      const times = ratios(costs.large, costs.small);
      rows.push([title, spread(costs.small), spread(costs.large), spread(times)]);
      goals.push(atMost(`${title}, ten times as much`, most, median(times), ' x'));
    }
    await small.place.prove();
    await large.place.prove();
    const sizeOf = (events: number, count: number) =>
      `${figure(events)} events, ${count.toLocaleString('en-US')} dealers`;
    return {
      tables: [
        {
          columns: ['ms', sizeOf(small.events, dealers), sizeOf(large.events, dealers * TIMES), 'times'],
          rows,
        },
      ],
      goals,
      notes: [
        `Two portals' databases on one server, ${SITES_EACH} sites a dealer, measured in short turns, the next one after an append only when its followers have caught up. A page of the list counts the matching rows. The invoice run is measured once at each size, in a process of its own.`,
        'Proved afterwards of both: dense positions and revisions, no event twice, index equal to log, every read model equal to its rebuild.',
      ],
    };
  }),
};

async function openSize(place: Place, dealers: number) {
  const log = await place.openLog();
  const { events } = await writeDealers(log, dealers, SITES_EACH);
  await log.updateReadModels();
  const { rows } = await log.pool.query<{ stream: string }>(
    "SELECT stream FROM es.events WHERE type = 'SiteAdded' ORDER BY event_id LIMIT 200",
  );
  const portal = await place.startPortal({ PORTAL_ROLES: 'api,projections' });
  const admin = await adminAt(portal);
  const projections = await log.follow(undefined, false);
  const ask = (query: string) => admin.expect(200, 'GET', `/api/admin/${encodeURI(query)}`);
  const medianOf = async (once: () => Promise<unknown>) =>
    median((await callersFor(1, 0.05, once)).latencies);
  const append = appendingSites(log);
  let read = 0;
  return {
    place,
    events,
    /** Milliseconds of each kind. */
    costs: {
      append: async () => {
        const cost = await medianOf(append);
        // its followers must not disturb the other size
        await projections.caughtUp();
        return cost;
      },
      stream: () => medianOf(() => log.store.read(rows[read++ % rows.length]?.stream ?? '')),
      page: () => medianOf(() => ask(PAGE)),
      search: () => medianOf(() => ask(`${PAGE}&filter={"q":"willow school"}`)),
      rebuild: async () => 1_000 * (await secondsOf(() => projections.rebuild('dealerSites'))),
    },
    /** Ends the portal and runs the billing of a month. @returns milliseconds */
    async run() {
      await projections.stop();
      await log.close();
      await endPortal(portal);
      return 1_000 * (await runNextMonth(place)).first;
    },
  };
}

/** Appends sites to companies of equal size, because a company's row of projectedInvoices holds all its sites. */
function appendingSites(log: OpenLog): () => Promise<unknown> {
  let accountId = '';
  let sites = 0;
  return () => {
    if (sites++ % SITES_EACH === 0) accountId = v7();
    const siteId = v7();
    return log.append(siteStream(siteId), siteAdded(siteId, accountId), 'no_stream', accountId);
  };
}
