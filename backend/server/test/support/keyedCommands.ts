import type { Chance } from '@portal/event-store/testing';
import { expected } from './expected.ts';
import { type Answered, HttpClient } from './httpClient.ts';
import { adminAt, approvedDealer } from './people.ts';
import { registration, siteOrder } from './testPortal.ts';

const DEALERS = 8;

/** One change, asked for under a key of its own, whose trace in the log tells it from all others. */
export interface KeyedCommand {
  readonly key: string;
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Cookies of the dealer who asks; none for a registration. */
  readonly cookies: ReadonlyMap<string, string>;
  /** What the log says of it; see `traceOf` of `logOfCommands.ts`. */
  readonly trace: string;
}

interface Dealer {
  readonly cookies: ReadonlyMap<string, string>;
  /** A site of the dealer's own, which edits change. */
  readonly siteId: string;
}

/** Registers dealers, has them approved and orders a site for each. @param prefix of every name, unlike other scenarios' */
export async function dealersWithSites(url: string, prefix: string): Promise<readonly Dealer[]> {
  const admin = await adminAt(url);
  const dealers: Dealer[] = [];
  for (let n = 0; n < DEALERS; n += 1) {
    const name = `${prefix}-dealer-${n}`;
    const client = await approvedDealer(url, admin, name);
    const home = siteOrder({ site_name: `${prefix} Home ${n}` });
    const site = await expected(
      () => client.post('/api/sites', home, { 'Idempotency-Key': `${name}-orders` }),
      201,
    );
    dealers.push({ cookies: client.cookies, siteId: site.json.id });
  }
  return dealers;
}

/**
 * Makes `count` commands: 70% orders of a site (a new stream each), 20% edits (streams with many writers), 10%
 * registrations (three streams and a password).
 */
export function keyedCommands(
  count: number,
  dealers: readonly Dealer[],
  prefix: string,
  chance: Chance,
): readonly KeyedCommand[] {
  return Array.from({ length: count }, (_, n): KeyedCommand => {
    const key = `${prefix}-${n}`;
    const kind = chance.between(1, 10);
    if (kind === 10) {
      const body = registration(key);
      return {
        key,
        method: 'POST',
        path: '/api/register',
        body,
        cookies: new Map(),
        trace: `registered ${key}`,
      };
    }
    const { cookies, siteId } = chance.oneOf(dealers);
    if (kind >= 8) {
      const body = { site_city: `Town ${key}` };
      return {
        key,
        method: 'PATCH',
        path: `/api/sites/${siteId}`,
        body,
        cookies,
        trace: `edited Town ${key}`,
      };
    }
    const body = siteOrder({ site_name: `Site ${key}` });
    return { key, method: 'POST', path: '/api/sites', body, cookies, trace: `ordered Site ${key}` };
  });
}

/** Sends a command once. @param body another one under the same key. @throws Error when no whole answer comes */
export function send(
  url: string,
  { method, path, body: own, key, cookies }: KeyedCommand,
  body: object = own,
): Promise<Answered> {
  const client = new HttpClient(url);
  for (const [name, value] of cookies) client.cookies.set(name, value);
  // registrations of one address are limited: each command has one of some hundred addresses
  const address = `198.51.100.${Number(/\d+$/.exec(key)?.[0] ?? 0) % 250}`;
  const headers = { 'Idempotency-Key': key, 'X-Forwarded-For': address };
  return client.send(method, path, { json: body, headers });
}

/** True for an answer that says it was done. */
export const isDone = ({ status }: Answered): boolean => status === 200 || status === 201;

/** Works on each of them, so many at a time, in order. */
export async function inTurn<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
