import { account } from './account.ts';
import { dealer } from './people.ts';
import type { Answer } from './server.ts';

/** Cards of a demo account, paid with by the simulator. */
const CARD_SETTINGS = { publicKey: 'pk', isConfigured: true, accountType: 'demo', simulated: true };
/** A payment that the card on file has made. */
const PAID = {
  success: true,
  status: 'succeeded',
  clientSecret: null,
  paymentIntentId: 'pi_1',
  message: null,
  orderId: 'o1',
};

/** What a dealer with nothing yet who orders and pays is answered, where a spec says nothing else. */
export const ORDER_ANSWERS: Readonly<Record<string, Answer>> = {
  'GET /api/user': dealer,
  'GET /api/accounts/a1': account,
  'GET /api/sites': [],
  'GET /api/migrations': [],
  'GET /api/payment-method': null,
  'GET /api/user-has-payment-method': { hasPaymentMethod: true },
  'GET /api/stripe-config': CARD_SETTINGS,
  'POST /api/create-payment-intent': PAID,
};
