import type Stripe from 'stripe';
import { cardError, invalid } from '../failures.ts';
import { address, email, fullAddress, group, type ShapeOf, text, unsettable } from '../parameters.ts';
import type { Account } from '../state/account.ts';
import { newId } from '../state/ids.ts';
import type { CardBehind } from '../state/kinds.ts';
import { type KnownCard, shownCard } from './readCard.ts';
import { TEST_CARDS } from './testCards.ts';

export const BILLING_DETAILS = group({
  address: unsettable(address),
  email: unsettable(email),
  name: unsettable(text),
  phone: unsettable(text),
  tax_id: unsettable(text),
} satisfies ShapeOf<Stripe.PaymentMethodCreateParams.BillingDetails>);

type BillingGiven = ReturnType<typeof BILLING_DETAILS>;

export function billingDetails(given: BillingGiven): Stripe.PaymentMethod.BillingDetails {
  return {
    address: fullAddress(given?.address ?? null),
    email: given?.email ?? null,
    name: given?.name ?? null,
    phone: given?.phone ?? null,
    tax_id: given?.tax_id ?? null,
  };
}

/** Keeps what Stripe shows of a card, and how it acts; the number ends here. */
export function newPaymentMethod(
  card: KnownCard,
  billing: BillingGiven,
  metadata: Record<string, string>,
  account: Account,
): Stripe.PaymentMethod {
  const method: Stripe.PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billingDetails(billing),
    card: shownCard(card),
    created: account.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata,
    type: 'card',
  };
  account.save('card', { id: method.id, behaviour: card.test.behaviour, setUp: false, spent: false });
  return account.save('payment_method', method);
}

/**
 * The payment method of an id; a ready-made one (`pm_card_visa`) becomes a method of its own each time, valid for years.
 * @throws StripeFailure 400 resource_missing
 */
export function paymentMethodOf(
  id: string,
  param: string,
  account: Account,
  now: Date,
): Stripe.PaymentMethod {
  const test = TEST_CARDS.find((known) => known.paymentMethod === id);
  if (test === undefined) return account.get('payment_method', id, param);
  const card = { test, exp_month: 12, exp_year: now.getUTCFullYear() + 4, cvcGiven: true };
  return newPaymentMethod(card, undefined, {}, account);
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

/** Gives the method to a customer, if it isn't theirs already. */
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

/** Takes the method from its customer for ever. */
export function detach(method: Stripe.PaymentMethod, account: Account): Stripe.PaymentMethod {
  const detached = account.save('payment_method', { ...method, customer: null });
  const card = account.find('card', method.id);
  if (card !== undefined) account.save('card', { ...card, spent: true });
  const owner = account.find('customer', String(method.customer));
  if (
    owner !== undefined &&
    owner.deleted !== true &&
    owner.invoice_settings.default_payment_method === method.id
  )
    account.save('customer', {
      ...owner,
      invoice_settings: { ...owner.invoice_settings, default_payment_method: null },
    });
  account.emit('payment_method.detached', detached, { customer: method.customer });
  return detached;
}

/** @throws StripeFailure 402 when the card can't be kept */
export function mustKeep(card: CardBehind): void {
  if (card.behaviour.setup !== null) throw cardError(card.behaviour.setup.message, card.behaviour.setup);
}
