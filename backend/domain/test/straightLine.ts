import type { AccountEvent } from '../src/account/events.ts';
import type { SiteEvent } from '../src/site/events.ts';
import { type History, type Recorded, SITES } from './histories.ts';

/**
 * The invoice of an account once more, for tests: read down the page from the recorded facts and docs/decisions.md, with
 * none of the domain's billing, rates, days or money. Days by the formatter of the platform, amounts in bigint.
 */
export interface StraightLine {
  readonly lines: readonly {
    siteId: string;
    readers: number;
    rate: bigint;
    amount: bigint;
    source: string;
  }[];
  readonly total: bigint;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** The day on a wall calendar in `zone`. */
function wallDay(at: string, zone: string): string {
  const options = { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const formatter = formatters.get(zone) ?? new Intl.DateTimeFormat('en-CA', options);
  formatters.set(zone, formatter);
  return formatter.format(new Date(at));
}

/** `months` later; a day that month does not have is its last one. */
function monthsLater(day: string, months: number): string {
  const year = Number(day.slice(0, 4));
  const month = Number(day.slice(5, 7)) - 1 + months;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const date = Math.min(Number(day.slice(8)), lastDay);
  return new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10);
}

interface Saved {
  readonly cents: number | null;
  /** First day; null for the one the stream began with. */
  readonly from: string | null;
}

/** The rate that began last by `day`; of two for one day, the one saved later. */
function begun(saved: readonly Saved[], day: string): number | null {
  let found: Saved | undefined;
  for (const rate of saved) {
    if ((rate.from ?? '') <= day && (rate.from ?? '') >= (found?.from ?? '')) found = rate;
  }
  return found?.cents ?? null;
}

/** Without what was announced for `day`. */
const without = (saved: readonly Saved[], day: string): Saved[] => saved.filter(({ from }) => from !== day);

export function straightLine(history: History, accountId: string, period: string): StraightLine | null {
  const first = `${period}-01`;
  const before = <Event>(log: readonly Recorded<Event>[], stream: string) =>
    log
      .filter((entry) => entry.stream === stream && wallDay(entry.at, history.zone) < first)
      .map(({ event }) => event);
  const accountLog: AccountEvent[] = before(history.accounts, accountId);
  if (accountLog.length === 0) return null;

  let defaults: Saved[] = [];
  let promotion: { on: boolean; cents: number | null; months: number; start: string | null } | undefined;
  for (const { type, data } of accountLog) {
    if (type === 'AccountOpened') defaults.push({ cents: data.defaultReaderRateCents, from: null });
    if (type === 'DefaultReaderRateChanged')
      defaults.push({ cents: data.rateCents, from: data.effectiveFrom ?? data.savedOn ?? null });
    if (type === 'AnnouncedDefaultRateCanceled') defaults = without(defaults, data.effectiveFrom);
    if (type === 'PromotionalPricingChanged') {
      promotion = { on: data.active, cents: data.rateCents, months: data.months, start: data.startDate };
    }
  }

  const lines: StraightLine['lines'][number][] = [];
  for (const siteId of SITES) {
    const log: SiteEvent[] = before(history.sites, siteId);
    let owner = '';
    let active = false;
    let readers = 0;
    let firstActive = '';
    let custom: Saved[] = [];
    for (const { type, data } of log) {
      if (type === 'SiteRequested' || type === 'SiteAdded' || type === 'SiteAssignedToCompany') {
        owner = data.accountId;
      }
      if (type === 'SiteRequested' || type === 'SiteAdded' || type === 'ReaderCountChanged') {
        readers = data.readers;
      }
      if (type === 'SiteAdded') custom.push({ cents: data.customRateCents, from: null });
      if (type === 'SiteReaderRateChanged')
        custom.push({ cents: data.customRateCents, from: data.effectiveFrom ?? data.savedOn ?? null });
      if (type === 'AnnouncedSiteRateCanceled') custom = without(custom, data.effectiveFrom);
      if (type === 'SiteAdded' || type === 'SiteApproved' || type === 'SiteReactivated') {
        active = true;
        if (firstActive === '') firstActive = data.activeFrom ?? '';
      }
      if (type === 'SiteDeactivated' || type === 'SiteDeleted') active = false;
    }
    if (!active || owner !== accountId) continue;

    let rate = begun(custom, first);
    let source = 'custom';
    if (rate === null && promotion?.on && promotion.cents !== null && promotion.start !== null) {
      const start = firstActive > promotion.start ? firstActive : promotion.start;
      if (promotion.start <= first && first <= monthsLater(start, promotion.months)) {
        rate = promotion.cents;
        source = 'promotional';
      }
    }
    if (rate === null) {
      rate = begun(defaults, first);
      source = 'account';
    }
    if (rate === null) {
      rate = 700;
      source = 'system';
    }
    lines.push({ siteId, readers, rate: BigInt(rate), amount: BigInt(readers) * BigInt(rate), source });
  }
  if (lines.length === 0) return null;
  return { lines, total: lines.reduce((sum, { amount }) => sum + amount, 0n) };
}
