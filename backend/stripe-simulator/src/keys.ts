import { createHash } from 'node:crypto';

const SECRET_KEY = /^sk_(test|live)_sim_[A-Za-z0-9]{4,80}$/;

/** True for `sk_test_sim_…`, and `sk_live_sim_…`, which imitates a live account. */
export const isSimulatedKey = (secretKey: string): boolean => SECRET_KEY.test(secretKey);

/** Whether the objects of an account have `livemode: true`. */
export const playsLive = (secretKey: string): boolean => secretKey.startsWith('sk_live_');

/** The publishable key of a simulated account. */
export function publishableKeyOf(secretKey: string): string {
  return `pk_test_sim_${createHash('sha256').update(secretKey).digest('hex').slice(0, 24)}`;
}

/** @throws Error of one line for a real key, or one given twice */
export function mustBeSimulatedKeys(secretKeys: readonly string[]): void {
  if (!secretKeys.every(isSimulatedKey))
    throw new Error(
      'The Stripe simulator takes secret keys of the form sk_test_sim_… and sk_live_sim_… only.',
    );
  if (new Set(secretKeys).size !== secretKeys.length)
    throw new Error('The Stripe simulator was given the same secret key twice.');
}
