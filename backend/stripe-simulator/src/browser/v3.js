import { SimulatedStripe } from './stripe.js';

/**
 * Stripe's constructor, simulated. Load this module before `loadStripe` is called (from `@stripe/stripe-js/pure`).
 * @param {string} publishableKey
 */
function Stripe(publishableKey) {
  if (!publishableKey.startsWith('pk_test_sim_'))
    throw new Error('The Stripe simulator takes publishable keys of the form pk_test_sim_… only.');
  return new SimulatedStripe(publishableKey);
}

/** The release that @stripe/stripe-js 10 expects. */
Stripe.version = 'endive';

Object.assign(window, { Stripe });
