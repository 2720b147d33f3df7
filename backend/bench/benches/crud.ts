import { randomBytes } from 'node:crypto';
import { withDatabase, withPostgres } from '@portal/tools/scratch.ts';
import { figure } from '@portal/tools/statistics.ts';
import type { Bench } from '../bench.ts';
import { fillCrudDatabase, proveCrud } from '../crudDatabase.ts';
import { makeCustomers } from '../customers.ts';
import {
  ALL_KINDS,
  act,
  DEALERS,
  KINDS,
  type Kind,
  newSide,
  p99Ratio,
  type Rounds,
  rateRatio,
  SITES_EACH,
  type Side,
  takeTurns,
  turnsTable,
} from '../dealerCalls.ts';
import { closeConnections } from '../httpCaller.ts';
import { startPortalProcess, startProgram } from '../portalProcess.ts';
import { proveLog } from '../proof.ts';

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
const MAX_P99 = 3;

/** The portal, answered with its projections visible, and a CRUD server that does the same, in turns on one PostgreSQL. */
export const crud: Bench = {
  name: 'crud',
  title: 'The portal beside a plain CRUD server',
  run: (options) =>
    withPostgres(({ connectionString, superuserConnectionString }, folder) =>
      withDatabase(superuserConnectionString, 'crud', async (crudUrl) => {
        const { say } = options;
        const key = randomBytes(32);
        const environment = { KEY_ENCRYPTION_KEY: key.toString('base64') };
        const portal = await startPortalProcess(connectionString, folder, environment);
        const other = await startProgram('crudServer.ts', { DATABASE_URL: crudUrl });
        try {
          say(`registering ${DEALERS} dealers with ${SITES_EACH} sites each`);
          const customers = await makeCustomers(portal.url, DEALERS, SITES_EACH);
          const sites = customers.map((customer) => customer.sites);
          const ours = newSide(
            customers.map(({ caller }) => caller),
            sites,
          );
          const theirs = newSide(await fillCrudDatabase(crudUrl, other.url, customers), sites);
          await proveSameAnswers(ours, theirs);
          const rounds = await takeTurns([ours, theirs], options);
          await proveCrud(crudUrl, theirs.changes, theirs.statusChanges);
          await portal.stop();
          say('proving the log and the read models');
          const { events } = await proveLog(connectionString, key, { acknowledged: ours.acknowledged });
          return {
            tables: [turnsTable(rounds, ['portal', 'CRUD'])],
            goals: goalsOf(rounds),
            notes: notesOf(events),
          };
        } finally {
          closeConnections();
          await portal.stop();
          await other.stop();
        }
      }),
    ),
};

/** @throws Error where the two answer a list or a change differently */
async function proveSameAnswers(ours: Side, theirs: Side): Promise<void> {
  for (const kind of ['list', 'notes', 'status', 'status', 'list'] as const) {
    const [one, two] = await Promise.all([ours, theirs].map((side) => act(side, 0, kind)));
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

const goalsOf = (rounds: Rounds) =>
  ALL_KINDS.flatMap((kind) => [
    ...GOALS[kind].map(([callers, least]) => {
      const ratio = rateRatio(rounds, kind, callers);
      const what = `${KINDS[kind]}, ${callers === 1 ? '1 caller' : `${callers} callers`}`;
      return { what, goal: `>= ${least} x CRUD`, measured: `${figure(ratio)} x`, met: ratio >= least };
    }),
    ...(kind === 'list' ? [] : [8]).map((callers) => {
      const ratio = p99Ratio(rounds, kind, callers);
      const what = `${KINDS[kind]}, ${callers} callers, p99`;
      return { what, goal: `<= ${MAX_P99} x CRUD`, measured: `${figure(ratio)} x`, met: ratio <= MAX_P99 };
    }),
  ]);

const notesOf = (events: number) => [
  `The CRUD server is koa and pg, with tables of today's values. For a change it reads session and role, locks the row, updates it, writes an audit row with the values before and after, for a status a mail row for each reader, and answers the row: one transaction. Bodies and answers are checked by the portal's schemas. Its rows are the portal's, and both gave the same answers before the rounds.`,
  `${DEALERS} dealers with ${SITES_EACH} sites each; every caller is a dealer with a session of its own, over kept connections. Portal and CRUD server are a process each on one PostgreSQL, in turns.`,
  `Each answered change has its audit row in the CRUD server. No answer of the portal was marked \`X-Projection: catching-up\`. Proved afterwards over ${figure(events)} events: dense positions and revisions, no event twice, each acknowledged one at its position, index equal to log, every read model equal to its rebuild.`,
];
