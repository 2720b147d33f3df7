import { boolean, day, instant, integer, optional, text } from '../runtime/columns.ts';
import { defineTable } from '../runtime/table.ts';

/** One row for each account and mode with a card; test cards and real ones stand apart (rule B25). */
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
    /** When a user agreed that invoices are charged to it on their due date (rule B23); null for no consent. */
    consented_at: optional(instant),
    /** The billing day it was declined; null unless it was, and neither charged nor replaced since. */
    declined_on: optional(day),
  },
  indexes: ['(account_id)', '(expires_on, id)'],
});
