/** Too much work is queued; answered with 503 and Retry-After. */
export class QueueFull extends Error {
  constructor() {
    super('Too much of this work is waiting already');
    this.name = 'QueueFull';
  }
}

/** Who waits: `place` names groups from the widest to the narrowest, e.g. networks; `first`: before all others. */
export interface Turn {
  readonly place: readonly string[];
  readonly first?: boolean;
  /** Aborted where it waits no more: it leaves the queue. */
  readonly signal?: AbortSignal | undefined;
}

interface Waiter {
  go(): void;
  refuse(): void;
}

/** A group and what waits in it. A map keeps its order: the group whose turn is next comes first. */
interface Group {
  count: number;
  readonly groups: Map<string, Group>;
  readonly waiters: Waiter[];
}

const emptyGroup = (): Group => ({ count: 0, groups: new Map(), waiters: [] });

function add(group: Group, [name, ...narrower]: readonly string[], waiter: Waiter): void {
  group.count += 1;
  if (name === undefined) {
    group.waiters.push(waiter);
    return;
  }
  const inner = group.groups.get(name) ?? emptyGroup();
  group.groups.set(name, inner);
  add(inner, narrower, waiter);
}

/** Removes this waiter; false if it waits no more. */
function leave(group: Group, [name = '', ...narrower]: readonly string[], waiter: Waiter): boolean {
  const inner = group.groups.get(name);
  const index = group.waiters.indexOf(waiter);
  if (inner === undefined ? index === -1 : !leave(inner, narrower, waiter)) return false;
  if (inner === undefined) group.waiters.splice(index, 1);
  else if (inner.count === 0) group.groups.delete(name);
  group.count -= 1;
  return true;
}

/** Removes a waiter: of the inner group that `choose` names, which then has its next turn last. */
function remove(
  group: Group,
  choose: (groups: ReadonlyMap<string, Group>) => string | undefined,
  end: 'oldest' | 'newest',
): Waiter | undefined {
  const name = choose(group.groups);
  const inner = name === undefined ? undefined : group.groups.get(name);
  const removed =
    inner === undefined
      ? end === 'oldest'
        ? group.waiters.shift()
        : group.waiters.pop()
      : remove(inner, choose, end);
  if (removed !== undefined) group.count -= 1;
  if (name !== undefined && inner !== undefined) {
    if (end === 'oldest' || inner.count === 0) group.groups.delete(name);
    if (end === 'oldest' && inner.count > 0) group.groups.set(name, inner);
  }
  return removed;
}

const inTurn = (groups: ReadonlyMap<string, Group>) => groups.keys().next().value;
const largest = (groups: ReadonlyMap<string, Group>) =>
  [...groups].reduce<[string, Group] | undefined>(
    (most, one) => (most === undefined || one[1].count > most[1].count ? one : most),
    undefined,
  )?.[0];

/**
 * Runs at most `slots` pieces of work at a time. Others wait; groups take turns, and so do the groups within them. Where
 * `mostWaiting` wait, the largest group loses its newest; a newcomer of the largest is refused itself. Those who come
 * first have as many places of their own.
 * @throws QueueFull, the signal's reason if it was aborted while it waited
 */
export function groupedQueue(
  slots: number,
  mostWaiting: number,
): <Result>(turn: Turn, work: () => Promise<Result>) => Promise<Result> {
  const first = emptyGroup();
  const others = emptyGroup();
  let free = slots;

  const wait = ({ place, first: comesFirst = false, signal }: Turn) =>
    new Promise<void>((go, refuse) => {
      const queue = comesFirst ? first : others;
      if (queue.count >= mostWaiting) {
        const own = queue.groups.get(place[0] ?? '')?.count ?? 0;
        const most = queue.groups.get(largest(queue.groups) ?? '')?.count ?? 0;
        if (most <= own + 1) throw new QueueFull();
        remove(queue, largest, 'newest')?.refuse();
      }
      const abort = () => leave(queue, place, waiter) && refuse(signal?.reason);
      const waiter = {
        go: () => {
          signal?.removeEventListener('abort', abort);
          go();
        },
        refuse: () => refuse(new QueueFull()),
      };
      add(queue, place, waiter);
      signal?.addEventListener('abort', abort, { once: true });
    });

  return async (turn, work) => {
    if (free > 0) free -= 1;
    else await wait(turn);
    try {
      return await work();
    } finally {
      const next = remove(first, inTurn, 'oldest') ?? remove(others, inTurn, 'oldest');
      if (next === undefined) free += 1;
      else next.go();
    }
  };
}
