import { invalid, missing } from '../failures.ts';
import type { FormGroup } from '../form.ts';
import { created, integer, list, type Parsed, readGroup, type Shape, text } from '../parameters.ts';
import type { Account } from '../state/account.ts';

/** The context of a call. */
export interface Call {
  readonly account: Account;
  /** The id in the address, '' where there is none. */
  readonly id: string;
  readonly now: Date;
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** `/v1/customers/:id`. */
  readonly path: string;
  /** Checks the parameters. @returns the work */
  readonly prepare: (form: FormGroup) => (call: Call) => unknown;
}

/** One call of the API. Each takes `expand`: names of fields to answer as objects instead of ids. */
export function route<S extends Shape>(
  method: Route['method'],
  path: string,
  shape: S,
  run: (params: Parsed<S>, call: Call) => unknown,
): Route {
  return {
    method,
    path,
    prepare: (form) => {
      const params = readGroup(form, { ...shape, expand: list(text) });
      return (call) => {
        const paths = params.expand ?? [];
        return paths.reduce(
          (answer, at) => expanded(answer, at.split('.'), at, call.account),
          run(params, call),
        );
      };
    },
  };
}

const KINDS = [
  'customer',
  'payment_method',
  'payment_intent',
  'setup_intent',
  'charge',
  'refund',
  'dispute',
] as const;
type ShownKind = (typeof KINDS)[number];

/** Puts objects in place of ids, along a path such as `latest_charge` or `data.customer`. */
function expanded(value: unknown, keys: readonly string[], path: string, account: Account): unknown {
  const [key, ...rest] = keys;
  if (Array.isArray(value)) return value.map((item) => expanded(item, keys, path, account));
  if (key === undefined || value === null) return value;
  const named = Object(value)[key];
  const found =
    typeof named === 'string' ? KINDS.flatMap((kind) => account.find(kind, named) ?? [])[0] : named;
  if (typeof found !== 'object')
    throw invalid(`This property cannot be expanded (${path}).`, { param: 'expand' });
  return { ...Object(value), [key]: expanded(found, rest, path, account) };
}

export const retrieve = (kind: ShownKind): Route =>
  route('GET', `/v1/${kind}s/:id`, {}, (_, { account, id }) => account.get(kind, id, 'id', 404));

type Filter = 'charge' | 'customer' | 'payment_intent' | 'payment_method';
const MAX_LIMIT = 100;

/** A page of a list as Stripe answers it, newest first. @param filters its fields that it can be filtered by */
export function listOf(kind: ShownKind, ...filters: readonly Filter[]): Route {
  const url = `/v1/${kind}s`;
  const fields = Object.fromEntries(filters.map((field) => [field, text]));
  const shape = { ...fields, created, starting_after: text, limit: integer };
  return route('GET', url, shape, (params, { account }) => {
    const { starting_after: after, limit = 10, created, ...wanted } = params;
    if (limit < 1 || limit > MAX_LIMIT)
      throw invalid(`This value must be between 1 and ${MAX_LIMIT}. The limit was ${limit}.`, {
        param: 'limit',
      });
    const fits = (item: Record<string, unknown>) =>
      Object.entries(wanted).every(([field, value]) => value === undefined || item[field] === value) &&
      (created?.(Number(item.created)) ?? true);
    const found = account.all(kind).filter((item) => fits({ ...item }));
    found.reverse();
    const first = after === undefined ? 0 : found.findIndex(({ id }) => id === after) + 1;
    if (after !== undefined && first === 0) throw missing('object', after, 'starting_after');
    const data = found.slice(first, first + limit);
    return { object: 'list', data, has_more: found.length > first + limit, url };
  });
}

/** @returns null for an address the simulator doesn't know */
export function matchRoute(routes: readonly Route[], method: string, path: string) {
  for (const route of routes) {
    if (route.method !== method) continue;
    const found = new RegExp(`^${route.path.replace(/:id/, '([\\w-]{1,100})')}$`).exec(path);
    if (found !== null) return { route, id: found[1] ?? '' };
  }
  return null;
}
