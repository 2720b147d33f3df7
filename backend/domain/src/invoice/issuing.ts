import { firstDayOf } from '../billing/periods.ts';
import { BusinessRefusal } from '../decider.ts';
import { addDays, compareDays } from '../values/days.ts';
import { INVOICE_DUE_DAYS } from '../values/limits.ts';
import { sumCents, timesCents } from '../values/money.ts';
import type { IssueInvoice } from './commands.ts';
import type { InvoiceEvent } from './events.ts';
import { invoiceIdFor, partsOfInvoiceId } from './stream.ts';

/** A fault of the caller, not of a person. */
function fault(invoiceId: string, what: string): RangeError {
  return new RangeError(`Invoice ${invoiceId}: ${what}`);
}

function refuseWrongIdentity({
  invoiceId,
  invoiceNumber,
  priced,
  invoiceDate,
  replaces,
}: IssueInvoice): void {
  const { accountId, period } = priced;
  const parts = partsOfInvoiceId(invoiceId);
  if (parts?.accountId !== accountId || parts.period !== period) {
    throw fault(invoiceId, `is not of account ${accountId} and period ${period}`);
  }
  if (!invoiceNumber.startsWith(`INV-${period.replace('-', '')}-`)) {
    throw fault(invoiceId, `${invoiceNumber} is not a number of ${period}`);
  }
  const first = firstDayOf(period);
  const { issue } = parts;
  if (issue === 1) {
    if (replaces !== null) throw fault(invoiceId, 'the first issue replaces none');
    if (invoiceDate !== first) throw fault(invoiceId, `is dated ${invoiceDate}, not ${first}`);
    return;
  }
  if (replaces?.invoiceId !== invoiceIdFor({ accountId, period, issue: issue - 1 })) {
    throw fault(invoiceId, 'does not replace the issue before it');
  }
  if (replaces.status !== 'voided') {
    throw new BusinessRefusal('conflict', 'Please void the invoice of this month before you issue it again.');
  }
  if (compareDays(invoiceDate, first) < 0) throw fault(invoiceId, `is dated before ${first}`);
}

function refuseWrongAmounts({ invoiceId, priced }: IssueInvoice): void {
  const { lines, adjustments, totalCents } = priced;
  const wrong = lines.find(
    ({ readers, rateCents, amountCents }) => timesCents(readers, rateCents) !== amountCents,
  );
  if (wrong) throw fault(invoiceId, `the line ${wrong.name} is not readers times rate`);
  if (totalCents < 0 || sumCents([...lines, ...adjustments].map((line) => line.amountCents)) !== totalCents) {
    throw fault(invoiceId, `its lines don't add up to ${totalCents} cents`);
  }
}

/** The event of an issued invoice, followed by its payment where there is nothing to pay (decisions B17). */
export function issueInvoice(command: IssueInvoice): readonly InvoiceEvent[] {
  refuseWrongIdentity(command);
  refuseWrongAmounts(command);
  const { invoiceId, invoiceNumber, priced, invoiceDate, billTo, proof, replaces } = command;
  const { accountId, period, totalCents, policyVersion } = priced;
  const issued: InvoiceEvent = {
    type: 'InvoiceIssued',
    data: {
      invoiceId,
      accountId,
      retentionId: `${accountId}_${period.slice(0, 4)}`,
      userId: priced.recipientId,
      invoiceNumber,
      period,
      invoiceDate,
      dueDate: addDays(invoiceDate, INVOICE_DUE_DAYS),
      billTo,
      lines: priced.lines.map((line) => ({ ...line, because: [...line.because] })),
      adjustments: priced.adjustments.map((adjustment) => ({ ...adjustment })),
      totalCents,
      isDemo: priced.isDemo,
      replaces: replaces?.invoiceId ?? null,
      ...(proof.corrections === undefined ? {} : { corrections: [...proof.corrections] }),
      cutSeq: proof.cutSeq,
      chainHash: proof.chainHash,
      ...(proof.pricedSeq === undefined ? {} : { pricedSeq: proof.pricedSeq }),
      ...(proof.pricedAnew === true ? { pricedAnew: true } : {}),
      basis: proof.basis.map(({ stream, revision }) => ({ stream, revision })),
      policyVersion,
    },
  };
  if (totalCents > 0) return [issued];
  const nothing = { method: 'none', amountCents: 0, paidOn: invoiceDate } as const;
  const by = { reference: null, paymentId: null, livemode: null, reason: null };
  return [issued, { type: 'InvoicePaid', data: { invoiceId, accountId, ...nothing, ...by } }];
}
