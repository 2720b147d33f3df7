import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';

/** Prefix of the simulator's keys, and its script, which replaces the provider's. */
const SIMULATED = 'pk_test_sim_';
const SIMULATOR: string = '/stripe-simulator/v3.js';

/** Loads the card provider's script for a public key. */
export async function stripeFor(publicKey: string): Promise<Stripe | null> {
  // the provider's loader uses an existing `window.Stripe`, here the simulator's
  if (publicKey.startsWith(SIMULATED)) await import(/* @vite-ignore */ SIMULATOR);
  return loadStripe(publicKey);
}
