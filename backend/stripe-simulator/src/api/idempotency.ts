import { StripeFailure } from '../failures.ts';
import type { Account } from '../state/account.ts';
import type { KeptAnswer } from '../state/kinds.ts';

/** Stripe keeps a key for a day. */
const KEPT_SECONDS = 24 * 3_600;
const MAX_KEY = 255;

const misuse = (message: string) => new StripeFailure(400, { type: 'idempotency_error', message });

/**
 * The answer kept under a key, null for a new one.
 * @throws StripeFailure 400 idempotency_error for the same key with another address or other parameters
 */
export function keptAnswer(
  key: string,
  endpoint: string,
  fingerprint: string,
  account: Account,
): KeptAnswer | null {
  if (key.length > MAX_KEY) throw misuse(`Idempotency keys can have up to ${MAX_KEY} characters.`);
  const kept = account.find('kept', key);
  if (kept === undefined || isOld(kept, account)) return null;
  if (kept.endpoint !== endpoint)
    throw misuse(
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${endpoint}' vs '${kept.endpoint}').`,
    );
  if (kept.fingerprint !== fingerprint)
    throw misuse(
      'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    );
  return kept;
}

const isOld = ({ created }: KeptAnswer, account: Account) => created + KEPT_SECONDS < account.now();

/** 409: the first request with this key is still running. */
export const keyInUse = (key: string): StripeFailure =>
  new StripeFailure(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotency Key (${key}). Wait for it to finish, then try again.`,
  });

/** Deletes expired keys. */
export function forgetOldKeys(account: Account): void {
  for (const kept of account.all('kept')) if (isOld(kept, account)) account.remove('kept', kept.id);
}
