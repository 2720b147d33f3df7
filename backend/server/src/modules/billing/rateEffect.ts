import {
  type AccountCommand,
  type AccountEvent,
  type AccountState,
  accountDecider,
  evolveAccountBillingFacts,
  evolveSiteBillingFacts,
  type InvoiceLine,
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
} from '@portal/domain';
import { addMonthsClamped, type Day, firstOfMonth, firstOfNextMonth, laterDay } from '@portal/domain/values';
import { type AccountFactsAt, billingFactsOf } from '@portal/projections';
import { openAccount } from '../companies/module.ts';
import { cutNow } from './cut.ts';
import type { BillingPorts } from './ports.ts';
import { SITE_TERMS_READS, toSiteTerms } from './priceAccounts.ts';

/** A rate or promotion that is not saved yet. Cents per reader per month. */
export type RateChange =
  | { readonly kind: 'default_rate'; readonly rateCents: number; readonly effectiveFrom: Day | null }
  | {
      readonly kind: 'site_rate';
      readonly siteId: string;
      /** Null: the company's rate. */
      readonly rateCents: number | null;
      readonly effectiveFrom: Day | null;
    }
  | {
      readonly kind: 'promotion';
      readonly active: boolean;
      readonly rateCents: number;
      readonly months: number;
    };

/** One site before and after; cents. */
export interface AffectedLine {
  readonly siteId: string;
  readonly name: string;
  readonly readers: number;
  readonly rateBefore: number;
  readonly rateAfter: number;
  readonly amountBefore: number;
  readonly amountAfter: number;
}

export interface RateEffect {
  /** The first invoice day on which the change applies. */
  readonly invoiceDate: Day;
  readonly totalBefore: number;
  readonly totalAfter: number;
  readonly lines: readonly AffectedLine[];
  /** Increase with less than 30 days' notice; saving needs confirmation and a reason. */
  readonly isShortNotice: boolean;
}

/** Id of an event that is not recorded. */
const NOT_SAVED = 'not saved';

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
  const [facts] = await billingFactsOf(ports.db, await cutNow(ports), [accountId]);
  const siteTerms = (facts?.sites ?? []).map(({ facts: site }) => toSiteTerms(site));
  const { events, changes } = await decidedOn(ports, account, siteTerms, change, today);
  const isShort = isShortNotice(changes, today);
  const invoiceDate = firstInvoiceDay(today, change.kind === 'promotion' ? null : change.effectiveFrom);
  if (facts === undefined) {
    return { invoiceDate, totalBefore: 0, totalAfter: 0, lines: [], isShortNotice: isShort };
  }
  const before = priceOn(invoiceDate, facts, { account: [], site: [] });
  const after = priceOn(invoiceDate, facts, events);
  const afterOf = new Map(after.lines.map((line) => [line.siteId, line]));
  return {
    invoiceDate,
    totalBefore: before.totalCents,
    totalAfter: after.totalCents,
    lines: before.lines.flatMap((line) => affected(line, afterOf.get(line.siteId))),
    isShortNotice: isShort,
  };
}

interface Events {
  readonly account: readonly AccountEvent[];
  readonly site: readonly SiteEvent[];
}

/** Events of the change and its effect on the price. */
async function decidedOn(
  { commands }: BillingPorts,
  account: OpenAccountState,
  sites: readonly SiteTerms[],
  change: RateChange,
  today: Day,
): Promise<{ readonly events: Events; readonly changes: readonly PriceChange[] }> {
  if (change.kind !== 'site_rate') {
    const events = accountDecider.decide(accountCommand(account, change, today), account);
    const after = events.reduce(
      (state, event) => accountDecider.evolve(state, event),
      account as AccountState,
    );
    return {
      events: { account: events, site: [] },
      changes: after.status === 'none' ? [] : priceChangesOfAccount(account, after, sites, today),
    };
  }
  const { siteId, rateCents, effectiveFrom } = change;
  const isName = /^[\x21-\x7e]+$/.test(siteId);
  const site = isName ? await commands.load(siteStream(siteId), siteDecider) : null;
  if (site === null || !isPresentSite(site) || site.accountId !== account.accountId)
    throw notFound('Site not found');
  const command = { type: 'ChangeSiteReaderRate', rateCents, effectiveFrom, today } as const;
  const events = siteDecider.decide(command, site);
  const after = events.reduce((state, event) => siteDecider.evolve(state, event), site as SiteState);
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
    const { rateCents, effectiveFrom } = change;
    return { type: 'ChangeReaderRate', rateCents, effectiveFrom, today };
  }
  const { active, rateCents, months } = change;
  return { type: 'ChangePromotionalPricing', active, rateCents, months, licensePricing, today };
}

/** The next billing date, or the first invoice day on or after `effectiveFrom`. */
function firstInvoiceDay(today: Day, effectiveFrom: Day | null): Day {
  const next = firstOfNextMonth(today);
  if (effectiveFrom === null) return next;
  const first = firstOfMonth(effectiveFrom);
  return laterDay(next, first === effectiveFrom ? first : addMonthsClamped(first, 1));
}

function priceOn(
  day: Day,
  { account, sites }: AccountFactsAt,
  events: Events,
): Pick<PricedInvoice, 'lines' | 'totalCents'> {
  const priced = priceInvoice({
    period: periodOfDay(day),
    account: events.account.reduce(
      (facts, event) => evolveAccountBillingFacts(facts, event, NOT_SAVED) ?? facts,
      account.facts,
    ),
    sites: sites.map(({ facts: site }) =>
      events.site
        .filter(({ data }) => data.siteId === site.siteId)
        .reduce((facts, event) => evolveSiteBillingFacts(facts, event, NOT_SAVED) ?? facts, site),
    ),
  });
  return priced.outcome === 'priced' ? priced : { lines: [], totalCents: 0 };
}

function affected(before: InvoiceLine, after: InvoiceLine | undefined): readonly AffectedLine[] {
  if (before.siteId === null || after === undefined) return [];
  return [
    {
      siteId: before.siteId,
      name: before.name,
      readers: before.readers,
      rateBefore: before.rateCents,
      rateAfter: after.rateCents,
      amountBefore: before.amountCents,
      amountAfter: after.amountCents,
    },
  ];
}
