import { z } from 'zod';
import type { Immutable } from '../kernel/event.ts';
import { centsShape, countShape, type Details, dayShape, signedCentsShape } from '../kernel/shapes.ts';
import type { AccountRateFacts } from '../rates/facts.ts';
import { rateFor } from '../rates/rateFor.ts';
import { type TaxTerms, taxCents } from '../tax/tax.ts';
import type { Day } from '../values/days.ts';
import { sumCents, timesCents } from '../values/money.ts';
import { taxLineName } from '../values/tax.ts';
import type { SiteBillingFacts } from './siteFacts.ts';

/** What a line of sales tax is made of; its amount is the sum of the taxes of the lines of its state, each rounded (rule B38). */
export const lineTaxShape = z.object({
  /** Two letters. */
  state: z.string(),
  /** Millionths of the price. */
  rate: countShape,
  /** First day of the rate. */
  from: dayShape,
  /** Sum of the lines that it is on. */
  taxableCents: centsShape,
  /** The company is exempt, so the amount is 0. */
  exempt: z.literal(true).optional(),
});

/** A site on an invoice, a line that an administrator added, or the sales tax of a state. Cents. */
export const lineShape = z.object({
  siteId: z.string().nullable(),
  /** The site's name when it was billed; stays when the site is renamed or deleted. */
  name: z.string(),
  /** 1 for an added line. */
  readers: countShape,
  /** Per reader per month; below 0 only for an added line. */
  rateCents: signedCentsShape,
  /** Readers times rate. */
  amountCents: signedCentsShape,
  /** Of the rate. `corrected`: an administrator set it; `line`: an administrator added the line. */
  source: z.enum(['custom', 'promotional', 'account', 'system', 'corrected', 'line']),
  /** Ids of the events behind account, name, status, readers, rate and corrections, each once. */
  because: z.array(z.string()),
  /** The state whose sales tax applies, as it was when the invoice was priced; absent while no tax is set (rule B38). */
  taxState: z.string().optional(),
  /** Of a line of sales tax; absent for others. An older release shows it as a line that an administrator added. */
  tax: lineTaxShape.optional(),
});
export type InvoiceLine = Immutable<z.infer<typeof lineShape>>;
export type LineSource = InvoiceLine['source'];

/** A line; `billed` is false for a site that is not billed. */
export interface Charge {
  readonly billed: boolean;
  readonly line: InvoiceLine;
  /** Of the sales tax on it; absent for none. */
  readonly tax?: TaxTerms | undefined;
}

/** `was`: readers or cents before the correction. An added line below 0 lowers the invoice. */
const changeShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('readers'), siteId: z.string(), was: countShape, readers: countShape }),
  z.object({ kind: z.literal('rate'), siteId: z.string(), was: centsShape, rateCents: centsShape }),
  z.object({ kind: z.literal('billed'), siteId: z.string(), billed: z.boolean() }),
  z.object({ kind: z.literal('line'), amountCents: signedCentsShape }),
]);
export type CorrectionChange = Immutable<z.infer<typeof changeShape>>;

export const correctionShape = {
  /** Of the site at the cut-off, or of the added line. */
  name: z.string(),
  change: changeShape,
  reason: z.string(),
};
export type InvoiceCorrection = Details<typeof correctionShape>;

export interface RecordedCorrection extends InvoiceCorrection {
  readonly eventId: string;
}

/**
 * A site's charge for a month, at its rate on `day`: the invoice day, or the next billing date for a projected figure.
 * Whatever the status: the dealer's summary includes pending sites (rule B7).
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

/** The charges after these corrections, applied in order. */
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
  { billed, line, ...rest }: Charge,
  change: Exclude<CorrectionChange, { kind: 'line' }>,
  eventIds: readonly string[],
): Charge {
  const because = [...line.because, ...eventIds];
  switch (change.kind) {
    case 'billed':
      return { ...rest, billed: change.billed, line: { ...line, because } };
    case 'readers': {
      const { readers } = change;
      const amountCents = timesCents(readers, line.rateCents);
      return { ...rest, billed, line: { ...line, readers, amountCents, because } };
    }
    case 'rate': {
      const { rateCents } = change;
      const amountCents = timesCents(line.readers, rateCents);
      return { ...rest, billed, line: { ...line, rateCents, amountCents, source: 'corrected', because } };
    }
  }
}

/** Lines of an invoice: what is billed, then the sales tax on it. */
export function billedLines(charges: readonly Charge[]): readonly InvoiceLine[] {
  const billed = charges.filter((charge) => charge.billed);
  return [...billed.map(({ line }) => line), ...taxLines(billed)];
}

/** One line for each state with tax, by state. A company that is exempt has them too, of $0.00. */
function taxLines(billed: readonly Charge[]): readonly InvoiceLine[] {
  const byState = new Map<string, { readonly terms: TaxTerms; readonly prices: number[] }>();
  for (const { line, tax } of billed) {
    if (tax === undefined || line.amountCents <= 0) continue;
    const known = byState.get(tax.state);
    if (known === undefined) byState.set(tax.state, { terms: tax, prices: [line.amountCents] });
    else known.prices.push(line.amountCents);
  }
  return [...byState.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([state, { terms, prices }]) => {
      const { rate, from, because, exemptBecause } = terms;
      const amountCents = sumCents(prices.map((price) => taxCents(price, terms)));
      const exempt = exemptBecause === undefined ? {} : { exempt: true as const };
      return {
        siteId: null,
        name: taxLineName(state, rate, exemptBecause !== undefined),
        readers: 1,
        rateCents: amountCents,
        amountCents,
        source: 'line' as const,
        because: exemptBecause === undefined ? [because] : [because, exemptBecause],
        tax: { state, rate, from, taxableCents: sumCents(prices), ...exempt },
      };
    });
}

/** Cents of sales tax in these lines. */
export const taxOfLines = (lines: readonly Pick<InvoiceLine, 'amountCents' | 'tax'>[]): number =>
  sumCents(lines.map(({ amountCents, tax }) => (tax === undefined ? 0 : amountCents)));
