import { cardError } from '../failures.ts';

/** Stripe's reason for a decline. */
export interface Decline {
  readonly code: string;
  readonly decline_code?: string;
  readonly message: string;
}

/** How a card behaves. */
export interface Behaviour {
  /** Null: the money is taken. */
  readonly charge: Decline | null;
  /** Null: it can be kept for later. */
  readonly setup: Decline | null;
  /** When its owner is asked. `unlessSetUp`: until it was kept with the owner's answer. */
  readonly authentication: 'never' | 'unlessSetUp' | 'always';
  /** Its owner disputes each charge, or asks the bank about it. */
  readonly disputes?: 'dispute' | 'inquiry';
  /** A refund is accepted, then returned by the bank. */
  readonly refundFails?: true;
}

interface TestCard {
  readonly number: string;
  readonly brand: 'visa' | 'mastercard' | 'amex';
  readonly behaviour: Behaviour;
  /** Stripe's ready-made payment method, which server code uses instead of a number. */
  readonly paymentMethod: string;
}

const GOOD: Behaviour = { charge: null, setup: null, authentication: 'never' };
const declined = (decline_code: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  decline_code,
  message,
});
const bad = (decline: Decline): Behaviour => ({ charge: decline, setup: decline, authentication: 'never' });

const card = (
  number: string,
  paymentMethod: string,
  behaviour: Behaviour,
  brand: TestCard['brand'] = 'visa',
): TestCard => ({ number, brand, behaviour, paymentMethod });

/** The simulated cards, a part of https://docs.stripe.com/testing. */
export const TEST_CARDS: readonly TestCard[] = [
  card('4242424242424242', 'pm_card_visa', GOOD),
  card('5555555555554444', 'pm_card_mastercard', GOOD, 'mastercard'),
  card('378282246310005', 'pm_card_amex', GOOD, 'amex'),
  card('4000000000000002', 'pm_card_visa_chargeDeclined', bad(declined('generic_decline'))),
  card(
    '4000000000009995',
    'pm_card_visa_chargeDeclinedInsufficientFunds',
    bad(declined('insufficient_funds', 'Your card has insufficient funds.')),
  ),
  card(
    '4000000000000069',
    'pm_card_chargeDeclinedExpiredCard',
    bad({ code: 'expired_card', message: 'Your card has expired.' }),
  ),
  card('4000000000000341', 'pm_card_chargeCustomerFail', {
    ...GOOD,
    charge: declined('generic_decline'),
  }),
  card('4000002500003155', 'pm_card_authenticationRequiredOnSetup', {
    ...GOOD,
    authentication: 'unlessSetUp',
  }),
  card('4000002760003184', 'pm_card_authenticationRequired', { ...GOOD, authentication: 'always' }),
  card('4000000000000259', 'pm_card_createDispute', { ...GOOD, disputes: 'dispute' }),
  card('4000000000001976', 'pm_card_createDisputeInquiry', { ...GOOD, disputes: 'inquiry' }),
  card('4000000000005126', 'pm_card_refundFail', { ...GOOD, refundFails: true }),
];

export interface KnownCard {
  readonly test: TestCard;
  readonly exp_month: number;
  readonly exp_year: number;
}

/**
 * Checks a typed card. Any number but a test card's is declined and kept nowhere.
 * @throws StripeFailure 402 card_error naming the field
 */
export function readCard(
  typed: Omit<KnownCard, 'test'> & { readonly number: string; readonly cvc: string },
  now: Date,
): KnownCard {
  if (typed.exp_month < 1 || typed.exp_month > 12)
    throw cardError("Your card's expiration month is invalid.", {
      code: 'invalid_expiry_month',
      param: 'exp_month',
    });
  const months = typed.exp_year * 12 + typed.exp_month - (now.getUTCFullYear() * 12 + now.getUTCMonth() + 1);
  if (months < 0 || months > 50 * 12)
    throw cardError("Your card's expiration year is invalid.", {
      code: 'invalid_expiry_year',
      param: 'exp_year',
    });
  const test = TEST_CARDS.find((known) => known.number === typed.number);
  if (!(test?.brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/).test(typed.cvc))
    throw cardError("Your card's security code is invalid.", { code: 'invalid_cvc', param: 'cvc' });
  if (test === undefined)
    throw cardError('Your card was declined. Your request was in test mode, but used a non test card.', {
      code: 'card_declined',
      decline_code: 'test_mode_live_card',
    });
  return { test, exp_month: typed.exp_month, exp_year: typed.exp_year };
}
