import type { AccountBillingFacts, SiteBillingFacts } from '@portal/domain';
import { bigint, instant, json, optional, text } from '../runtime/columns.ts';
import { defineTable } from '../runtime/table.ts';

/**
 * A stretch of the log in which an account's or a site's billed facts were the same: from the event at `from_position`,
 * until the one at `until_position`, which is null for what holds now. What holds now has the record's id as its key, a
 * stretch that is over the id and the revision that ended it.
 */
const stretch = {
  key: text,
  account_id: text,
  from_position: text,
  /** When the event that began it was recorded. */
  from_at: instant,
  /** Its revision in the record's stream. */
  revision: bigint,
  until_position: optional(text),
  until_at: optional(instant),
};

/** The billed facts of accounts, as far back as the log goes. */
export const accountFactsTable = defineTable({
  name: 'billing_account_facts',
  key: 'key',
  columns: { ...stretch, facts: json<AccountBillingFacts>() },
  indexes: ['(account_id)'],
});

/** The billed facts of sites, under the account that each belonged to at the time. */
export const siteFactsTable = defineTable({
  name: 'billing_site_facts',
  key: 'key',
  columns: { ...stretch, site_id: text, facts: json<SiteBillingFacts>() },
  indexes: ['(account_id)', '(site_id)'],
});
