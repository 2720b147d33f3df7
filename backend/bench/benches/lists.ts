import { randomBytes } from 'node:crypto';
import { withPostgres } from '@portal/tools/scratch.ts';
import { callersFor, figure, quantile } from '@portal/tools/statistics.ts';
import { atMost, type Bench } from '../bench.ts';
import { writeDealers } from '../dealersLog.ts';
import { closeConnections, HttpCaller } from '../httpCaller.ts';
import { openLog } from '../openLog.ts';
import { ADMIN, startPortalProcess } from '../portalProcess.ts';
import { proveLog } from '../proof.ts';

const SIZES = { usual: { dealers: 10_000, sitesEach: 10 }, quick: { dealers: 200, sitesEach: 10 } };
const MAX_P95_MS = 60;

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

/** The administrators' lists of a large portal. */
export const lists: Bench = {
  name: 'lists',
  title: 'Pages of the admin lists, 10,000 dealers with 100,000 sites',
  run: ({ quick, say }) =>
    withPostgres(async ({ connectionString }, folder) => {
      const { dealers, sitesEach } = SIZES[quick ? 'quick' : 'usual'];
      const key = randomBytes(32);
      const log = await openLog(connectionString, key);
      say(`writing ${figure(dealers)} dealers with ${sitesEach} sites each`);
      const began = performance.now();
      const events = await writeDealers(log, dealers, sitesEach);
      const written = performance.now();
      await log.updateReadModels();
      const followed = performance.now();
      await log.close();
      say(
        `${figure(events)} events in ${figure((written - began) / 1_000)} s, followed ${figure((followed - written) / 1_000)} s later`,
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
          const address = addressOf(path, query);
          const page = await admin.expect(200, 'GET', address);
          const { latencies } = await callersFor(1, quick ? 0.3 : 3, () => admin.expect(200, 'GET', address));
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
        goals: lines.map(({ name, latencies }) => atMost(name, MAX_P95_MS, p95Of(latencies), ' ms', 'p95')),
        notes: [
          `One administrator over HTTP; every answer carries the total of matching rows. The ${figure(events)} events were written in ${figure((written - began) / 1_000)} s (personal fields encrypted); all projections followed in ${figure((followed - written) / 1_000)} s.`,
          proof.note,
        ],
      };
    }),
};

function addressOf(list: string, query: object): string {
  const parameters = Object.entries(query).map(
    ([field, value]) => `${field}=${encodeURIComponent(JSON.stringify(value))}`,
  );
  return `/api/admin/${list}?${parameters.join('&')}`;
}
