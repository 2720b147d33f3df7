import { boolean, day, instant, integer, optional, text } from '../runtime/columns.ts';
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
