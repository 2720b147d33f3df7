import { randomBytes } from 'node:crypto';
import { portalProjections } from '@portal/projections';
import { atLeast, type Bench } from '../bench.ts';
import { makeCustomers } from '../customers.ts';
import { closeConnections, HttpCaller } from '../httpCaller.ts';
import { startPortalProcess, startProgram } from '../portalProcess.ts';
import { withPostgres } from '../scratch.ts';
import { callersFor, median, perSecond, spread } from '../statistics.ts';

const ROWS = 20;
const CALLERS = [1, 8, 32];
const GOAL = 0.6;

/** A dealer's list with session and access checks, against Koa with one SELECT of the same rows. */
export const dealerSites: Bench = {
  name: 'dealer-sites',
  title: `GET /api/sites of a dealer with ${ROWS} sites`,
  run: ({ quick, say }) =>
    withPostgres(async ({ connectionString }, folder) => {
      const key = randomBytes(32).toString('base64');
      const portal = await startPortalProcess(connectionString, folder, { KEY_ENCRYPTION_KEY: key });
      const bare = await startProgram('bareKoa.ts', {
        DATABASE_URL: connectionString,
        SITES_VIEW: sitesView(),
      });
      try {
        const [customer] = await makeCustomers(portal.url, 1, ROWS);
        if (customer === undefined) throw new Error('There is no customer.');
        const plain = new HttpCaller(bare.url);
        const rowsOf = async (caller: HttpCaller, path: string) =>
          (JSON.parse((await caller.expect(200, 'GET', path)).text) as { readonly id: string }[]).map(
            ({ id }) => id,
          );
        const bothPaths = ['/api/sites', `/${customer.accountId}`] as const;
        const ours = await rowsOf(customer.caller, bothPaths[0]);
        const theirs = await rowsOf(plain, bothPaths[1]);
        if (ours.length !== ROWS || ours.join() !== theirs.join())
          throw new Error('The two answer different rows.');

        const rounds = quick ? 1 : 5;
        const seconds = quick ? 0.3 : 1;
        const runs = new Map(CALLERS.map((callers) => [callers, [] as (readonly [number, number])[]]));
        for (let round = 0; round <= rounds; round += 1) {
          say(`round ${round} of ${rounds}`);
          for (const [callers, pairs] of runs) {
            const one = () =>
              callersFor(callers, seconds, () => customer.caller.expect(200, 'GET', bothPaths[0]));
            const other = () => callersFor(callers, seconds, () => plain.expect(200, 'GET', bothPaths[1]));
            // the order alternates; the first round warms up
            const first = round % 2 === 0 ? await other() : null;
            const portalRun = await one();
            const bareRun = first ?? (await other());
            if (round > 0) pairs.push([perSecond(portalRun), perSecond(bareRun)]);
          }
        }
        const lines = [...runs].map(([callers, pairs]) => ({
          callers,
          ratio: median(pairs.map(([one, other]) => one / other)),
          row: [
            String(callers),
            spread(pairs.map(([, other]) => other)),
            spread(pairs.map(([one]) => one)),
            spread(pairs.map(([one, other]) => one / other)),
          ],
        }));
        return {
          tables: [
            { columns: ['callers', 'bare koa/s', 'portal/s', 'ratio'], rows: lines.map(({ row }) => row) },
          ],
          goals: lines.map(({ callers, ratio }) =>
            atLeast(`GET of ${ROWS} sites, ${callers} callers`, GOAL, ratio, ' x', ' bare'),
          ),
          notes: [
            'Both answer the same rows in the same order (checked), each from a process of its own; rounds take turns.',
          ],
        };
      } finally {
        closeConnections();
        await bare.stop();
        await portal.stop();
      }
    }),
};

function sitesView(): string {
  const sites = portalProjections.find(({ name }) => name === 'dealerSites');
  const [table] = Object.values(sites?.tables ?? {});
  if (sites === undefined || table === undefined) throw new Error('There is no projection dealerSites.');
  return `${table.name}_v${sites.version}`;
}
