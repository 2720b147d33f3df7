import { randomBytes } from 'node:crypto';
import { accountStream, type PortalEvent, siteStream, userStream } from '@portal/domain';
import { dealerIdOfNumber } from '@portal/domain/values';
import { v7 } from 'uuid';
import type { Bench } from '../bench.ts';
import { closeConnections, HttpCaller } from '../httpCaller.ts';
import { type Backend, openBackend } from '../openBackend.ts';
import { ADMIN, startPortalProcess } from '../portalProcess.ts';
import { proveLog } from '../proof.ts';
import { accountOpened, siteAdded } from '../sampleEvents.ts';
import { withPostgres } from '../scratch.ts';
import { callersFor, figure, quantile } from '../statistics.ts';

const SIZES = { usual: { dealers: 10_000, sitesEach: 10 }, quick: { dealers: 200, sitesEach: 10 } };
/** Dealers that are written at once. */
const AT_ONCE = 64;
const MOST_P95_MS = 60;

const PLACES = [
  'Harbor',
  'Maple',
  'Cedar',
  'Lakeside',
  'Union',
  'Orchard',
  'Station',
  'Canal',
  'Willow',
  'Summit',
];
const KINDS = ['Clinic', 'Storage', 'Library', 'Hotel', 'School', 'Office', 'Brewery', 'Tower'];
const CITIES = [
  'Albany',
  'Troy',
  'Lancaster',
  'Richmond',
  'Durham',
  'Athens',
  'Tampa',
  'Austin',
  'Denver',
  'Tacoma',
];

/** What an administrator asks the lists for. */
const PAGES: readonly { readonly name: string; readonly path: string; readonly query: object }[] = [
  { name: 'sites, first page by name', path: 'sites', query: { sort: ['site_name', 'ASC'], range: [0, 24] } },
  {
    name: 'sites, page 400, newest first',
    path: 'sites',
    query: { sort: ['created_at', 'DESC'], range: [9_975, 9_999] },
  },
  {
    name: 'sites, inactive, by readers',
    path: 'sites',
    query: { filter: { status: 'inactive' }, sort: ['number_of_readers', 'DESC'], range: [0, 24] },
  },
  {
    name: 'sites, search of two words',
    path: 'sites',
    query: { filter: { q: 'willow tacoma' }, sort: ['site_name', 'ASC'], range: [0, 24] },
  },
  {
    name: 'sites, filter + search + sort',
    path: 'sites',
    query: { filter: { status: 'active', q: 'harbor' }, sort: ['number_of_readers', 'DESC'], range: [0, 24] },
  },
  {
    name: 'dealers, first page by name',
    path: 'users',
    query: { sort: ['username', 'ASC'], range: [0, 24] },
  },
  {
    name: 'dealers, search',
    path: 'users',
    query: { filter: { q: 'security 77' }, sort: ['created_at', 'DESC'], range: [0, 24] },
  },
];

/** The administrators' lists over a large portal; it is written through event store and codec, so that its read models are real. */
export const lists: Bench = {
  name: 'lists',
  title: 'Pages of the admin lists, 10,000 dealers with 100,000 sites',
  run: ({ quick, say }) =>
    withPostgres(async ({ connectionString }, folder) => {
      const { dealers, sitesEach } = SIZES[quick ? 'quick' : 'usual'];
      const key = randomBytes(32);
      const backend = await openBackend(connectionString, key);
      say(`writing ${figure(dealers)} dealers with ${sitesEach} sites each`);
      const began = performance.now();
      const events = await writeDealers(backend, dealers, sitesEach);
      const written = performance.now();
      await backend.projections.caughtUp();
      const followed = performance.now();
      await backend.pool.query('ANALYZE');
      await backend.close();
      say(
        `${figure(events)} events in ${figure((written - began) / 1_000)} s, followed ${figure(followed - written)} ms later`,
      );

      const environment = { KEY_ENCRYPTION_KEY: key.toString('base64') };
      const portal = await startPortalProcess(connectionString, folder, environment);
      const lines: {
        readonly name: string;
        readonly total: string;
        readonly latencies: readonly number[];
      }[] = [];
      try {
        const admin = new HttpCaller(portal.url);
        await admin.expect(200, 'POST', '/api/login', ADMIN);
        for (const { name, path, query } of PAGES) {
          const parameters = Object.entries(query).map(
            ([field, value]) => `${field}=${encodeURIComponent(JSON.stringify(value))}`,
          );
          const address = `/api/admin/${path}?${parameters.join('&')}`;
          const page = await admin.expect(200, 'GET', address);
          const { latencies } = await callersFor(1, quick ? 0.3 : 5, () => admin.expect(200, 'GET', address));
          lines.push({ name, total: (page.headers['content-range'] ?? '').split('/')[1] ?? '', latencies });
        }
      } finally {
        closeConnections();
        await portal.stop();
      }
      say('proving the log and the read models');
      const proof = await proveLog(connectionString, key);
      const p95Of = (latencies: readonly number[]) => quantile(latencies, 0.95);
      return {
        tables: [
          {
            columns: ['page of 25', 'rows that match', 'p50 ms', 'p95 ms'],
            rows: lines.map(({ name, total, latencies }) => [
              name,
              Number(total).toLocaleString('en-US'),
              figure(quantile(latencies, 0.5)),
              figure(p95Of(latencies)),
            ]),
          },
        ],
        goals: lines.map(({ name, latencies }) => ({
          what: name,
          goal: `p95 <= ${MOST_P95_MS} ms`,
          measured: `${figure(p95Of(latencies))} ms`,
          met: p95Of(latencies) <= MOST_P95_MS,
        })),
        notes: [
          `One administrator over HTTP; every answer carries the total of matching rows. The ${figure(events)} events were written in ${figure((written - began) / 1_000)} s (personal fields encrypted) with all projections following.`,
          `Proved afterwards over ${figure(proof.events)} events: dense positions and revisions, no event twice, index equal to log, every read model equal to its rebuild.`,
        ],
      };
    }),
};

/** @returns how many events that were */
async function writeDealers({ append }: Backend, dealers: number, sitesEach: number): Promise<number> {
  let next = 0;
  let events = 0;
  const write = async (
    stream: string,
    event: PortalEvent,
    revision: bigint | 'no_stream',
    account: string,
  ) => {
    await append(stream, event, revision, account);
    events += 1;
  };
  const writer = async () => {
    for (let index = next++; index < dealers; index = next++) {
      const [userId, accountId] = [v7(), v7()];
      await write(userStream(userId), registered(index, userId, accountId), 'no_stream', accountId);
      await write(
        accountStream(accountId),
        accountOpened(accountId, `Doe Security ${index}`),
        'no_stream',
        accountId,
      );
      const dealerId = dealerIdOfNumber(index + 1);
      if (dealerId !== null) {
        const approved = { type: 'UserApproved' as const, data: { userId, accountId, dealerId } };
        await write(userStream(userId), approved, 0n, accountId);
      }
      await Promise.all(
        Array.from({ length: sitesEach }, async (_, number) => {
          const siteId = v7();
          const mixed = index * sitesEach + number;
          const site = siteAdded(siteId, accountId, {
            siteName: `${PLACES[mixed % PLACES.length]} ${KINDS[mixed % KINDS.length]} ${mixed}`,
            siteCity: CITIES[(mixed * 7 + index) % CITIES.length] ?? '',
            readers: 1 + ((mixed * 31) % 97),
          });
          await write(siteStream(siteId), site, 'no_stream', accountId);
          if (mixed % 12 !== 0) return;
          await write(
            siteStream(siteId),
            { type: 'SiteDeactivated', data: { siteId, accountId } },
            0n,
            accountId,
          );
        }),
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, writer));
  return events;
}

function registered(index: number, userId: string, accountId: string): PortalEvent {
  return {
    type: 'DealerRegistered',
    data: {
      userId,
      accountId,
      username: `dealer-${index}`,
      name: `Ann Doe ${index}`,
      email: `ann${index}@example.com`,
      company: `Doe Security ${index}`,
      phone: '(518) 555-0100',
      address: '1 Main St',
      city: CITIES[index % CITIES.length] ?? '',
      state: 'NY',
      zip: '12207',
      experience: null,
      agreement: { version: '1', acceptedAt: '2026-01-05T10:00:00.000Z' },
    },
  };
}
