import { setTimeout as sleep } from 'node:timers/promises';
import {
  callersFor,
  figure,
  type Measured,
  median,
  perSecond,
  quantile,
  spread,
} from '@portal/tools/statistics.ts';
import type { HttpCaller } from './httpCaller.ts';

/** Dealers that call, and their sites each. */
export const DEALERS = 32;
export const SITES_EACH = 20;
const CALLERS = [1, 8, 32] as const;
/** Mails are written after the answers; the rest of them must not slow the other side's turn. */
const MAILS_WRITTEN_MS = 1_000;

/** What dealers do, each kind in rounds of its own. */
export const KINDS = {
  notes: 'PATCH /api/sites/{id} {site_notes}',
  status: 'PATCH /api/sites/{id} {status}, mails written',
  list: `GET /api/sites of ${SITES_EACH} sites`,
} as const;
export type Kind = keyof typeof KINDS;
export const ALL_KINDS = Object.keys(KINDS) as readonly Kind[];

/** A server that dealers call, and what they did. */
export interface Side {
  readonly callers: readonly HttpCaller[];
  /** Ids of each caller's sites. */
  readonly sites: readonly (readonly string[])[];
  readonly turns: number[];
  readonly inactive: Set<string>;
  /** Log positions of answered changes, by event type; a CRUD server has none. */
  readonly acknowledged: Map<string, string[]>;
  changes: number;
  statusChanges: number;
  /** Answers given before the projections were there. */
  late: number;
}

export const newSide = (callers: readonly HttpCaller[], sites: Side['sites']): Side => ({
  callers,
  sites,
  turns: callers.map(() => 0),
  inactive: new Set(),
  acknowledged: new Map(),
  changes: 0,
  statusChanges: 0,
  late: 0,
});

/** What both sides did in each round, by kind and number of callers. */
export type Rounds = ReadonlyMap<string, readonly (readonly [Measured, Measured])[]>;

/**
 * Both sides call their servers in turns, in alternating order, after a round that warms up.
 * @throws Error if an answer came before its projections
 */
export async function takeTurns(
  [ours, theirs]: readonly [Side, Side],
  { quick, say }: { readonly quick: boolean; say(line: string): void },
): Promise<Rounds> {
  const rounds = quick ? 1 : 9;
  const seconds = quick ? 0.3 : 1.5;
  const measured = new Map<string, (readonly [Measured, Measured])[]>();
  for (let round = 0; round <= rounds; round += 1) {
    say(`round ${round} of ${rounds}`);
    for (const kind of ALL_KINDS) {
      for (const callers of CALLERS) {
        const run = async (side: Side) => {
          const turn = await callersFor(callers, seconds, (caller) => act(side, caller, kind));
          if (kind === 'status' && !quick) await sleep(MAILS_WRITTEN_MS);
          return turn;
        };
        const first = round % 2 === 0 ? await run(theirs) : null;
        const one = await run(ours);
        const pair = [one, first ?? (await run(theirs))] as const;
        const name = `${kind} ${callers}`;
        if (round > 0) measured.set(name, [...(measured.get(name) ?? []), pair]);
      }
    }
  }
  const late = ours.late + theirs.late;
  if (late > 0) throw new Error(`${late} answers came before their projections were there.`);
  return measured;
}

const pairsOf = (rounds: Rounds, kind: Kind, callers: number) => rounds.get(`${kind} ${callers}`) ?? [];
const ratios = (pairs: readonly (readonly [Measured, Measured])[], of: (one: Measured) => number) =>
  pairs.map(([one, two]) => of(one) / of(two));
const latency = (part: number) => (one: Measured) => quantile(one.latencies, part);

/** How many times as fast the first side is: the median of the rounds. */
export const rateRatio = (rounds: Rounds, kind: Kind, callers: number): number =>
  median(ratios(pairsOf(rounds, kind, callers), perSecond));

/** How many times as long the first side's p99 is: the median of the rounds. */
export const p99Ratio = (rounds: Rounds, kind: Kind, callers: number): number =>
  median(ratios(pairsOf(rounds, kind, callers), latency(0.99)));

/** A row for each kind and number of callers. @param names of the sides */
export function turnsTable(rounds: Rounds, [ours, theirs]: readonly [string, string]) {
  const rows = ALL_KINDS.flatMap((kind) =>
    CALLERS.map((callers) => {
      const pairs = pairsOf(rounds, kind, callers);
      const [one, two] = [pairs.map(([first]) => first), pairs.map(([, second]) => second)];
      const both = (of: (measured: Measured) => number) =>
        `${figure(median(one.map(of)))} / ${figure(median(two.map(of)))}`;
      const rates = [one.map(perSecond), two.map(perSecond), ratios(pairs, perSecond)].map(spread);
      return [KINDS[kind], String(callers), ...rates, both(latency(0.5)), both(latency(0.99))];
    }),
  );
  return { columns: ['what', 'callers', `${ours}/s`, `${theirs}/s`, 'ratio', 'p50 ms', 'p99 ms'], rows };
}

/** The next call of a caller. @returns the body of its answer */
export async function act(side: Side, caller: number, kind: Kind): Promise<unknown> {
  const turn = (side.turns[caller] ?? 0) + 1;
  side.turns[caller] = turn;
  const http = side.callers[caller];
  const own = side.sites[caller] ?? [];
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
