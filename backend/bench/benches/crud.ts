import { randomBytes } from 'node:crypto';
import type { Bench } from '../bench.ts';
import { fillCrudDatabase, proveCrud } from '../crudDatabase.ts';
import { makeCustomers } from '../customers.ts';
import { closeConnections, type HttpCaller } from '../httpCaller.ts';
import { startPortalProcess, startProgram } from '../portalProcess.ts';
import { proveLog } from '../proof.ts';
import { withDatabase, withPostgres } from '../scratch.ts';
import { callersFor, figure, type Measured, median, perSecond, quantile, spread } from '../statistics.ts';

const DEALERS = 32;
const SITES_EACH = 20;
const CALLERS = [1, 8, 32] as const;

/** What dealers do, each kind in rounds of its own. */
const KINDS = {
  notes: 'PATCH /api/sites/{id} {site_notes}',
  status: 'PATCH /api/sites/{id} {status}, mails written',
  list: `GET /api/sites of ${SITES_EACH} sites`,
} as const;
type Kind = keyof typeof KINDS;

/** Calls a second, as a part of what the CRUD server answers. */
const GOALS: Readonly<Record<Kind, readonly (readonly [callers: number, least: number])[]>> = {
  notes: [
    [1, 0.5],
    [8, 0.6],
    [32, 0.8],
  ],
  status: [
    [1, 0.5],
    [8, 0.6],
    [32, 0.8],
  ],
  list: [
    [8, 0.8],
    [32, 0.8],
  ],
};
/** p99 of commands with 8 callers, in times of the CRUD server's. */
const MOST_P99 = 3;

/** One side: who calls, and what it did. */
interface Side {
  readonly callers: readonly HttpCaller[];
  readonly turns: number[];
  readonly inactive: Set<string>;
  /** Log positions of answered changes, by event type; a CRUD server has none. */
  readonly acknowledged: Map<string, string[]>;
  changes: number;
  statusChanges: number;
  /** Answers given before the projections were there. */
  late: number;
}

const newSide = (callers: readonly HttpCaller[]): Side => ({
  callers,
  turns: callers.map(() => 0),
  inactive: new Set(),
  acknowledged: new Map(),
  changes: 0,
  statusChanges: 0,
  late: 0,
});

/** The portal, answered with its projections visible, and a CRUD server that does the same, in turns on one PostgreSQL. */
export const crud: Bench = {
  name: 'crud',
  title: 'The portal beside a plain CRUD server',
  run: ({ quick, say }) =>
    withPostgres(({ connectionString, superuserConnectionString }, folder) =>
      withDatabase(superuserConnectionString, 'crud', async (crudUrl) => {
        const key = randomBytes(32);
        const environment = { KEY_ENCRYPTION_KEY: key.toString('base64') };
        const portal = await startPortalProcess(connectionString, folder, environment);
        const other = await startProgram('crudServer.ts', { DATABASE_URL: crudUrl });
        const measured = new Map<string, (readonly [portal: Measured, crud: Measured])[]>();
        try {
          say(`registering ${DEALERS} dealers with ${SITES_EACH} sites each`);
          const customers = await makeCustomers(portal.url, DEALERS, SITES_EACH);
          const ours = newSide(customers.map(({ caller }) => caller));
          const theirs = newSide(await fillCrudDatabase(crudUrl, other.url, customers));
          const sites = customers.map((customer) => customer.sites);
          await proveSameAnswers(ours, theirs, sites);

          const rounds = quick ? 1 : 5;
          const seconds = quick ? 0.3 : 1.5;
          for (let round = 0; round <= rounds; round += 1) {
            say(`round ${round} of ${rounds}`);
            for (const kind of Object.keys(KINDS) as Kind[]) {
              for (const callers of CALLERS) {
                const run = (side: Side) =>
                  callersFor(callers, seconds, (caller) => act(side, sites, caller, kind));
                // the order alternates; the first round warms up
                const first = round % 2 === 0 ? await run(theirs) : null;
                const one = await run(ours);
                const pair = [one, first ?? (await run(theirs))] as const;
                const name = `${kind} ${callers}`;
                if (round > 0) measured.set(name, [...(measured.get(name) ?? []), pair]);
              }
            }
          }
          if (ours.late > 0)
            throw new Error(`${ours.late} answers came before their projections were there.`);
          await proveCrud(crudUrl, theirs.changes, theirs.statusChanges);
          await portal.stop();
          say('proving the log and the read models');
          const { events } = await proveLog(connectionString, key, ours.acknowledged);
          return { ...resultsOf(measured), notes: notesOf(events) };
        } finally {
          closeConnections();
          await portal.stop();
          await other.stop();
        }
      }),
    ),
};

/** @throws Error where the two answer a list or a change differently */
async function proveSameAnswers(
  ours: Side,
  theirs: Side,
  sites: readonly (readonly string[])[],
): Promise<void> {
  for (const kind of ['list', 'notes', 'status', 'status', 'list'] as const) {
    const [one, two] = await Promise.all([ours, theirs].map((side) => act(side, sites, 0, kind)));
    if (JSON.stringify(sorted(one)) !== JSON.stringify(sorted(two))) {
      throw new Error(`They answer ${kind} differently:\n${JSON.stringify(one)}\n${JSON.stringify(two)}`);
    }
  }
}

/** An answer with the fields of its records in one order. */
const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : Object.entries(value as object)
        .filter(([, field]) => field !== undefined)
        .sort(([a], [b]) => a.localeCompare(b));

async function act(
  side: Side,
  sites: readonly (readonly string[])[],
  caller: number,
  kind: Kind,
): Promise<unknown> {
  const turn = (side.turns[caller] ?? 0) + 1;
  side.turns[caller] = turn;
  const http = side.callers[caller];
  const own = sites[caller] ?? [];
  if (http === undefined) throw new Error(`There is no caller ${caller}.`);
  if (kind === 'list') return JSON.parse((await http.expect(200, 'GET', '/api/sites')).text);
  const site = own[turn % own.length] ?? '';
  const isInactive = kind === 'status' && side.inactive.delete(site);
  if (kind === 'status' && !isInactive) side.inactive.add(site);
  const body =
    kind === 'notes' ? { site_notes: `Note ${turn}` } : { status: isInactive ? 'active' : 'inactive' };
  const answer = await http.expect(200, 'PATCH', `/api/sites/${site}`, body);
  side.changes += 1;
  if (kind === 'status') side.statusChanges += 1;
  if (answer.headers['x-projection'] !== undefined) side.late += 1;
  const position = answer.headers['x-log-position'];
  if (typeof position === 'string') {
    const type = kind === 'notes' ? 'SiteDetailsChanged' : isInactive ? 'SiteReactivated' : 'SiteDeactivated';
    side.acknowledged.set(type, [...(side.acknowledged.get(type) ?? []), position]);
  }
  return JSON.parse(answer.text);
}

type Pairs = readonly (readonly [Measured, Measured])[];

function resultsOf(measured: ReadonlyMap<string, Pairs>) {
  const p = (part: number) => (one: Measured) => quantile(one.latencies, part);
  const ratios = (pairs: Pairs, of: (one: Measured) => number) =>
    pairs.map(([one, two]) => of(one) / of(two));
  const pairsOf = (kind: Kind, callers: number) => measured.get(`${kind} ${callers}`) ?? [];
  const rows = (Object.keys(KINDS) as Kind[]).flatMap((kind) =>
    CALLERS.map((callers) => {
      const pairs = pairsOf(kind, callers);
      const [ours, theirs] = [pairs.map(([one]) => one), pairs.map(([, two]) => two)];
      const both = (of: (one: Measured) => number) =>
        `${figure(median(ours.map(of)))} / ${figure(median(theirs.map(of)))}`;
      const rate = [
        spread(ours.map(perSecond)),
        spread(theirs.map(perSecond)),
        spread(ratios(pairs, perSecond)),
      ];
      return [KINDS[kind], String(callers), ...rate, both(p(0.5)), both(p(0.99))];
    }),
  );
  const goals = (Object.keys(KINDS) as Kind[]).flatMap((kind) => [
    ...GOALS[kind].map(([callers, least]) => {
      const ratio = median(ratios(pairsOf(kind, callers), perSecond));
      const what = `${KINDS[kind]}, ${callers === 1 ? '1 caller' : `${callers} callers`}`;
      return { what, goal: `>= ${least} x CRUD`, measured: `${figure(ratio)} x`, met: ratio >= least };
    }),
    ...(kind === 'list' ? [] : [8]).map((callers) => {
      const ratio = median(ratios(pairsOf(kind, callers), p(0.99)));
      const what = `${KINDS[kind]}, ${callers} callers, p99`;
      return { what, goal: `<= ${MOST_P99} x CRUD`, measured: `${figure(ratio)} x`, met: ratio <= MOST_P99 };
    }),
  ]);
  const columns = ['what', 'callers', 'portal/s', 'CRUD/s', 'ratio', 'p50 ms', 'p99 ms'];
  return { tables: [{ columns, rows }], goals };
}

const notesOf = (events: number) => [
  `The CRUD server is koa and pg, with tables of today's values. For a change it reads session and role, locks the row, updates it, writes an audit row with the values before and after, for a status a mail row for each reader, and answers the row: one transaction. Bodies and answers are checked by the portal's schemas. Its rows are the portal's, and both gave the same answers before the rounds.`,
  `${DEALERS} dealers with ${SITES_EACH} sites each; every caller is a dealer with a session of its own, over kept connections. Portal and CRUD server are a process each on one PostgreSQL, in turns.`,
  `Each answered change has its audit row in the CRUD server. No answer of the portal was marked \`X-Projection: catching-up\`. Proved afterwards over ${figure(events)} events: dense positions and revisions, no event twice, each acknowledged one at its position, index equal to log, every read model equal to its rebuild.`,
];
