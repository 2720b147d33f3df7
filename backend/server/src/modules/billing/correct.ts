import type { CorrectionPreview } from '@portal/contract';
import {
  type Adjustment,
  BusinessRefusal,
  billedLines,
  type Charge,
  type CorrectionSettlement,
  chargesCents,
  type InvoiceCorrection,
  type InvoiceEvent,
  type InvoiceLine,
  type IssuedInvoice,
  invoiceDecider,
  type NamedCorrection,
  onInvoice,
  withCorrections,
} from '@portal/domain';
import { type Day, dollarsFromCents, sumCents } from '@portal/domain/values';
import type { CausalChain } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import { HttpProblem } from '../../platform/http/errors.ts';
import { issued, presentInvoice, type RefundMethod, refundBy } from '../invoices/module.ts';
import { type InvoiceCut, pricedNow } from './cut.ts';
import { correctableInvoice, inputsOfReissue } from './invoiceInputs.ts';
import { billable, priceOne } from './issueOne.ts';
import type { BillingPorts } from './ports.ts';
import { nextIssue, nextIssueIdOf, reissuedAs } from './reissue.ts';

/**
 * Effect of corrections on an invoice, computed by the code that records and prices them; without corrections, what
 * can be corrected. Changes nothing.
 * @throws BusinessRefusal not_found; what correcting the invoice would throw
 */
export async function previewCorrection(
  ports: BillingPorts,
  invoiceId: string,
  named: readonly NamedCorrection[],
): Promise<CorrectionPreview> {
  const invoice = await presentInvoice(ports.commands, invoiceId);
  const next = await nextIssue(ports.commands, invoiceId);
  if (next !== null) throw reissuedAs(next);
  const { charges, cut } = await correctableInvoice(ports, invoice);
  const corrections = correctionsNamed(invoice, named, charges);
  const before = withCorrections(charges, invoice.corrections);
  const after = withCorrections(before, corrections);
  const adjusted = await effectOf(ports, invoice, { before, after, corrections, cut });
  return {
    invoice_id: invoiceId,
    corrections_made: invoice.corrections.length,
    total_before: dollarsFromCents(adjusted.totalBefore),
    total_after: dollarsFromCents(adjusted.totalAfter),
    lines: after.map((charge, index) => {
      const { billed, line } = before[index] ?? { billed: false, line: charge.line };
      const isNew = index >= before.length;
      return {
        site_id: charge.line.siteId,
        name: charge.line.name,
        billed_before: billed,
        billed_after: charge.billed,
        readers_before: line.readers,
        readers_after: charge.line.readers,
        rate_before: dollarsFromCents(line.rateCents),
        rate_after: dollarsFromCents(charge.line.rateCents),
        amount_before: amountOf({ billed, line }),
        amount_after: amountOf(charge),
        reasons: corrections.filter((one) => isAbout(one, charge, isNew)).map(({ reason }) => reason),
      };
    }),
    adjustments: [
      ...taxLinesBetween(billedLines(before), billedLines(after)),
      ...adjustmentLines(invoice.adjustments, adjusted.adjustments),
    ],
  };
}

/** Totals before and after, in cents, and what the corrected invoice takes over from earlier ones. */
async function effectOf(
  ports: BillingPorts,
  { invoiceId, accountId, period, status, adjustments, totalCents }: IssuedInvoice,
  of: {
    readonly before: readonly Charge[];
    readonly after: readonly Charge[];
    readonly corrections: readonly InvoiceCorrection[];
    readonly cut: InvoiceCut;
  },
) {
  if (status === 'paid') {
    const adjustedCents = sumCents(adjustments.map(({ amountCents }) => amountCents));
    return {
      adjustments,
      totalBefore: chargesCents(of.before) + adjustedCents,
      totalAfter: chargesCents(of.after) + adjustedCents,
    };
  }
  if (billedLines(of.after).length === 0) {
    const none: readonly Adjustment[] = [];
    return { adjustments: none, totalBefore: totalCents, totalAfter: 0 };
  }
  const from = await inputsOfReissue(ports, invoiceId);
  const unsaved = of.corrections.map((correction) => ({ ...correction, eventId: 'not saved' }));
  const corrected = { ...from, corrections: [...from.corrections, ...unsaved] };
  const account = { accountId, invoiceId: nextIssueIdOf(invoiceId), corrected, voided: invoiceId };
  const seq = await pricedNow(ports);
  const { priced } = billable(await priceOne(ports, period, of.cut, account, seq), period);
  return { adjustments: priced.adjustments, totalBefore: totalCents, totalAfter: priced.totalCents };
}

const amountOf = ({ billed, line }: Charge) => (billed ? dollarsFromCents(line.amountCents) : 0);

/** Sales tax on either side. */
function taxLinesBetween(
  before: readonly InvoiceLine[],
  after: readonly InvoiceLine[],
): CorrectionPreview['adjustments'] {
  const taxes = [...before, ...after].filter(({ tax }) => tax !== undefined);
  const centsIn = (some: readonly InvoiceLine[], of: string) =>
    some.find(({ name, tax }) => tax !== undefined && name === of)?.amountCents ?? 0;
  return [...new Set(taxes.map(({ name }) => name))].map((name) => ({
    name,
    amount_before: dollarsFromCents(centsIn(before, name)),
    amount_after: dollarsFromCents(centsIn(after, name)),
  }));
}

/** Adjustments from earlier invoices, on either side. */
function adjustmentLines(
  before: readonly Adjustment[],
  after: readonly Adjustment[],
): CorrectionPreview['adjustments'] {
  const keyOf = ({ invoiceId, creditId }: Adjustment) => `${invoiceId} ${creditId}`;
  const all = new Map([...before, ...after].map((adjustment) => [keyOf(adjustment), adjustment]));
  const centsIn = (some: readonly Adjustment[], key: string) =>
    some.find((adjustment) => keyOf(adjustment) === key)?.amountCents ?? 0;
  return [...all].map(([key, { kind, invoiceNumber }]) => ({
    name: kind === 'credit' ? `Credit from ${invoiceNumber}` : `Carried over from ${invoiceNumber}`,
    amount_before: dollarsFromCents(centsIn(before, key)),
    amount_after: dollarsFromCents(centsIn(after, key)),
  }));
}

/** Corrections as the decider would record them, regardless of the invoice's open amount. */
function correctionsNamed(
  invoice: IssuedInvoice,
  corrections: readonly NamedCorrection[],
  charges: readonly Charge[],
): readonly InvoiceCorrection[] {
  if (corrections.length === 0) return [];
  const settlement = invoice.status === 'paid' ? ({ by: 'credit', id: 'not saved' } as const) : null;
  const previewed = invoice.corrections.length;
  const command = {
    type: 'CorrectInvoice',
    corrections,
    charges,
    settlement,
    reason: null,
    previewed,
  } as const;
  return invoiceDecider
    .decide(command, { ...invoice, openAttempt: null, reissueRequested: false })
    .flatMap(correctionIn);
}

const correctionIn = (event: InvoiceEvent): readonly InvoiceCorrection[] => {
  if (event.type !== 'InvoiceCorrected') return [];
  const { name, change, reason } = event.data;
  return [{ name, change, reason }];
};

function isAbout({ change, name }: InvoiceCorrection, { line }: Charge, isNew: boolean): boolean {
  if (change.kind !== 'line') return change.siteId === line.siteId;
  return isNew && name === line.name && change.amountCents === line.amountCents;
}

/** How the difference goes back. @param id of the refund or credit @throws BusinessRefusal unprocessable for a future day */
export const settlementOf = (
  { as, ...how }: RefundMethod & { readonly as: 'refund' | 'credit' },
  id: string,
  today: Day,
): CorrectionSettlement =>
  as === 'credit' ? { by: 'credit', id } : { by: 'refund', id, ...refundBy(how, today) };

/**
 * Corrects a paid invoice, and refunds or credits the difference in the same step. Idempotent by the settlement's id.
 * @returns the refunded or credited cents
 * @throws BusinessRefusal not_found; conflict if it is not paid; unprocessable if nothing, or too much, would go back
 */
export async function correctPaidInvoice(
  ports: BillingPorts,
  invoiceId: string,
  request: {
    readonly corrections: readonly NamedCorrection[];
    readonly settlement: CorrectionSettlement;
    readonly reason?: string | undefined;
    /** Number of corrections that the preview showed as made (rule B45). */
    readonly previewed?: number | undefined;
  },
  context: CommandContext,
): Promise<{ readonly backCents: number; readonly chain: CausalChain }> {
  const { commands } = ports;
  const { corrections, settlement, reason, previewed } = request;
  const invoice = await presentInvoice(commands, invoiceId);
  const { charges } = await correctableInvoice(ports, invoice);
  const { appended, state } = await commands.execute({
    ...onInvoice(invoiceId, invoice.accountId),
    command: { type: 'CorrectInvoice', corrections, charges, settlement, reason: reason ?? null, previewed },
    context,
    reason,
  });
  const chain = await commands.followUp(appended);
  return { backCents: backOf(issued(state), settlement.id), chain };
}

/** Amount of a refund or credit by id; 0 if unknown. */
function backOf({ refunds, credits }: IssuedInvoice, id: string): number {
  const refund = refunds.find(({ refundId }) => refundId === id);
  const credit = credits.find(({ creditId }) => creditId === id);
  return refund?.amountCents ?? credit?.amountCents ?? 0;
}

/** The preview of the invoice's newest issue; null where these corrections are refused there. */
async function newestPreview(
  ports: BillingPorts,
  invoiceId: string,
  named: readonly NamedCorrection[],
): Promise<CorrectionPreview | null> {
  const next = await nextIssue(ports.commands, invoiceId);
  if (next !== null) return newestPreview(ports, next.invoiceId, named);
  try {
    return await previewCorrection(ports, invoiceId, named);
  } catch (error) {
    if (!(error instanceof BusinessRefusal)) throw error;
    // it may have been reissued meanwhile
    const since = await nextIssue(ports.commands, invoiceId);
    return since === null ? null : newestPreview(ports, since.invoiceId, named);
  }
}

/**
 * Adds the new preview to a refusal because of corrections that were not previewed (rule B45).
 * @throws HttpProblem 409 with the preview; else what `correct` throws
 */
export async function orNewPreview<Result>(
  ports: BillingPorts,
  invoiceId: string,
  named: readonly NamedCorrection[],
  correct: () => Promise<Result>,
): Promise<Result> {
  try {
    return await correct();
  } catch (error) {
    if (!(error instanceof BusinessRefusal && error.kind === 'conflict' && error.path === 'corrections'))
      throw error;
    const preview = await newestPreview(ports, invoiceId, named);
    throw new HttpProblem(409, error.message, { path: error.path, ...(preview !== null && { preview }) });
  }
}
