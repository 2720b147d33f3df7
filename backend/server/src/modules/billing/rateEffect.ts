import type { NewRateEffect, previewRatesSchema, RateEffect, rateEffectSchema } from '@portal/contract';
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
  rateInForce,
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
  const account = await openAccount(ports.commands, accountId);
  const effectOn = await effectsOf(ports, [account], change, now);
  return (await effectOn(account)).effect;
}

/**
 * The same of a new default rate of several companies, by company.
 * @param now ISO instant
 * @throws BusinessRefusal not_found for an unknown company; what saving it would throw
 */
export async function newRateEffects(
  ports: BillingPorts,
  { ids, ...rate }: z.output<typeof previewRatesSchema>,
  now: string,
): Promise<NewRateEffect[]> {
  const accounts = await Promise.all([...new Set(ids)].map((id) => openAccount(ports.commands, id)));
  const effectOn = await effectsOf(ports, accounts, { kind: 'default_rate', ...rate }, now);
  return Promise.all(
    accounts.map(async (account) => {
      const { effect, after } = await effectOn(account);
      const { lines, ...totals } = effect;
      const rateOf = ({ rates }: OpenAccountState) => {
        const cents = rateInForce(rates, totals.invoice_date)?.cents ?? null;
        return cents === null ? null : dollarsFromCents(cents);
      };
      const readersOf = (some: typeof lines) => some.reduce((sum, { readers }) => sum + readers, 0);
      return {
        ...totals,
        account_id: account.accountId,
        rate_before: rateOf(account),
        rate_after: rateOf(after),
        readers: readersOf(lines),
        changed_readers: readersOf(lines.filter((line) => line.rate_before !== line.rate_after)),
      };
    }),
  );
}

interface EffectOnAccount {
  readonly effect: RateEffect;
  readonly after: OpenAccountState;
}

/** Reads what the effect on these companies needs, as of one moment. */
async function effectsOf(
  ports: BillingPorts,
  accounts: readonly OpenAccountState[],
  change: RateChange,
  now: string,
): Promise<(account: OpenAccountState) => Promise<EffectOnAccount>> {
  const today = ports.commands.billingDay(now);
  await ports.upToDate(SITE_TERMS_READS);
  const cut = await cutNow(ports);
  const read = await billingFactsOf(
    ports.db,
    cut,
    accounts.map(({ accountId }) => accountId),
  );
  const factsOf = new Map(read.map((facts) => [facts.accountId, facts]));
  const rates = await taxRatesAt(ports, cut);
  const taxOf = rates && read.length > 0 ? await taxInputsOf(ports, rates, read) : undefined;
  const invoiceDate = firstInvoiceDay(today, change.kind === 'promotion' ? null : change.effective_from);
  return async (account) => {
    const facts = factsOf.get(account.accountId);
    const tax = facts && taxOf?.(account.accountId);
    const siteTerms = (facts?.sites ?? []).map(({ facts: site }) => toSiteTerms(site));
    const { events, after: changed, changes } = await decidedOn(ports, account, siteTerms, change, today);
    const before = priceOn(invoiceDate, facts, tax, { account: [], site: [] });
    const after = priceOn(invoiceDate, facts, tax, events);
    const afterOf = new Map(after.lines.map((line) => [line.siteId, line]));
    const effect = {
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
    return { effect, after: changed };
  };
}

interface Events {
  readonly account: readonly AccountEvent[];
  readonly site: readonly SiteEvent[];
}

interface Decided {
  readonly events: Events;
  readonly after: OpenAccountState;
  readonly changes: readonly PriceChange[];
}

async function decidedOn(
  { commands }: BillingPorts,
  account: OpenAccountState,
  sites: readonly SiteTerms[],
  change: RateChange,
  today: Day,
): Promise<Decided> {
  if (change.kind !== 'site_rate') {
    const events = accountDecider.decide(accountCommand(account, change, today), account);
    const changed = events.reduce<AccountState>(accountDecider.evolve, account);
    const after = changed.status === 'none' ? account : changed;
    return {
      events: { account: events, site: [] },
      after,
      changes: priceChangesOfAccount(account, after, sites, today),
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
    after: account,
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
