import { invalid } from '../failures.ts';
import type { Account } from '../state/account.ts';
import type { Kind } from '../state/kinds.ts';

const KIND_OF: Readonly<Record<string, Kind>> = {
  cus: 'customer',
  pm: 'payment_method',
  pi: 'payment_intent',
  seti: 'setup_intent',
  ch: 'charge',
  re: 'refund',
  dp: 'dispute',
};
const MAX_DEPTH = 4;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Puts objects in place of ids, along paths such as `latest_charge` or `data.customer`.
 * @throws StripeFailure 400 for a path that leads to no id
 */
export function expandFields(answer: unknown, paths: readonly string[], account: Account): unknown {
  return paths.reduce((grown, path) => {
    const keys = path.split('.');
    if (keys.length > MAX_DEPTH) throw cannotExpand(path);
    return expandAt(grown, keys, path, account);
  }, answer);
}

function expandAt(value: unknown, keys: readonly string[], path: string, account: Account): unknown {
  const [key, ...rest] = keys;
  if (Array.isArray(value)) return value.map((item) => expandAt(item, keys, path, account));
  if (key === undefined || value === null) return value;
  if (!isRecord(value) || !Object.hasOwn(value, key)) throw cannotExpand(path);
  const found = objectFor(value[key], path, account);
  return { ...value, [key]: expandAt(found, rest, path, account) };
}

function objectFor(value: unknown, path: string, account: Account): unknown {
  if (typeof value !== 'string') {
    if (value === null || typeof value === 'object') return value;
    throw cannotExpand(path);
  }
  const kind = KIND_OF[value.split('_')[0] ?? ''];
  const found = kind === undefined ? undefined : account.find(kind, value);
  if (found === undefined) throw cannotExpand(path);
  return found;
}

const cannotExpand = (path: string) =>
  invalid(
    `This property cannot be expanded (${path}). You may want to try expanding one of its parts, or to leave it out.`,
    { param: 'expand' },
  );
