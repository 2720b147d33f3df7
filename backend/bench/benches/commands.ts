import { randomBytes } from 'node:crypto';
import { atLeast, atMost, type Bench } from '../bench.ts';
import { type Customer, makeCustomers, siteOrder } from '../customers.ts';
import { closeConnections } from '../httpCaller.ts';
import { startPortalProcess } from '../portalProcess.ts';
import { proveLog } from '../proof.ts';
import { withPostgres } from '../scratch.ts';
import { callersFor, type Measured, median, perSecond, quantile, spread } from '../statistics.ts';

const DEALERS = 32;
const SITES_EACH = 20;
const GOALS = { p50: 8, p99: 30, perSecond: 3_000 };

const KINDS = ['status', 'notes', 'order'] as const;
type Kind = (typeof KINDS)[number];

const NAMES: Readonly<Record<Kind, string>> = {
  status: 'PATCH /api/sites/{id} {status}, letters written',
  notes: 'PATCH /api/sites/{id} {site_notes}',
  order: 'POST /api/sites, letters written',
};

/** Over HTTP to a portal in another process, which answers when its projections show the change. */
export const commands: Bench = {
  name: 'commands',
  title: 'A command over HTTP, answered with its projections visible',
  run: ({ quick, say }) =>
    withPostgres(async ({ connectionString }, folder) => {
      const key = randomBytes(32);
      const environment = { KEY_ENCRYPTION_KEY: key.toString('base64') };
      const portal = await startPortalProcess(connectionString, folder, environment);
      const acknowledged = new Map<string, string[]>();
      let late = 0;
      const measured = new Map<string, Measured[]>();
      try {
        say(`registering ${DEALERS} dealers with ${SITES_EACH} sites each`);
        const customers = await makeCustomers(portal.url, DEALERS, SITES_EACH);
        const turns = new Map<Customer, number>();
        const inactive = new Set<string>();

        const act = async (customer: Customer, kind: Kind) => {
          const turn = (turns.get(customer) ?? 0) + 1;
          turns.set(customer, turn);
          const site = customer.sites[turn % customer.sites.length] ?? '';
          const { status, type, method, path, body } = callOf(kind, site, turn, inactive);
          const answer = await customer.caller.expect(status, method, path, body);
          const position = answer.headers['x-log-position'];
          if (typeof position !== 'string') throw new Error('An answer has no X-Log-Position.');
          if (answer.headers['x-projection'] !== undefined) late += 1;
          const positions = acknowledged.get(type) ?? [];
          acknowledged.set(type, positions);
          positions.push(position);
          return answer;
        };

        const rounds = quick ? 1 : 5;
        const seconds = quick ? 0.5 : 1.5;
        for (let round = 0; round <= rounds; round += 1) {
          say(`round ${round} of ${rounds}`);
          for (const kind of KINDS) {
            for (const callers of [8, 32]) {
              const one = await callersFor(callers, seconds, async (caller) => {
                const customer = customers[caller];
                if (customer !== undefined) await act(customer, kind);
              });
              // the first round warms up
              if (round > 0)
                measured.set(`${kind} ${callers}`, [...(measured.get(`${kind} ${callers}`) ?? []), one]);
            }
          }
        }
      } finally {
        closeConnections();
        await portal.stop();
      }
      if (late > 0) throw new Error(`${late} answers came before their projections were there.`);
      say('proving the log and the read models');
      const proof = await proveLog(connectionString, key, acknowledged);

      const cases = KINDS.flatMap((kind) =>
        [8, 32].map((callers) => ({ kind, callers, runs: measured.get(`${kind} ${callers}`) ?? [] })),
      );
      const p50Of = (runs: readonly Measured[]) => runs.map(({ latencies }) => quantile(latencies, 0.5));
      const p99Of = (runs: readonly Measured[]) => runs.map(({ latencies }) => quantile(latencies, 0.99));
      const goals = cases.flatMap(({ kind, callers, runs }) => {
        const what = `${NAMES[kind]}, ${callers} callers`;
        const p50 = median(p50Of(runs));
        const p99 = median(p99Of(runs));
        const rate = median(runs.map(perSecond));
        if (callers !== 8) return [atLeast(what, GOALS.perSecond, rate, '/s')];
        return [atMost(what, GOALS.p50, p50, ' ms', 'p50'), atMost(what, GOALS.p99, p99, ' ms', 'p99')];
      });
      const table = {
        columns: ['command', 'callers', 'a second', 'p50 ms', 'p99 ms'],
        rows: cases.map(({ kind, callers, runs }) => [
          NAMES[kind],
          String(callers),
          spread(runs.map(perSecond)),
          spread(p50Of(runs)),
          spread(p99Of(runs)),
        ]),
      };
      return {
        tables: [table],
        goals,
        notes: [
          `${DEALERS} dealers with ${SITES_EACH} sites each; every caller is a dealer with a session of its own, over kept connections. The portal is one process with all its roles: it also writes the letters that the commands bring about.`,
          'No answer was marked `X-Projection: catching-up`.',
          proof.note,
        ],
      };
    }),
};

function callOf(kind: Kind, site: string, turn: number, inactive: Set<string>) {
  const path = `/api/sites/${site}`;
  switch (kind) {
    case 'status': {
      const back = inactive.delete(site);
      if (!back) inactive.add(site);
      const body = { status: back ? 'active' : 'inactive' };
      return { method: 'PATCH', path, body, status: 200, type: back ? 'SiteReactivated' : 'SiteDeactivated' };
    }
    case 'notes':
      return {
        method: 'PATCH',
        path,
        body: { site_notes: `Note ${turn}` },
        status: 200,
        type: 'SiteDetailsChanged',
      };
    case 'order':
      return {
        method: 'POST',
        path: '/api/sites',
        body: siteOrder(turn, turn),
        status: 201,
        type: 'SiteRequested',
      };
  }
}
