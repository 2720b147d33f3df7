import type pg from 'pg';

/**
 * What every account is to be billed for a month, once more: read down the page from the rows of the log as they are
 * stored and from docs/decisions.md, by a script that shares nothing with the portal's rates, prices, days, money or read
 * models. Days by the platform's formatter, amounts in bigint.
 */
export interface StraightLineInvoice {
  readonly accountId: string;
  /** Cents, before what other invoices leave over. */
  readonly total: bigint;
  readonly lines: readonly {
    readonly siteId: string;
    readonly readers: number;
    readonly rate: number;
    readonly source: string;
  }[];
}

interface StoredRow {
  readonly stream: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
}

// biome-ignore lint/suspicious/noExplicitAny: raw rows of the log, every type of event
type Fact = { readonly stream: string; readonly type: string; readonly data: any; readonly day: string };

export async function straightLineInvoices(
  pool: pg.Pool,
  zone: string,
): Promise<(period: string) => readonly StraightLineInvoice[]> {
  const wall = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const { rows } = await pool.query<StoredRow>(
    "SELECT stream, type, data, metadata FROM es.events WHERE stream LIKE 'account-%' OR stream LIKE 'site-%' ORDER BY position",
  );
  const facts: readonly Fact[] = rows.map(({ stream, type, data, metadata }) => ({
    stream,
    type,
    data: JSON.parse(data),
    day: wall.format(new Date(JSON.parse(metadata).recordedAt)),
  }));
  return (period) => invoicesOf(facts, `${period}-01`);
}

function invoicesOf(all: readonly Fact[], first: string): readonly StraightLineInvoice[] {
  // what was recorded on the wall's last day of the month before, or earlier
  const facts = all.filter(({ day }) => day < first);
  const byStream = new Map<string, Fact[]>();
  for (const fact of facts) byStream.set(fact.stream, [...(byStream.get(fact.stream) ?? []), fact]);

  const accounts = new Map<string, { defaults: Saved[]; promotion: Promotion | null }>();
  for (const [stream, log] of byStream) {
    if (!stream.startsWith('account-')) continue;
    let defaults: Saved[] = [];
    let promotion: Promotion | null = null;
    for (const { type, data } of log) {
      if (type === 'AccountOpened') defaults.push({ cents: data.defaultReaderRateCents, from: null });
      if (type === 'DefaultReaderRateChanged')
        defaults.push({ cents: data.rateCents, from: data.effectiveFrom ?? data.savedOn });
      if (type === 'AnnouncedDefaultRateCanceled') defaults = without(defaults, data.effectiveFrom);
      if (type === 'PromotionalPricingChanged') promotion = data;
    }
    accounts.set(stream.slice('account-'.length), { defaults, promotion });
  }

  const invoices = new Map<string, StraightLineInvoice['lines'][number][]>();
  for (const [stream, log] of byStream) {
    if (!stream.startsWith('site-')) continue;
    let owner = '';
    let active = false;
    let readers = 0;
    let firstActive = '';
    let custom: Saved[] = [];
    for (const { type, data } of log) {
      if (type === 'SiteRequested' || type === 'SiteAdded' || type === 'SiteAssignedToCompany')
        owner = data.accountId;
      if (type === 'SiteRequested' || type === 'SiteAdded' || type === 'ReaderCountChanged')
        readers = data.readers;
      if (type === 'SiteAdded') custom.push({ cents: data.customRateCents, from: null });
      if (type === 'SiteReaderRateChanged')
        custom.push({ cents: data.customRateCents, from: data.effectiveFrom ?? data.savedOn });
      if (type === 'AnnouncedSiteRateCanceled') custom = without(custom, data.effectiveFrom);
      if (type === 'SiteAdded' || type === 'SiteApproved' || type === 'SiteReactivated') {
        active = true;
        if (firstActive === '') firstActive = data.activeFrom ?? '';
      }
      if (type === 'SiteDeactivated' || type === 'SiteDeleted') active = false;
    }
    const account = accounts.get(owner);
    if (!active || account === undefined) continue;
    const { rate, source } = priceOf(custom, account, firstActive, first);
    const lines = invoices.get(owner) ?? [];
    lines.push({ siteId: stream.slice('site-'.length), readers, rate, source });
    invoices.set(owner, lines);
  }
  return [...invoices].map(([accountId, lines]) => ({
    accountId,
    lines,
    total: lines.reduce((sum, { readers, rate }) => sum + BigInt(readers) * BigInt(rate), 0n),
  }));
}

interface Saved {
  readonly cents: number | null;
  readonly from: string | null;
}

interface Promotion {
  readonly active: boolean;
  readonly rateCents: number | null;
  readonly months: number;
  readonly startDate: string | null;
}

/** The site's own rate, then the promotion, then the company's, then $7.00 (rules B1, B3, B5). */
function priceOf(
  custom: readonly Saved[],
  { defaults, promotion }: { readonly defaults: readonly Saved[]; readonly promotion: Promotion | null },
  firstActive: string,
  first: string,
): { readonly rate: number; readonly source: string } {
  const own = begun(custom, first);
  if (own !== null) return { rate: own, source: 'custom' };
  if (promotion?.active && promotion.rateCents !== null && promotion.startDate !== null) {
    const start = firstActive > promotion.startDate ? firstActive : promotion.startDate;
    if (promotion.startDate <= first && first <= monthsLater(start, promotion.months)) {
      return { rate: promotion.rateCents, source: 'promotional' };
    }
  }
  const usual = begun(defaults, first);
  return usual === null ? { rate: 700, source: 'system' } : { rate: usual, source: 'account' };
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

/** `months` later; a day that month does not have is its last one. */
function monthsLater(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastDay))).toISOString().slice(0, 10);
}
