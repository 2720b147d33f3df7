import {
  type AccountBillingFacts,
  type AccountEvent,
  evolveAccountBillingFacts,
  evolveSiteBillingFacts,
  type SiteBillingFacts,
  type SiteEvent,
} from '@portal/domain';
import { bigint, instant, json, optional, type RowOf, text } from '../runtime/columns.ts';
import { defineProjection, type PortalEnvelope, type Rows } from '../runtime/definition.ts';
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

type AccountRow = RowOf<typeof accountFactsTable.columns>;
type SiteRow = RowOf<typeof siteFactsTable.columns>;
interface Tables {
  readonly accounts: Rows<AccountRow>;
  readonly sites: Rows<SiteRow>;
}

/**
 * Ends the current row and begins the next one, unless the event leaves the facts unchanged.
 * @param begin the row from this event on; undefined if none follows
 */
function replaceFacts<Row extends AccountRow | SiteRow>(
  rows: Rows<Row>,
  key: string,
  { position, revision, metadata: { recordedAt } }: PortalEnvelope,
  begin: (before: Row | undefined, place: Validity) => Row | undefined,
): void {
  let ended: Row | undefined;
  const place = {
    key,
    from_position: position,
    from_at: recordedAt,
    revision,
    until_position: null,
    until_at: null,
  };
  rows.upsert(key, (before) => {
    const next = begin(before, place);
    const unchanged = next !== undefined && next.facts === before?.facts;
    ended = unchanged ? undefined : before;
    return unchanged ? before : next;
  });
  const endedKey = `${key}@${revision}`;
  rows.set(
    endedKey,
    () => ended && { ...ended, key: endedKey, until_position: position, until_at: recordedAt },
  );
}

type Validity = Pick<
  SiteRow,
  'key' | 'from_position' | 'from_at' | 'revision' | 'until_position' | 'until_at'
>;

function changeAccount(
  { accountId }: { readonly accountId: string },
  rows: Tables,
  envelope: PortalEnvelope,
) {
  const event = envelope.event as AccountEvent;
  replaceFacts(rows.accounts, accountId, envelope, (before, place) => {
    const facts = evolveAccountBillingFacts(before?.facts ?? null, event, envelope.id);
    if (facts === null) throw new Error(`Account ${accountId} was never opened.`);
    return { ...place, account_id: accountId, facts };
  });
}

function changeSite({ siteId }: { readonly siteId: string }, rows: Tables, envelope: PortalEnvelope) {
  const event = envelope.event as SiteEvent;
  replaceFacts(rows.sites, siteId, envelope, (before, place) => {
    const facts = evolveSiteBillingFacts(before?.facts ?? null, event, envelope.id);
    if (facts === null && before === undefined) throw new Error(`There is no site ${siteId}.`);
    return facts === null ? undefined : { ...place, account_id: facts.accountId, site_id: siteId, facts };
  });
}

/**
 * Facts that invoices depend on, at any point of the log. The domain folds them, so that an invoice is priced by the same
 * code as in a replay (ADR 0013).
 */
export const billingFacts = defineProjection({
  name: 'billingFacts',
  version: 2,
  personal: false,
  tables: { accounts: accountFactsTable, sites: siteFactsTable },
  handlers: {
    AccountOpened: changeAccount,
    InvoiceRecipientChanged: changeAccount,
    DefaultReaderRateChanged: changeAccount,
    AnnouncedDefaultRateCanceled: changeAccount,
    PromotionalPricingChanged: changeAccount,
    AccountWentLive: changeAccount,
    AccountReturnedToDemo: changeAccount,
    OneOffChargeAdded: changeAccount,
    OneOffChargeCanceled: changeAccount,
    OneOffChargeBilled: changeAccount,
    OneOffChargeDeferred: changeAccount,
    TaxExemptionGranted: changeAccount,
    TaxExemptionEnded: changeAccount,
    SiteRequested: changeSite,
    SiteAdded: changeSite,
    SiteApproved: changeSite,
    SiteDeactivated: changeSite,
    SiteReactivated: changeSite,
    SiteDetailsChanged: changeSite,
    ReaderCountChanged: changeSite,
    SiteReaderRateChanged: changeSite,
    AnnouncedSiteRateCanceled: changeSite,
    SiteAssignedToCompany: changeSite,
    SiteDeleted: changeSite,
  },
});
