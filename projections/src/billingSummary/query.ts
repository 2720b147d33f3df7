import { announcedRates, type Rate, type RateSource, rateFor, rateInForce } from '@portal/domain';
import { type Day, SYSTEM_READER_RATE_CENTS, timesCents } from '@portal/domain/values';
import { ACCOUNTS_VIEW } from '../accounts/query.ts';
import { dealerSitesTable } from '../dealerSites/projector.ts';
import { DEALER_SITES_VIEW } from '../dealerSites/query.ts';
import type { SiteBillingFacts } from '../projectedInvoices/monthlySteps.ts';
import { projectedInvoicesTable } from '../projectedInvoices/projector.ts';
import { PROJECTED_INVOICES_VIEW, projectedMonthlyCentsSql } from '../projectedInvoices/query.ts';
import { cents, json, optional } from '../runtime/columns.ts';
import { type Queryable, selectRows } from '../runtime/select.ts';

/** Monthly charge of an active or pending site. */
export interface SiteCharge {
  readonly site_id: string;
  readonly site_name: string;
  readonly status: 'active' | 'pending';
  readonly readers: number;
  /** Cents per reader per month. */
  readonly rate_cents: number;
  readonly charge_cents: number;
  readonly rate_source: RateSource;
}

/** An announced rate that is not in force yet. `site_id` null: the account's default. */
export interface AnnouncedRate {
  readonly site_id: string | null;
  readonly site_name: string | null;
  /** In force today: the account's default, or what the site's readers cost. */
  readonly rate_now_cents: number;
  /** Null: the site returns to the company's rate. */
  readonly rate_cents: number | null;
  readonly effective_from: Day;
}

export interface ChargeBreakdown {
  /** By site name. */
  readonly charges: readonly SiteCharge[];
  /** The earliest first. */
  readonly announced: readonly AnnouncedRate[];
}

const siteColumns = { id: dealerSitesTable.columns.id, site_name: dealerSitesTable.columns.site_name };
const factColumns = {
  rates: projectedInvoicesTable.columns.rates,
  sites: projectedInvoicesTable.columns.sites,
};

/**
 * Monthly charges of an account's sites on `billingDate`, with rate and reason (rule B6), pending sites included (rule
 * B7). Freshness: `projectedInvoices`, `dealerSites`.
 * @param today announced rates begin after it
 */
export async function chargeBreakdown(
  db: Queryable,
  accountId: string,
  { billingDate, today }: { readonly billingDate: Day; readonly today: Day },
): Promise<ChargeBreakdown> {
  const [[facts], named] = await Promise.all([
    selectRows(db, factColumns, `SELECT rates, sites FROM ${PROJECTED_INVOICES_VIEW} WHERE account_id = $1`, [
      accountId,
    ]),
    selectRows(
      db,
      siteColumns,
      `SELECT id, site_name FROM ${DEALER_SITES_VIEW} WHERE account_id = $1 ORDER BY site_name_key, id`,
      [accountId],
    ),
  ]);
  if (facts === undefined) return { charges: [], announced: [] };
  const charges: SiteCharge[] = [];
  const { defaultRates } = facts.rates;
  const announced: AnnouncedRate[] = announcedRates(defaultRates, today).map((rate) => ({
    site_id: null,
    site_name: null,
    rate_now_cents: rateInForce(defaultRates, today)?.cents ?? SYSTEM_READER_RATE_CENTS,
    rate_cents: rate.cents,
    effective_from: rate.effectiveFrom ?? today,
  }));
  for (const { id, site_name } of named) {
    const site = facts.sites[id];
    if (site === undefined || site.status === 'inactive') continue;
    const rate = rateFor(site, facts.rates, billingDate);
    charges.push({
      site_id: id,
      site_name,
      status: site.status,
      readers: site.readers,
      rate_cents: rate.cents,
      charge_cents: timesCents(site.readers, rate.cents),
      rate_source: rate.source,
    });
    for (const { cents: rate_cents, effectiveFrom } of announcedRates(site.customRates, today)) {
      const rate_now_cents = rateFor(site, facts.rates, today).cents;
      const effective_from = effectiveFrom ?? today;
      announced.push({ site_id: id, site_name, rate_now_cents, rate_cents, effective_from });
    }
  }
  return { charges, announced: announced.sort((a, b) => (a.effective_from < b.effective_from ? -1 : 1)) };
}

/**
 * Total of all accounts' active sites on a billing date, demo accounts apart (rule B24). Cents.
 * Freshness: `projectedInvoices`, `accounts`.
 */
export async function projectedRevenue(
  db: Queryable,
  billingDate: Day,
): Promise<{ readonly issued_cents: number; readonly demo_cents: number }> {
  const monthly = projectedMonthlyCentsSql('p', '$1');
  const [row] = await selectRows(
    db,
    { issued_cents: cents, demo_cents: cents },
    `SELECT coalesce(sum(monthly) FILTER (WHERE NOT is_demo), 0)::bigint,
       coalesce(sum(monthly) FILTER (WHERE is_demo), 0)::bigint
     FROM (SELECT a.is_demo, ${monthly} AS monthly FROM ${PROJECTED_INVOICES_VIEW} p
           JOIN ${ACCOUNTS_VIEW} a ON a.id = p.account_id) AS projected`,
    [billingDate],
  );
  return row ?? { issued_cents: 0, demo_cents: 0 };
}

/**
 * Monthly rate per reader of a site on `billingDate` (rule B6), whatever its status; null for a site of another account.
 * Freshness: `projectedInvoices`.
 */
export async function siteRate(
  db: Queryable,
  accountId: string,
  siteId: string,
  billingDate: Day,
): Promise<Rate | null> {
  const [facts] = await selectRows(
    db,
    { rates: factColumns.rates, site: optional(json<SiteBillingFacts>()) },
    `SELECT rates, sites -> $2 FROM ${PROJECTED_INVOICES_VIEW} WHERE account_id = $1`,
    [accountId, siteId],
  );
  return facts?.site == null ? null : rateFor(facts.site, facts.rates, billingDate);
}
