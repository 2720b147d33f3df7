import { callersFor, figure, quantile } from '@portal/tools/statistics.ts';
import { atMost, type Bench, secondsOf } from '../bench.ts';
import { adminAt, onPostgres } from '../place.ts';
import { writeDealers } from '../writeLogs.ts';

const SITES_EACH = 10;
const MAX_P95_MS = 60;
const FIRST = 'range=[0,24]';

/** Lists of the administrators: name, path and query. */
const PAGES = [
  ['sites, first page by name', `sites?sort=["site_name","ASC"]&${FIRST}`],
  ['sites, page 400, newest first', 'sites?sort=["created_at","DESC"]&range=[9975,9999]'],
  [
    'sites, inactive, by readers',
    `sites?filter={"status":"inactive"}&sort=["number_of_readers","DESC"]&${FIRST}`,
  ],
  ['sites, search of two words', `sites?filter={"q":"willow tacoma"}&sort=["site_name","ASC"]&${FIRST}`],
  [
    'sites, filter + search + sort',
    `sites?filter={"status":"active","q":"harbor"}&sort=["number_of_readers","DESC"]&${FIRST}`,
  ],
  ['dealers, first page by name', `users?sort=["username","ASC"]&${FIRST}`],
  ['dealers, search', `users?filter={"q":"security 77"}&sort=["created_at","DESC"]&${FIRST}`],
] as const;

/** The administrators' lists of a large portal. */
export const lists: Bench = {
  name: 'lists',
  title: 'Pages of the admin lists, 10,000 dealers with 100,000 sites',
  run: onPostgres(async (place, { quick, say }) => {
    const dealers = quick ? 200 : 10_000;
    const log = await place.openLog();
    say(`writing ${figure(dealers)} dealers with ${SITES_EACH} sites each`);
    let events = 0;
    const written = await secondsOf(async () => {
      ({ events } = await writeDealers(log, dealers, SITES_EACH));
    });
    const followed = await secondsOf(() => log.updateReadModels());
    await log.close();
    const wrote = `${figure(events)} events were written in ${figure(written)} s (personal fields encrypted); all projections followed in ${figure(followed)} s`;
    say(wrote);

    const admin = await adminAt(await place.startPortal());
    const rows: string[][] = [];
    const goals = [];
    for (const [name, query] of PAGES) {
      const ask = () => admin.expect(200, 'GET', `/api/admin/${encodeURI(query)}`);
      const total = (await ask()).headers['content-range']?.split('/')[1];
      const { latencies } = await callersFor(1, quick ? 0.3 : 3, ask);
      const [p50, p95] = [quantile(latencies, 0.5), quantile(latencies, 0.95)];
      rows.push([name, Number(total).toLocaleString('en-US'), figure(p50), figure(p95)]);
      goals.push(atMost(name, MAX_P95_MS, p95, ' ms', 'p95'));
    }
    const { note } = await place.prove();
    return {
      tables: [{ columns: ['page of 25', 'rows that match', 'p50 ms', 'p95 ms'], rows }],
      goals,
      notes: [
        `One administrator over HTTP; every answer carries the total of matching rows. The ${wrote}.`,
        note,
      ],
    };
  }),
};
