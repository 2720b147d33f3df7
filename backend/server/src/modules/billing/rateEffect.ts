import type { RateEffect, rateEffectSchema } from '@portal/contract';
import {
  type AccountCommand,
  type AccountEvent,
  type AccountState,
  accountDecider,
  evolveAccountBillingFacts,
  evolveSiteBillingFacts,
  isPresentSite,
  isShortNotice,
  notFound,
  type OpenAccountState,
  type PriceChange,
  type PricedInvoice,
  periodOfDay,
  priceChangesOfAccount,
  priceChangesOfSite,
  priceInvoice,
  type SiteEvent,
  type SiteState,
  type SiteTerms,
  siteDecider,
  siteStream,
  type TaxInputs,
} from '@portal/domain';
import {
  addMonthsClamped,
  type Day,
  dollarsFromCents,
  firstOfMonth,
  firstOfNextMonth,
  laterDay,
} from '@portal/domain/values';
import { type AccountFactsAt, billingFactsOf } from '@portal/projections';
import type { z } from 'zod';
import { openAccount } from '../companies/module.ts';
import { cutNow } from './cut.ts';
import type { BillingPorts } from './ports.ts';
import { SITE_TERMS_READS, toSiteTerms } from './priceAccounts.ts';
import { taxInputsOf, taxRatesAt } from './tax.ts';

const NOT_SAVED = 'not saved';

/** A rate or promotion that is not saved yet. */
type RateChange = z.output<typeof rateEffectSchema>;

/**
 * Effect of a rate change on the account's next invoice, line by line, computed by the code that saves and bills.
 * Changes nothing.
 * @param now ISO instant
 * @throws BusinessRefusal not_found; what saving it would throw
 */
export async function rateEffect(
  ports: BillingPorts,
  accountId: string,
  change: RateChange,
  now: string,
): Promise<RateEffect> {
  const { commands } = ports;
  const account = await openAccount(commands, accountId);
  const today = commands.billingDay(now);
  await ports.upToDate(SITE_TERMS_READS);
  const cut = await cutNow(ports);
  const [facts] = await billingFactsOf(ports.db, cut, [accountId]);
  const rates = await taxRatesAt(ports, cut);
  const tax = rates && facts ? (await taxInputsOf(ports, rates, [facts]))(accountId) : undefined;
  const siteTerms = (facts?.sites ?? []).map(({ facts: site }) => toSiteTerms(site));
  const { events, changes } = await decidedOn(ports, account, siteTerms, change, today);
  const invoiceDate = firstInvoiceDay(today, change.kind === 'promotion' ? null : change.effective_from);
  const before = priceOn(invoiceDate, facts, tax, { account: [], site: [] });
  const after = priceOn(invoiceDate, facts, tax, events);
  const afterOf = new Map(after.lines.map((line) => [line.siteId, line]));
  return {
    invoice_date: invoiceDate,
    total_before: dollarsFromCents(before.totalCents),
    total_after: dollarsFromCents(after.totalCents),
    short_notice: isShortNotice(changes, today),
    lines: before.lines.flatMap(({ siteId, name, readers, rateCents, amountCents }) => {
      const line = afterOf.get(siteId);
      if (siteId === null || line === undefined) return [];
      return [
        {
          site_id: siteId,
          site_name: name,
          readers,
          rate_before: dollarsFromCents(rateCents),
          rate_after: dollarsFromCents(line.rateCents),
          amount_before: dollarsFromCents(amountCents),
          amount_after: dollarsFromCents(line.amountCents),
        },
      ];
    }),
  };
}

interface Events {
  readonly account: readonly AccountEvent[];
  readonly site: readonly SiteEvent[];
}

async function decidedOn(
  { commands }: BillingPorts,
  account: OpenAccountState,
  sites: readonly SiteTerms[],
  change: RateChange,
  today: Day,
): Promise<{ readonly events: Events; readonly changes: readonly PriceChange[] }> {
  if (change.kind !== 'site_rate') {
    const events = accountDecider.decide(accountCommand(account, change, today), account);
    const after = events.reduce<AccountState>(accountDecider.evolve, account);
    return {
      events: { account: events, site: [] },
      changes: after.status === 'none' ? [] : priceChangesOfAccount(account, after, sites, today),
    };
  }
  const { site_id: siteId, rate: rateCents, effective_from: effectiveFrom } = change;
  const isName = /^[\x21-\x7e]+$/.test(siteId);
  const site = isName ? await commands.load(siteStream(siteId), siteDecider) : null;
  if (site === null || !isPresentSite(site) || site.accountId !== account.accountId)
    throw notFound('Site not found');
  const command = { type: 'ChangeSiteReaderRate', rateCents, effectiveFrom, today } as const;
  const events = siteDecider.decide(command, site);
  const after = events.reduce<SiteState>(siteDecider.evolve, site);
  const accounts = { before: account, after: account };
  return {
    events: { account: [], site: events },
    changes: isPresentSite(after) ? priceChangesOfSite(site, after, accounts, today) : [],
  };
}

function accountCommand(
  { promotion: { licensePricing } }: OpenAccountState,
  change: Exclude<RateChange, { readonly kind: 'site_rate' }>,
  today: Day,
): AccountCommand {
  if (change.kind === 'default_rate') {
    const { rate: rateCents, effective_from: effectiveFrom } = change;
    return { type: 'ChangeReaderRate', rateCents, effectiveFrom, today };
  }
  return {
    type: 'ChangePromotionalPricing',
    active: change.promotional_pricing_active,
    rateCents: change.promotional_reader_rate,
    months: change.promotional_months,
    licensePricing,
    today,
  };
}

/** The next billing date, or the first invoice day on or after `effectiveFrom`. */
function firstInvoiceDay(today: Day, effectiveFrom: Day | null): Day {
  const next = firstOfNextMonth(today);
  if (effectiveFrom === null) return next;
  const first = firstOfMonth(effectiveFrom);
  return laterDay(next, first === effectiveFrom ? first : addMonthsClamped(first, 1));
}

/** What the account's sites cost on an invoice of this day after these events; nothing where nothing is billed. */
export function priceOn(
  day: Day,
  facts: AccountFactsAt | undefined,
  tax: TaxInputs | undefined,
  events: Events,
): Pick<PricedInvoice, 'lines' | 'totalCents'> {
  const nothing = { lines: [], totalCents: 0 };
  if (facts === undefined) return nothing;
  const priced = priceInvoice({
    period: periodOfDay(day),
    tax,
    account: events.account.reduce(
      (account, event) => evolveAccountBillingFacts(account, event, NOT_SAVED) ?? account,
      facts.account.facts,
    ),
    sites: facts.sites.map(({ facts: site }) =>
      events.site
        .filter(({ data }) => data.siteId === site.siteId)
        .reduce((now, event) => evolveSiteBillingFacts(now, event, NOT_SAVED) ?? now, site),
    ),
  });
  return priced.outcome === 'priced' ? priced : nothing;
}
