import {
  type AccountEvent,
  evolveAccountBillingFacts,
  evolveSiteBillingFacts,
  type SiteEvent,
} from '@portal/domain';
import type { RowOf } from '../runtime/columns.ts';
import { defineProjection, type PortalEnvelope, type Rows } from '../runtime/definition.ts';
import { accountFactsTable, siteFactsTable } from './table.ts';

type AccountRow = RowOf<typeof accountFactsTable.columns>;
type SiteRow = RowOf<typeof siteFactsTable.columns>;
interface Tables {
  readonly accounts: Rows<AccountRow>;
  readonly sites: Rows<SiteRow>;
}

/**
 * Ends the stretch that held and begins the next one; an event that leaves the facts as they were does neither.
 * @param begin the row from this event on, without its place; undefined where nothing holds any more
 */
function turn<Row extends AccountRow | SiteRow>(
  rows: Rows<Row>,
  key: string,
  { position, revision, metadata: { recordedAt } }: PortalEnvelope,
  begin: (before: Row | undefined, place: Place) => Row | undefined,
): void {
  let over: Row | undefined;
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
    over = unchanged ? undefined : before;
    return unchanged ? before : next;
  });
  const overKey = `${key}@${revision}`;
  rows.set(overKey, () => over && { ...over, key: overKey, until_position: position, until_at: recordedAt });
}

type Place = Pick<SiteRow, 'key' | 'from_position' | 'from_at' | 'revision' | 'until_position' | 'until_at'>;

function accountTurns({ accountId }: { readonly accountId: string }, rows: Tables, envelope: PortalEnvelope) {
  const event = envelope.event as AccountEvent;
  turn(rows.accounts, accountId, envelope, (before, place) => {
    const facts = evolveAccountBillingFacts(before?.facts ?? null, event, envelope.id);
    if (facts === null) throw new Error(`Account ${accountId} was never opened.`);
    return { ...place, account_id: accountId, facts };
  });
}

function siteTurns({ siteId }: { readonly siteId: string }, rows: Tables, envelope: PortalEnvelope) {
  const event = envelope.event as SiteEvent;
  turn(rows.sites, siteId, envelope, (before, place) => {
    const facts = evolveSiteBillingFacts(before?.facts ?? null, event, envelope.id);
    if (facts === null && before === undefined) throw new Error(`There is no site ${siteId}.`);
    return facts === null ? undefined : { ...place, account_id: facts.accountId, site_id: siteId, facts };
  });
}

/**
 * What did an account's and a site's invoice depend on at any moment? The facts are those that the domain folds, so
 * that the price of an invoice follows from them by the same code as in a replay (ADR 0013).
 */
export const billingFacts = defineProjection({
  name: 'billingFacts',
  version: 1,
  personal: false,
  tables: { accounts: accountFactsTable, sites: siteFactsTable },
  handlers: {
    AccountOpened: accountTurns,
    InvoiceRecipientChanged: accountTurns,
    DefaultReaderRateChanged: accountTurns,
    AnnouncedDefaultRateCanceled: accountTurns,
    PromotionalPricingChanged: accountTurns,
    AccountWentLive: accountTurns,
    AccountReturnedToDemo: accountTurns,
    SiteRequested: siteTurns,
    SiteAdded: siteTurns,
    SiteApproved: siteTurns,
    SiteDeactivated: siteTurns,
    SiteReactivated: siteTurns,
    SiteDetailsChanged: siteTurns,
    ReaderCountChanged: siteTurns,
    SiteReaderRateChanged: siteTurns,
    AnnouncedSiteRateCanceled: siteTurns,
    SiteAssignedToCompany: siteTurns,
    SiteDeleted: siteTurns,
  },
});
