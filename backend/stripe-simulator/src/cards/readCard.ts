import type Stripe from 'stripe';
import { cardError } from '../failures.ts';
import { TEST_CARDS, type TestCard } from './testCards.ts';

/** A card as a person typed it into the card form. */
export interface TypedCard {
  readonly number: string;
  readonly exp_month: number;
  readonly exp_year: number;
  readonly cvc: string | undefined;
}

export interface KnownCard {
  readonly test: TestCard;
  readonly exp_month: number;
  readonly exp_year: number;
  readonly cvcGiven: boolean;
}

/**
 * Checks a typed card. Only test cards pass: any other number is declined and kept nowhere, so that somebody who
 * types a card of their own loses nothing.
 * @throws StripeFailure 402 card_error naming the field
 */
export function readCard(typed: TypedCard, now: Date): KnownCard {
  const number = typed.number.replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number))
    throw cardError('Your card number is incorrect.', { code: 'incorrect_number', param: 'number' });
  const year = typed.exp_year < 100 ? 2_000 + typed.exp_year : typed.exp_year;
  if (typed.exp_month < 1 || typed.exp_month > 12)
    throw cardError("Your card's expiration month is invalid.", {
      code: 'invalid_expiry_month',
      param: 'exp_month',
    });
  const months = year * 12 + typed.exp_month - (now.getUTCFullYear() * 12 + now.getUTCMonth() + 1);
  if (months < 0 || months > 50 * 12)
    throw cardError("Your card's expiration year is invalid.", {
      code: 'invalid_expiry_year',
      param: 'exp_year',
    });
  const test = TEST_CARDS.find((known) => known.number === number);
  if (
    typed.cvc !== undefined &&
    !new RegExp(`^\\d{${test?.brand === 'amex' ? '3,4' : '3'}}$`).test(typed.cvc)
  )
    throw cardError("Your card's security code is invalid.", { code: 'invalid_cvc', param: 'cvc' });
  if (test === undefined)
    throw cardError('Your card was declined. Your request was in test mode, but used a non test card.', {
      code: 'card_declined',
      decline_code: 'test_mode_live_card',
    });
  return { test, exp_month: typed.exp_month, exp_year: year, cvcGiven: typed.cvc !== undefined };
}

export function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** What Stripe shows of a card: brand, last four digits, expiry. */
export function shownCard({ test, exp_month, exp_year, cvcGiven }: KnownCard): Stripe.PaymentMethod.Card {
  return {
    brand: test.brand,
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: cvcGiven ? 'pass' : null,
    },
    country: 'US',
    display_brand: test.brand === 'amex' ? 'american_express' : test.brand,
    exp_month,
    exp_year,
    fingerprint: `sim${test.number.slice(-4)}${test.brand}`,
    funding: 'credit',
    generated_from: null,
    last4: test.number.slice(-4),
    networks: { available: [test.brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  };
}
