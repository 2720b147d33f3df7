import { cardError } from '../failures.ts';
import { TEST_CARDS, type TestCard } from './testCards.ts';

/** A card as a person typed it into the card form. */
interface TypedCard {
  readonly number: string;
  readonly exp_month: number;
  readonly exp_year: number;
  readonly cvc: string;
}

export interface KnownCard {
  readonly test: TestCard;
  readonly exp_month: number;
  readonly exp_year: number;
}

/**
 * Checks a typed card. Any number but a test card's is declined and kept nowhere.
 * @throws StripeFailure 402 card_error naming the field
 */
export function readCard(typed: TypedCard, now: Date): KnownCard {
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
