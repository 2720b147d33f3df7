import {
  type Adjustment,
  billedLines,
  type Charge,
  type CorrectionSettlement,
  chargesCents,
  type InvoiceCorrection,
  type InvoiceEvent,
  type IssuedInvoice,
  invoiceDecider,
  type NamedCorrection,
  onInvoice,
  withCorrections,
} from '@portal/domain';
import { type Day, sumCents } from '@portal/domain/values';
import type { CausalChain } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import { issued, presentInvoice, type RefundMethod, refundBy } from '../invoices/module.ts';
import { pricedNow } from './cut.ts';
import { correctableInvoice, inputsOfReissue } from './invoiceInputs.ts';
import { billable, priceOne } from './issueOne.ts';
import type { BillingPorts } from './ports.ts';
import { nextIssue, nextIssueIdOf, reissuedAs } from './reissue.ts';

/** A charge before and after; `before` is null for an added line. `reasons`: of the new corrections. */
export interface CorrectedCharge {
  readonly before: Charge | null;
  readonly after: Charge;
  readonly reasons: readonly string[];
}

/** Effect of corrections, in cents. */
export interface CorrectionPreview {
  readonly invoice: IssuedInvoice;
  /** All sites of the account at the cut, billed or not, then added lines. */
  readonly charges: readonly CorrectedCharge[];
  readonly adjustmentsBefore: readonly Adjustment[];
  readonly adjustmentsAfter: readonly Adjustment[];
  readonly totalBefore: number;
  readonly totalAfter: number;
}

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
  const changed = after.map((charge, index) => ({
    before: before[index] ?? null,
    after: charge,
    reasons: corrections
      .filter((correction) => isAbout(correction, charge, index >= before.length))
      .map(({ reason }) => reason),
  }));
  const { adjustments, accountId, period } = invoice;
  const shown = { invoice, charges: changed, adjustmentsBefore: adjustments };
  if (invoice.status === 'paid') {
    const adjustedCents = sumCents(adjustments.map(({ amountCents }) => amountCents));
    return {
      ...shown,
      adjustmentsAfter: adjustments,
      totalBefore: chargesCents(before) + adjustedCents,
      totalAfter: chargesCents(after) + adjustedCents,
    };
  }
  if (billedLines(after).length === 0) {
    return { ...shown, adjustmentsAfter: [], totalBefore: invoice.totalCents, totalAfter: 0 };
  }
  const from = await inputsOfReissue(ports, invoiceId);
  const unsaved = corrections.map((correction) => ({ ...correction, eventId: 'not saved' }));
  const corrected = { ...from, corrections: [...from.corrections, ...unsaved] };
  const account = { accountId, invoiceId: nextIssueIdOf(invoiceId), corrected, voided: invoiceId };
  const { priced } = billable(await priceOne(ports, period, cut, account, await pricedNow(ports)), period);
  return {
    ...shown,
    adjustmentsAfter: priced.adjustments,
    totalBefore: invoice.totalCents,
    totalAfter: priced.totalCents,
  };
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
