import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';

/** The simulator's keys, and the script that stands in for the provider's in its demo mode. */
const SIMULATED = 'pk_test_sim_';
const SIMULATOR: string = '/stripe-simulator/v3.js';

const loaded = new Map<string, Promise<Stripe | null>>();

async function load(publicKey: string): Promise<Stripe | null> {
  // the provider's loader takes the simulator's `window.Stripe` where it is there already
  if (publicKey.startsWith(SIMULATED)) await import(/* @vite-ignore */ SIMULATOR);
  return loadStripe(publicKey);
}

/** The card provider's script for a public key, loaded once; a failed load is tried again by the next caller. */
export function stripeFor(publicKey: string): Promise<Stripe | null> {
  const known = loaded.get(publicKey);
  if (known !== undefined) return known;
  const loading = load(publicKey);
  loaded.set(publicKey, loading);
  loading.catch(() => loaded.delete(publicKey));
  return loading;
}
