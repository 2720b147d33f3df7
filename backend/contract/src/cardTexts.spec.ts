import { expect, it } from 'vitest';
import { providerText } from './cardTexts.ts';

const PAYMENT_FAILED = 'An error occurred during payment.';

// Proves S1-8-payments-2, S2-8-pay
it.each([
  [{ code: 'card_declined', message: 'Your card was declined.' }, 'Your card was declined.'],
  [
    { code: 'payment_intent_authentication_failure', message: 'The provided PaymentMethod has failed …' },
    'Your bank could not confirm that this payment is yours.',
  ],
  [
    { code: 'setup_intent_authentication_failure', message: 'The provided PaymentMethod has failed …' },
    'Your bank could not confirm that this card is yours.',
  ],
  [{}, PAYMENT_FAILED],
  [undefined, PAYMENT_FAILED],
])('the provider’s error %j is shown as %s', (error, text) =>
  expect(providerText(error, PAYMENT_FAILED)).toBe(text),
);
