import { setTimeout as sleep } from 'node:timers/promises';
import type { ResultTable } from '@portal/tools/markdown.ts';
import {
  callersFor,
  figure,
  type Measured,
  median,
  perSecond,
  quantile,
  spread,
} from '@portal/tools/statistics.ts';
import { atLeast, atMost, type BenchOptions, type GoalResult, inTurns, ratios } from './bench.ts';
import type { Customer } from './customers.ts';
import type { HttpCaller } from './httpCaller.ts';

/** Dealers that call, and their sites each. */
export const DEALERS = 32;
export const SITES_EACH = 20;
const CALLERS = [1, 8, 32];
/** Mails are written after the answers; the rest of them must not slow the other side's turn. */
const MAILS_WRITTEN_MS = 1_000;

/** What dealers do, each kind in rounds of its own. */
const KINDS = {
  notes: 'PATCH /api/sites/{id} {site_notes}',
  status: 'PATCH /api/sites/{id} {status}, mails written',
  list: `GET /api/sites of ${SITES_EACH} sites`,
} as const;
export type Kind = keyof typeof KINDS;

/** A server that dealers call, and what they did. */
export interface Side {
  readonly dealers: readonly Pick<Customer, 'caller' | 'sites'>[];
  readonly turns: number[];
  readonly inactive: Set<string>;
  /** Log positions of answered changes, by event type; a CRUD server has none. */
  readonly acknowledged: Map<string, string[]>;
  changes: number;
  statusChanges: number;
}

/** @param callers of the customers; default: their own */
export const newSide = (customers: readonly Customer[], callers: readonly HttpCaller[] = []): Side => ({
  dealers: customers.map(({ caller, sites }, index) => ({ caller: callers[index] ?? caller, sites })),
  turns: customers.map(() => 0),
  inactive: new Set(),
  acknowledged: new Map(),
  changes: 0,
  statusChanges: 0,
});

/** What two servers did with so many callers, round by round. */
interface Compared {
  readonly kind: Kind;
  readonly callers: number;
  readonly ours: readonly Measured[];
  readonly theirs: readonly Measured[];
}

/** Both servers are called in turns: each kind of call by each number of callers. */
export async function compareServers(
  [one, two]: readonly [Side, Side],
  { quick, say }: BenchOptions,
): Promise<readonly Compared[]> {
  const [rounds, seconds] = quick ? [1, 0.3] : [9, 1.5];
  const compared: Compared[] = [];
  for (const kind of Object.keys(KINDS) as Kind[]) {
    for (const callers of CALLERS) {
      say(`${KINDS[kind]} by ${callers}`);
      const callOf = (side: Side) => async () => {
        const turn = await callersFor(callers, seconds, (caller) => act(side, caller, kind));
        if (kind === 'status' && !quick) await sleep(MAILS_WRITTEN_MS);
        return turn;
      };
      compared.push({
        kind,
        callers,
        ...(await inTurns(rounds, { ours: callOf(one), theirs: callOf(two) })),
      });
    }
  }
  return compared;
}

const latency = (part: number) => (one: Measured) => quantile(one.latencies, part);
const ratiosOf = ({ ours, theirs }: Compared, of: (one: Measured) => number) =>
  ratios(ours.map(of), theirs.map(of));
const nameOf = ({ kind, callers }: Compared) =>
  `${KINDS[kind]}, ${callers === 1 ? '1 caller' : `${callers} callers`}`;

/** Calls a second over the other server's. */
export const rateGoal = (compared: Compared, least: number, other: string): GoalResult =>
  atLeast(nameOf(compared), least, median(ratiosOf(compared, perSecond)), ' x', ` ${other}`);

/** p99 over the other server's. */
export function p99Goal(compared: Compared, most: number, other: string): GoalResult {
  const ratio = median(ratiosOf(compared, latency(0.99)));
  return { ...atMost(`${nameOf(compared)}, p99`, most, ratio, ' x'), goal: `<= ${most} x ${other}` };
}

/** @param names of the servers */
export function comparedTable(all: readonly Compared[], names: readonly [string, string]): ResultTable {
  const rows = all.map((compared) => {
    const { kind, callers, ours, theirs } = compared;
    const both = (of: (measured: Measured) => number) =>
      `${figure(median(ours.map(of)))} / ${figure(median(theirs.map(of)))}`;
    const rates = [ours.map(perSecond), theirs.map(perSecond), ratiosOf(compared, perSecond)].map(spread);
    return [KINDS[kind], String(callers), ...rates, both(latency(0.5)), both(latency(0.99))];
  });
  return {
    columns: ['what', 'callers', `${names[0]}/s`, `${names[1]}/s`, 'ratio', 'p50 ms', 'p99 ms'],
    rows,
  };
}

/**
 * The next call of a dealer. @returns the body of its answer
 * @throws Error if it is answered before its read models
 */
export async function act(side: Side, dealer: number, kind: Kind): Promise<unknown> {
  const turn = (side.turns[dealer] ?? 0) + 1;
  side.turns[dealer] = turn;
  const { caller, sites } = side.dealers[dealer] as Side['dealers'][number];
  if (kind === 'list') return JSON.parse((await caller.expect(200, 'GET', '/api/sites')).text);
  const site = sites[turn % sites.length] ?? '';
  const isInactive = kind === 'status' && side.inactive.delete(site);
  if (kind === 'status' && !isInactive) side.inactive.add(site);
  const body =
    kind === 'notes' ? { site_notes: `Note ${turn}` } : { status: isInactive ? 'active' : 'inactive' };
  const { headers, text } = await caller.expect(200, 'PATCH', `/api/sites/${site}`, body);
  side.changes += 1;
  if (kind === 'status') side.statusChanges += 1;
  if (headers['x-projection'] !== undefined) throw new Error('An answer came before its read models.');
  const position = headers['x-log-position'];
  if (typeof position === 'string') {
    const type = kind === 'notes' ? 'SiteDetailsChanged' : isInactive ? 'SiteReactivated' : 'SiteDeactivated';
    side.acknowledged.set(type, [...(side.acknowledged.get(type) ?? []), position]);
  }
  return JSON.parse(text);
}
