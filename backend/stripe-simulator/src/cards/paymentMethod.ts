import type Stripe from 'stripe';
import { cardError, invalid } from '../failures.ts';
import { group, text } from '../parameters.ts';
import type { Account } from '../state/account.ts';
import { newId } from '../state/ids.ts';
import type { CardBehind } from '../state/kinds.ts';
import { type KnownCard, TEST_CARDS } from './testCards.ts';

export const BILLING_DETAILS = group({ address: group({ country: text, postal_code: text }) });

/** Saves what Stripe shows of a card, and how it behaves, without its number. */
export function newPaymentMethod(
  card: KnownCard,
  billing: ReturnType<typeof BILLING_DETAILS>,
  account: Account,
): Stripe.PaymentMethod {
  const { test, exp_month, exp_year } = card;
  const last4 = test.number.slice(-4);
  const method = {
    id: newId('pm'),
    object: 'payment_method',
    billing_details: { address: billing?.address ?? {} },
    card: {
      brand: test.brand,
      country: 'US',
      exp_month,
      exp_year,
      fingerprint: `sim${last4}${test.brand}`,
      funding: 'credit',
      last4,
    },
    created: account.now(),
    customer: null,
    livemode: false,
    metadata: {},
    type: 'card',
  } as unknown as Stripe.PaymentMethod;
  account.save('card', { id: method.id, behaviour: test.behaviour, setUp: false, spent: false });
  return account.save('payment_method', method);
}

/**
 * The payment method of an id; a ready-made id (`pm_card_visa`) makes a new method each time.
 * @throws StripeFailure 400 resource_missing
 */
export function paymentMethodOf(id: string, account: Account, now: Date): Stripe.PaymentMethod {
  const test = TEST_CARDS.find((known) => known.paymentMethod === id);
  if (test === undefined) return account.get('payment_method', id, 'payment_method');
  const card = { test, exp_month: 12, exp_year: now.getUTCFullYear() + 4 };
  return newPaymentMethod(card, undefined, account);
}

/** @throws StripeFailure 400 when it was used up */
export function cardBehind(method: Stripe.PaymentMethod, account: Account): CardBehind {
  const card = account.get('card', method.id, 'payment_method');
  if (card.spent)
    throw invalid(
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
      { code: 'payment_method_unexpected_state', param: 'payment_method' },
    );
  return card;
}

/** Attaches a method to a customer, unless it is already. */
export function attach(
  method: Stripe.PaymentMethod,
  customer: string,
  account: Account,
): Stripe.PaymentMethod {
  if (method.customer === customer) return method;
  const attached = account.save('payment_method', { ...method, customer });
  account.emit('payment_method.attached', attached);
  return attached;
}

/** Detaches a method from its customer; it can't be used again. */
export function detach(method: Stripe.PaymentMethod, account: Account): Stripe.PaymentMethod {
  const detached = account.save('payment_method', { ...method, customer: null });
  const card = account.find('card', method.id);
  if (card !== undefined) account.save('card', { ...card, spent: true });
  account.emit('payment_method.detached', detached, { customer: method.customer });
  return detached;
}

/** Gives a saved card the digits and expiry of its successor, as the networks' account updaters do. */
export function renew(
  method: Stripe.PaymentMethod,
  successor: { readonly last4: string; readonly exp_month: number; readonly exp_year: number },
  account: Account,
): void {
  if (method.card === undefined) throw new Error('Only cards are renewed.');
  const renewed = account.save('payment_method', { ...method, card: { ...method.card, ...successor } });
  account.emit('payment_method.automatically_updated', renewed, { card: method.card });
}

/** @throws StripeFailure 402 when the card can't be kept */
export function mustKeep(card: CardBehind): void {
  if (card.behaviour.setup !== null)
    throw cardError(card.behaviour.setup.message, { ...card.behaviour.setup });
}
