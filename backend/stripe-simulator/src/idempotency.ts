import { StripeFailure } from './failures.ts';
import type { Account } from './state/account.ts';
import type { KeptAnswer } from './state/kinds.ts';

/** Stripe keeps a key for a day. */
const KEPT_SECONDS = 24 * 3_600;
const MAX_KEY = 255;

const misuse = (status: 400 | 409, code: string | undefined, message: string) =>
  new StripeFailure(status, { type: 'idempotency_error', message, code });

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
  if (key.length > MAX_KEY)
    throw misuse(400, undefined, `Idempotency keys can have up to ${MAX_KEY} characters.`);
  const kept = account.find('kept', key);
  if (kept === undefined || kept.created + KEPT_SECONDS < account.now()) return null;
  if (kept.endpoint !== endpoint)
    throw misuse(
      400,
      undefined,
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${endpoint}' vs '${kept.endpoint}'). Try using a key other than '${key}' if you meant to execute a different request.`,
    );
  if (kept.fingerprint !== fingerprint)
    throw misuse(
      400,
      undefined,
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    );
  return kept;
}

/** 409: the first request with this key is still running. */
export const keyInUse = (key: string): StripeFailure =>
  misuse(
    409,
    'idempotency_key_in_use',
    `There is currently another in-progress request using this Idempotency Key (${key}). Wait for it to finish, then try again.`,
  );

/** Deletes expired keys. */
export function forgetOldKeys(account: Account): void {
  for (const { id, created } of account.all('kept'))
    if (created + KEPT_SECONDS < account.now()) account.remove('kept', id);
}
