import type { AccountBillingFacts, SiteBillingFacts } from '@portal/domain';
import { bigint, instant, json, optional, text } from '../runtime/columns.ts';
import { defineTable } from '../runtime/table.ts';

/**
 * Billing facts of an account or site from the event at `from_position` until the one at `until_position`, null for
 * current ones. The key of current facts is the record's id; that of earlier ones has the revision that ended them.
 */
const validity = {
  key: text,
  account_id: text,
  from_position: text,
  /** When the event at `from_position` was recorded. */
  from_at: instant,
  /** Its revision. */
  revision: bigint,
  until_position: optional(text),
  until_at: optional(instant),
};

/** Billing facts of accounts with their whole history. */
export const accountFactsTable = defineTable({
  name: 'billing_account_facts',
  key: 'key',
  columns: { ...validity, facts: json<AccountBillingFacts>() },
  indexes: ['(account_id)'],
});

/** Billing facts of sites under the account each belonged to at the time. */
export const siteFactsTable = defineTable({
  name: 'billing_site_facts',
  key: 'key',
  columns: { ...validity, site_id: text, facts: json<SiteBillingFacts>() },
  indexes: ['(account_id)', '(site_id)'],
});
