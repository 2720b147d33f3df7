import { createHash } from 'node:crypto';

const SECRET_KEY = /^sk_(test|live)_sim_[A-Za-z0-9]{4,80}$/;

/** True for keys that only the simulator knows: `sk_test_sim_…`, and `sk_live_sim_…`, which plays a live account. */
export const isSimulatedKey = (secretKey: string): boolean => SECRET_KEY.test(secretKey);

/** Whether the account of a simulated key says of its objects that they are live. No money moves either way. */
export const playsLive = (secretKey: string): boolean => secretKey.startsWith('sk_live_');

/** The publishable key of a simulated account; the secret one can't be told from it. */
export function publishableKeyOf(secretKey: string): string {
  return `pk_test_sim_${createHash('sha256').update(secretKey).digest('hex').slice(0, 24)}`;
}

/** @throws Error of one line: real keys have no business in a simulator */
export function mustBeSimulatedKeys(secretKeys: readonly string[]): void {
  if (!secretKeys.every(isSimulatedKey))
    throw new Error(
      'The Stripe simulator takes secret keys of the form sk_test_sim_… and sk_live_sim_… only.',
    );
  if (new Set(secretKeys).size !== secretKeys.length)
    throw new Error('The Stripe simulator was given the same secret key twice.');
}
