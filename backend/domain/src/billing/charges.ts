import type { AccountRateFacts } from '../rates/facts.ts';
import { type RateSource, rateFor } from '../rates/rateFor.ts';
import type { Day } from '../values/days.ts';
import { timesCents } from '../values/money.ts';
import type { SiteBillingFacts } from './siteFacts.ts';

/** Why a line costs what it costs. `corrected`: an administrator named the rate; `line`: it is a line of one's own. */
export type LineSource = RateSource | 'corrected' | 'line';

/** One site on an invoice, with its reasons; or a line that an administrator added. */
export interface InvoiceLine {
  /** Null for a line without a site. */
  readonly siteId: string | null;
  /** The site's name when it was billed; stays when the site is renamed or deleted. */
  readonly name: string;
  /** 1 for a line of one's own. */
  readonly readers: number;
  /** Cents per reader and month; below 0 only for a line of one's own. */
  readonly rateCents: number;
  /** Readers times rate. */
  readonly amountCents: number;
  readonly source: LineSource;
  /** Ids of the events behind account, name, status, readers and rate, and of corrections; each once. */
  readonly because: readonly string[];
}

/** A line that an invoice has, or would have if its site were billed. */
export interface Charge {
  readonly billed: boolean;
  readonly line: InvoiceLine;
}

/** What an administrator corrects about a charge; cents. */
export type CorrectionChange =
  | { readonly kind: 'readers'; readonly siteId: string; readonly was: number; readonly readers: number }
  | { readonly kind: 'rate'; readonly siteId: string; readonly was: number; readonly rateCents: number }
  | { readonly kind: 'billed'; readonly siteId: string; readonly billed: boolean }
  /** A line of one's own; below 0 it lowers the invoice. */
  | { readonly kind: 'line'; readonly amountCents: number };

/** A correction as it was recorded. */
export interface InvoiceCorrection {
  /** Of the site at the cut-off, or of the added line. */
  readonly name: string;
  readonly change: CorrectionChange;
  readonly reason: string;
}

/** A correction with the id of the event that recorded it. */
export interface RecordedCorrection extends InvoiceCorrection {
  readonly eventId: string;
}

/**
 * What a site is charged for the month in which `day` is the day its rate is judged on: the invoice day, or the next
 * billing date for a projected figure. Asks nothing about the status: the dealer's summary shows
 * pending sites too (B7), an invoice bills active ones only.
 */
export function lineFor(site: SiteBillingFacts, account: AccountRateFacts, day: Day): InvoiceLine {
  const rate = rateFor(site.rates, account, day);
  const { account: assigned, name, status, readers } = site.because;
  return {
    siteId: site.siteId,
    name: site.name,
    readers: site.readers,
    rateCents: rate.cents,
    amountCents: timesCents(site.readers, rate.cents),
    source: rate.source,
    because: [...new Set([assigned, name, status, readers, ...rate.because])],
  };
}

/** The charges after these corrections, in their order: the last one about a site's readers, rate or billing holds. */
export function withCorrections(
  charges: readonly Charge[],
  corrections: readonly (InvoiceCorrection & { readonly eventId?: string })[],
): readonly Charge[] {
  let after = charges;
  for (const { change, name, eventId } of corrections) {
    const because = eventId === undefined ? [] : [eventId];
    if (change.kind === 'line') {
      const { amountCents } = change;
      const figures = { readers: 1, rateCents: amountCents, amountCents, source: 'line' as const, because };
      after = [...after, { billed: true, line: { siteId: null, name, ...figures } }];
    } else {
      after = after.map((charge) =>
        charge.line.siteId === change.siteId ? corrected(charge, change, because) : charge,
      );
    }
  }
  return after;
}

function corrected(
  { billed, line }: Charge,
  change: Exclude<CorrectionChange, { kind: 'line' }>,
  eventIds: readonly string[],
): Charge {
  const because = [...line.because, ...eventIds];
  switch (change.kind) {
    case 'billed':
      return { billed: change.billed, line: { ...line, because } };
    case 'readers': {
      const { readers } = change;
      const amountCents = timesCents(readers, line.rateCents);
      return { billed, line: { ...line, readers, amountCents, because } };
    }
    case 'rate': {
      const { rateCents } = change;
      const amountCents = timesCents(line.readers, rateCents);
      return { billed, line: { ...line, rateCents, amountCents, source: 'corrected', because } };
    }
  }
}

/** The lines that are billed. */
export const billedLines = (charges: readonly Charge[]): readonly InvoiceLine[] =>
  charges.flatMap(({ billed, line }) => (billed ? [line] : []));
