import { figure } from '@portal/tools/statistics.ts';
import type { Bench } from '../bench.ts';
import { fillCrudDatabase, proveCrud } from '../crudDatabase.ts';
import { makeCustomers } from '../customers.ts';
import {
  act,
  comparedTable,
  compareServers,
  DEALERS,
  type Kind,
  newSide,
  p99Goal,
  rateGoal,
  SITES_EACH,
  type Side,
} from '../dealerCalls.ts';
import { onPostgres } from '../place.ts';

/** Least calls a second by number of callers, as a part of what the CRUD server answers. */
const GOALS: Readonly<Record<Kind, Readonly<Record<number, number>>>> = {
  notes: { 1: 0.5, 8: 0.6, 32: 0.8 },
  status: { 1: 0.5, 8: 0.6, 32: 0.8 },
  list: { 8: 0.8, 32: 0.8 },
};
/** p99 of commands with 8 callers, in times of the CRUD server's. */
const MAX_P99 = 3;

/** The portal, answered with its projections visible, and a CRUD server that does the same, in turns on one PostgreSQL. */
export const crud: Bench = {
  name: 'crud',
  title: 'The portal beside a plain CRUD server',
  run: onPostgres(async (place, options) => {
    const { databaseUrl } = await place.another('crud');
    const portal = await place.startPortal();
    const server = await place.startProgram('../bench/programs/crudServer.ts', { DATABASE_URL: databaseUrl });
    options.say(`registering ${DEALERS} dealers with ${SITES_EACH} sites each`);
    const customers = await makeCustomers(portal, DEALERS, SITES_EACH);
    const ours = newSide(customers);
    const theirs = newSide(customers, await fillCrudDatabase(databaseUrl, server.url, customers));
    await proveSameAnswers(ours, theirs);
    const compared = await compareServers([ours, theirs], options);
    await proveCrud(databaseUrl, theirs);
    const { events } = await place.prove(ours.acknowledged);
    return {
      tables: [comparedTable(compared, ['portal', 'CRUD'])],
      goals: compared.flatMap((one) => {
        const { kind, callers } = one;
        const least = GOALS[kind][callers];
        return [
          ...(least === undefined ? [] : [rateGoal(one, least, 'CRUD')]),
          ...(kind === 'list' || callers !== 8 ? [] : [p99Goal(one, MAX_P99, 'CRUD')]),
        ];
      }),
      notes: notesOf(events),
    };
  }),
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

const notesOf = (events: number) => [
  `The CRUD server is koa and pg, with tables of today's values. For a change it reads session and role, locks the row, updates it, writes an audit row with the values before and after, for a status a mail row for each reader, and answers the row: one transaction. Bodies and answers are checked by the portal's schemas. Its rows are the portal's, and both gave the same answers before the rounds.`,
  `${DEALERS} dealers with ${SITES_EACH} sites each; every caller is a dealer with a session of its own, over kept connections. Portal and CRUD server are a process each on one PostgreSQL, in turns.`,
  `Each answered change has its audit row in the CRUD server. No answer of the portal was marked \`X-Projection: catching-up\`. Proved afterwards over ${figure(events)} events: dense positions and revisions, no event twice, each acknowledged one at its position, index equal to log, every read model equal to its rebuild.`,
];
