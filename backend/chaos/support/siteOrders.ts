import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStore } from '@portal/event-store';
import { HttpClient } from '@portal/server/test/support/httpClient.ts';
import { adminAt, approvedDealer } from '@portal/server/test/support/people.ts';
import { siteOrder } from '@portal/server/test/support/testPortal.ts';
import { pagesOf } from './logOfCommands.ts';

const DEALERS = 4;
/** Pause before an order is sent again under its key. */
const AFTER_FAILURE_MS = 100;
const SETTLED_AT_ONCE = 8;

export type SiteOrders = Awaited<ReturnType<typeof siteOrders>>;

/** Site orders of new dealers at a portal. */
export async function siteOrders(url: string) {
  let portals: readonly string[] = [url];
  let sent = 0;
  // scenarios on EventStoreDB share a log and a database
  const own = randomUUID().slice(0, 8);
  const admin = await adminAt(url);
  const dealers: HttpClient[] = [];
  for (let n = 0; n < DEALERS; n += 1) dealers.push(await approvedDealer(url, admin, `orders-${own}-${n}`));

  const acknowledged = new Map<string, string>();
  const open = new Set<string>();
  const statuses = new Map<number, number>();
  const timed: { readonly sentAt: number; readonly answeredAt: number }[] = [];
  let slowestMs = 0;
  let next = 0;
  let stopped = true;
  let workers: Promise<unknown> = Promise.resolve();

  async function send(index: number): Promise<number> {
    const name = `Order ${index} of ${own}`;
    open.add(name);
    const sentAt = Date.now();
    const dealer = dealers[index % DEALERS] as HttpClient;
    sent += 1;
    const from = new HttpClient(portals[sent % portals.length] as string);
    for (const [cookie, value] of dealer.cookies) from.cookies.set(cookie, value);
    const answered = await from
      .post('/api/sites', siteOrder({ site_name: name }), { 'Idempotency-Key': `order-${index}` })
      .catch(() => null);
    slowestMs = Math.max(slowestMs, Date.now() - sentAt);
    const status = answered?.status ?? 0;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status === 201) {
      acknowledged.set(name, answered?.json.id);
      open.delete(name);
      timed.push({ sentAt, answeredAt: Date.now() });
    }
    return status;
  }

  async function work(): Promise<void> {
    while (!stopped) {
      next += 1;
      const index = next;
      while ((await send(index)) !== 201 && !stopped) await sleep(AFTER_FAILURE_MS);
    }
  }

  return {
    /** Ids of orders that were answered with 201, by site name. */
    acknowledged: acknowledged as ReadonlyMap<string, string>,
    /** Orders that were sent and not acknowledged. */
    open: open as ReadonlySet<string>,
    /** Number of answers by status; 0 for a broken or refused connection. */
    statuses: statuses as ReadonlyMap<number, number>,
    /** Time (`Date.now`) of the first acknowledgement of an order sent, or answered, at or after this time; null for none. */
    async firstAcknowledged(since: { readonly sentAt: number } | { readonly answeredAt: number }) {
      const found = timed.filter(({ sentAt, answeredAt }) =>
        'sentAt' in since ? sentAt >= since.sentAt : answeredAt >= since.answeredAt,
      );
      return found.length === 0 ? null : Math.min(...found.map(({ answeredAt }) => answeredAt));
    },
    /** Milliseconds of the slowest answer, of whatever status. */
    get slowestMs() {
      return slowestMs;
    },
    /** Sends orders, `atOnce` at a time, and repeats each until it is acknowledged. */
    start(atOnce: number) {
      stopped = false;
      workers = Promise.all(Array.from({ length: atOnce }, work));
    },
    /** Sends orders to other portals from now on, to each in turn. */
    moveTo(...urls: readonly string[]) {
      portals = urls;
    },
    /** Stops and waits for open requests. */
    async stop() {
      stopped = true;
      await workers;
    },
    /** Repeats every open order until it is acknowledged. @throws Error if one is refused */
    async settle() {
      const left = [...open];
      const settleNext = async () => {
        for (let name = left.shift(); name !== undefined; name = left.shift()) {
          const index = Number.parseInt(name.slice('Order '.length), 10);
          let status = 0;
          for (let tries = 0; tries < 60 && status !== 201; tries += 1) {
            status = await send(index);
            // 409: the key is still held by a killed portal
            if (status !== 201) await sleep(250);
          }
          if (status !== 201) throw new Error(`${name} was last answered with ${status}.`);
        }
      };
      await Promise.all(Array.from({ length: SETTLED_AT_ONCE }, settleNext));
    },
  };
}

/** Compares acknowledged orders with the log. */
export async function ordersInLog(store: EventStore, orders: SiteOrders) {
  const ids = new Map<string, string[]>();
  const next = new Map<string, bigint>();
  /** Streams whose revisions have gaps. */
  const gaps = new Set<string>();
  // scenarios on EventStoreDB share a log
  const isOwn = (name: string) => orders.acknowledged.has(name) || orders.open.has(name);
  for await (const events of pagesOf(store)) {
    for (const { stream, revision, type, data } of events) {
      if (revision !== (next.get(stream) ?? 0n)) gaps.add(stream);
      next.set(stream, revision + 1n);
      if (type !== 'SiteRequested') continue;
      const { siteId, siteName } = JSON.parse(data);
      ids.set(siteName, [...(ids.get(siteName) ?? []), siteId]);
    }
  }
  return {
    /** Acknowledged, but not in the log with the answered id. */
    lost: [...orders.acknowledged].filter(([name, id]) => !ids.get(name)?.includes(id)).map(([name]) => name),
    doubled: [...ids].filter(([name, found]) => found.length > 1 && isOwn(name)).map(([name]) => name),
    gaps: [...gaps],
  };
}
