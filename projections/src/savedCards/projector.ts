import { addDays, addMonthsClamped, type Day } from '@portal/domain/values';
import { boolean, day, instant, integer, optional, text } from '../runtime/columns.ts';
import { defineProjection } from '../runtime/definition.ts';
import { defineTable } from '../runtime/table.ts';

/** One row per account and mode with a card; test cards and real ones are kept apart (rule B25). */
export const savedCardsTable = defineTable({
  name: 'saved_cards',
  key: 'id',
  columns: {
    /** `<account id> live` or `<account id> demo`. */
    id: text,
    account_id: text,
    livemode: boolean,
    /** The provider's. */
    payment_method_id: text,
    brand: text,
    last4: text,
    /** 1 to 12. */
    exp_month: integer,
    /** Four digits. */
    exp_year: integer,
    /** The last day it can be charged. */
    expires_on: day,
    /** When a user consented to automatic payment on the due date (rule B23); null without consent. */
    consented_at: optional(instant),
    /** Billing day it was declined; null once it is charged or replaced. */
    declined_on: optional(day),
  },
  indexes: ['(account_id)', '(expires_on, id)'],
});

const keyOf = ({ accountId, livemode }: { readonly accountId: string; readonly livemode: boolean }) =>
  `${accountId} ${livemode ? 'live' : 'demo'}`;

function lastDayOf(month: number, year: number): Day {
  const first = `${year}-${String(month).padStart(2, '0')}-01`;
  return addDays(addMonthsClamped(first, 1), -1);
}

/** Saved cards with expiry and consent to automatic payment (rules B23, B25). */
export const savedCards = defineProjection({
  name: 'savedCards',
  version: 3,
  personal: false,
  tables: { cards: savedCardsTable },
  handlers: {
    PaymentMethodSaved: (data, { cards }) =>
      cards.upsert(keyOf(data), (before) => ({
        id: keyOf(data),
        account_id: data.accountId,
        livemode: data.livemode,
        payment_method_id: data.paymentMethodId,
        brand: data.brand,
        last4: data.last4,
        exp_month: data.expMonth,
        exp_year: data.expYear,
        expires_on: lastDayOf(data.expMonth, data.expYear),
        consented_at: before?.consented_at ?? null,
        declined_on: null,
      })),
    PaymentMethodUpdated: (data, { cards }) =>
      cards.update(keyOf(data), (card) => ({
        ...card,
        brand: data.brand,
        last4: data.last4,
        exp_month: data.expMonth,
        exp_year: data.expYear,
        expires_on: lastDayOf(data.expMonth, data.expYear),
        declined_on: null,
      })),
    CompanyDataErased: ({ accountId }, { cards }) => {
      for (const livemode of [false, true]) cards.remove(keyOf({ accountId, livemode }));
    },
    PaymentMethodRemoved: (data, { cards }) => cards.remove(keyOf(data)),
    PaymentMethodDeclined: (data, { cards }) =>
      cards.update(keyOf(data), (card) => ({ ...card, declined_on: data.declinedOn })),
    PaymentMethodAccepted: (data, { cards }) =>
      cards.update(keyOf(data), (card) => ({ ...card, declined_on: null })),
    AutoPayConsented: (data, { cards }) =>
      cards.update(keyOf(data), (card) => ({ ...card, consented_at: data.consentedAt })),
    // may come with the card's removal
    AutoPayRevoked: (data, { cards }) =>
      cards.upsert(keyOf(data), (card) => card && { ...card, consented_at: null }),
  },
});
