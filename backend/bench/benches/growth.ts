import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { siteStream } from '@portal/domain';
import type { Projections } from '@portal/projections';
import { withDatabase, withPostgres } from '@portal/tools/scratch.ts';
import { callersFor, figure, median, spread } from '@portal/tools/statistics.ts';
import { v7 } from 'uuid';
import { atMost, type Bench, type BenchOptions, sized } from '../bench.ts';
import { writeDealers } from '../dealersLog.ts';
import { closeConnections, HttpCaller } from '../httpCaller.ts';
import { measureInvoiceRun } from '../measureInvoiceRun.ts';
import { type OpenLog, openLog } from '../openLog.ts';
import { ADMIN, type PortalProcess, startPortalProcess } from '../portalProcess.ts';
import { proveLog } from '../proof.ts';
import { siteAdded } from '../sampleEvents.ts';

const DEALERS = 300;
const TIMES = 10;
const SITES_EACH = 10;
const MAX_FLAT_GROWTH = 1.2;
const MAX_LINEAR_GROWTH = 11;
const PAGE = 'sort=["site_name","ASC"]&range=[0,24]';
const SEARCH = 'sort=["site_name","ASC"]&range=[0,24]&filter={"q":"willow school"}';

/** What is measured at both sizes, and the highest ratio of their costs. */
const KINDS = {
  append: { title: 'append of one event', most: MAX_FLAT_GROWTH },
  stream: { title: 'reading a stream', most: MAX_FLAT_GROWTH },
  page: { title: 'admin list page', most: MAX_FLAT_GROWTH },
  search: { title: 'admin list page, searched', most: MAX_FLAT_GROWTH },
  rebuild: { title: 'rebuild of dealerSites', most: MAX_LINEAR_GROWTH },
  run: { title: 'invoice run', most: MAX_LINEAR_GROWTH },
} as const;
type Kind = keyof typeof KINDS;
const TAKING_TURNS = ['append', 'stream', 'page', 'search'] as const;
/** Per size and round; even, so that each is first as often. */
const TURNS = 12;

/** Milliseconds by round. */
type Costs = Record<Kind, number[]>;

export const growth: Bench = {
  name: 'growth',
  title: 'Cost as events, sites and dealers grow tenfold',
  run: (options) =>
    withPostgres(({ superuserConnectionString: server }, folder) =>
      withDatabase(server, 'small', (smallUrl) =>
        withDatabase(server, 'large', async (largeUrl) => {
          const dealers = sized(options, DEALERS, 20);
          const small = await openSize(smallUrl, path.join(folder, 'small'), dealers, options);
          const large = await openSize(largeUrl, path.join(folder, 'large'), dealers * TIMES, options);
          const rounds = options.quick ? 1 : 3;
          for (let round = 0; round <= rounds; round += 1) {
            options.say(`round ${round} of ${rounds}`);
            await measureRound(round % 2 === 0 ? [small, large] : [large, small], options);
            // the first round warms up
            if (round > 0) continue;
            for (const { costs } of [small, large])
              for (const figures of Object.values(costs)) figures.length = 0;
          }
          closeConnections();
          await finish(small, path.join(folder, 'small'), options);
          await finish(large, path.join(folder, 'large'), options);
          const ratioOf = (kind: Kind) =>
            large.costs[kind].map((cost, round) => cost / (small.costs[kind][round] ?? Number.NaN));
          const kinds = Object.keys(KINDS) as Kind[];
          return {
            tables: [
              {
                columns: [
                  'ms',
                  `${figure(small.events)} events, ${dealers.toLocaleString('en-US')} dealers`,
                  `${figure(large.events)} events, ${(dealers * TIMES).toLocaleString('en-US')} dealers`,
                  'times',
                ],
                rows: kinds.map((kind) => [
                  KINDS[kind].title,
                  spread(small.costs[kind]),
                  spread(large.costs[kind]),
                  spread(ratioOf(kind)),
                ]),
              },
            ],
            goals: kinds.map((kind) => {
              const { title, most } = KINDS[kind];
              return atMost(`${title}, ten times as much`, most, median(ratioOf(kind)), ' x');
            }),
            notes: [
              `Two portals' databases on one server, ${SITES_EACH} sites a dealer, measured in short turns, the next one after an append only when its followers have caught up. A page of the list counts the matching rows. The invoice run is measured once at each size, in a process of its own.`,
              'Proved afterwards of both: dense positions and revisions, no event twice, index equal to log, every read model equal to its rebuild.',
            ],
          };
        }),
      ),
    ),
};

interface Size {
  readonly databaseUrl: string;
  readonly key: Buffer;
  readonly log: OpenLog;
  readonly portal: PortalProcess;
  readonly projections: Projections;
  readonly events: number;
  /** Does a kind once. */
  readonly once: Readonly<Record<(typeof TAKING_TURNS)[number], () => Promise<unknown>>>;
  readonly costs: Costs;
}

async function openSize(
  databaseUrl: string,
  folder: string,
  dealers: number,
  { say }: BenchOptions,
): Promise<Size> {
  const key = randomBytes(32);
  const log = await openLog(databaseUrl, key);
  say(`writing ${dealers.toLocaleString('en-US')} dealers with ${SITES_EACH} sites each`);
  const events = await writeDealers(log, dealers, SITES_EACH);
  await log.updateReadModels();
  const { rows } = await log.pool.query<{ stream: string }>(
    "SELECT stream FROM es.events WHERE type = 'SiteAdded' ORDER BY event_id LIMIT 200",
  );
  const portal = await startPortalProcess(databaseUrl, folder, {
    KEY_ENCRYPTION_KEY: key.toString('base64'),
    PORTAL_ROLES: 'api,projections',
  });
  const admin = new HttpCaller(portal.url);
  await admin.expect(200, 'POST', '/api/login', ADMIN);
  const ask = (query: string) => admin.expect(200, 'GET', `/api/admin/sites?${encodeURI(query)}`);
  let read = 0;
  return {
    databaseUrl,
    key,
    log,
    portal,
    projections: await log.follow(undefined, false),
    events,
    once: {
      append: appendingSites(log),
      stream: () => log.store.read(rows[read++ % rows.length]?.stream ?? ''),
      page: () => ask(PAGE),
      search: () => ask(SEARCH),
    },
    costs: {
      append: [],
      stream: [],
      page: [],
      search: [],
      rebuild: [],
      run: [],
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

/**
 * One figure of each kind and size. Sizes take short turns, so that background work of the server is not counted for one
 * of them.
 */
async function measureRound(sizes: readonly Size[], { quick }: BenchOptions): Promise<void> {
  const seconds = (quick ? 0.2 : 0.6) / TURNS;
  for (const kind of TAKING_TURNS) {
    const taken = new Map(sizes.map((size) => [size, [] as number[]]));
    for (let turn = 0; turn < TURNS; turn += 1) {
      for (const size of turn % 2 === 0 ? sizes : sizes.toReversed()) {
        const { latencies } = await callersFor(1, seconds, size.once[kind]);
        taken.get(size)?.push(...latencies);
        // its followers must not disturb the other size
        if (kind === 'append') await size.projections.caughtUp();
      }
    }
    for (const [{ costs }, latencies] of taken) costs[kind].push(median(latencies));
  }
  for (const { costs, projections } of sizes) {
    costs.rebuild.push(await durationOf(() => projections.rebuild('dealerSites')));
  }
}

async function durationOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function finish(size: Size, folder: string, { say }: BenchOptions): Promise<void> {
  const { databaseUrl, key, log, portal, projections, costs } = size;
  await projections.stop();
  await log.close();
  await portal.stop();
  say('running the billing of a month');
  const { firstMs } = await measureInvoiceRun(databaseUrl, folder, key);
  costs.run.push(firstMs);
  say('proving the log and the read models');
  await proveLog(databaseUrl, key);
}
