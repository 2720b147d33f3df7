import { taxOfLines } from '../billing/charges.ts';
import { firstDayOf } from '../billing/periods.ts';
import { conflict } from '../kernel/decider.ts';
import { taxCents } from '../tax/tax.ts';
import { addDays, compareDays } from '../values/days.ts';
import { INVOICE_DUE_DAYS } from '../values/limits.ts';
import { sumCents, timesCents } from '../values/money.ts';
import type { InvoiceCommandOf } from './commands.ts';
import type { InvoiceEvent } from './events.ts';
import { invoiceIdFor, partsOfInvoiceId } from './events.ts';
import { type InvoiceDraft, isSamePart, nextPart, partsOf } from './parts.ts';

/** A fault in the program, not in someone's input. */
function fault(invoiceId: string, what: string): RangeError {
  return new RangeError(`Invoice ${invoiceId}: ${what}`);
}

function refuseWrongIdentity(command: InvoiceCommandOf<'IssueInvoice'>): void {
  const { invoiceId, invoiceNumber, priced, invoiceDate, replaces } = command;
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
    throw conflict('Please void the invoice of this month before you issue it again.');
  }
  if (compareDays(invoiceDate, first) < 0) throw fault(invoiceId, `is dated before ${first}`);
}

function refuseWrongAmounts({ invoiceId, priced }: InvoiceCommandOf<'IssueInvoice'>): void {
  const { lines, adjustments, totalCents } = priced;
  const wrong = lines.find(
    ({ readers, rateCents, amountCents }) => timesCents(readers, rateCents) !== amountCents,
  );
  if (wrong) throw fault(invoiceId, `the line ${wrong.name} is not readers times rate`);
  if (totalCents < 0 || sumCents([...lines, ...adjustments].map((line) => line.amountCents)) !== totalCents) {
    throw fault(invoiceId, `its lines don't add up to ${totalCents} cents`);
  }
}

/** Sales tax is rounded by line (rule B38). */
function refuseWrongTax({ invoiceId, priced }: InvoiceCommandOf<'IssueInvoice'>): void {
  const { lines, taxCents: tax = 0 } = priced;
  if (taxOfLines(lines) !== tax) throw fault(invoiceId, `its tax does not add up to ${tax} cents`);
  for (const line of lines) {
    if (line.tax === undefined || line.tax.exempt) continue;
    const { state, rate } = line.tax;
    const of = lines.filter(({ taxState }) => taxState === state);
    if (sumCents(of.map(({ amountCents }) => taxCents(amountCents, { rate }))) !== line.amountCents)
      throw fault(invoiceId, `the line ${line.name} is not the tax of its lines`);
  }
}

const drafting = () => conflict('This invoice is being issued elsewhere at the moment. Please try again.');

/** @throws BusinessRefusal conflict where other lines are being drafted for the invoice */
export function draftLines(
  command: InvoiceCommandOf<'DraftInvoiceLines'>,
  drafted: InvoiceDraft | undefined,
): readonly InvoiceEvent[] {
  const { invoiceId, accountId, draft, part, lines, basis } = command;
  const known = drafted?.draft === draft ? drafted.parts : [];
  if (known.length >= part) {
    if (isSamePart(known[part - 1], command)) return [];
    throw drafting();
  }
  if (known.length !== part - 1 || draft > (drafted?.draft ?? 0) + 1 || draft < (drafted?.draft ?? 0))
    throw drafting();
  return [{ type: 'InvoiceLinesDrafted', data: { invoiceId, accountId, draft, part, lines, basis } }];
}

/**
 * The issued invoice, paid at once where its total is $0.00.
 * @throws BusinessRefusal conflict where its drafted lines are missing
 */
export function issueInvoice(
  command: InvoiceCommandOf<'IssueInvoice'>,
  drafted: InvoiceDraft | undefined,
): readonly InvoiceEvent[] {
  refuseWrongIdentity(command);
  refuseWrongAmounts(command);
  refuseWrongTax(command);
  const { invoiceId, invoiceNumber, priced, invoiceDate, billTo, proof, replaces } = command;
  const { accountId, period, totalCents, policyVersion } = priced;
  const [first, ...further] = partsOf({ lines: priced.lines, basis: proof.basis });
  if (nextPart(drafted, further) !== null) throw drafting();
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
      ...first,
      continued:
        drafted === undefined || further.length === 0
          ? undefined
          : { draft: drafted.draft, parts: further.length, lines: priced.lines.length },
      adjustments: priced.adjustments,
      totalCents,
      taxCents: priced.taxCents,
      isDemo: priced.isDemo,
      replaces: replaces?.invoiceId ?? null,
      corrections: proof.corrections,
      cutSeq: proof.cutSeq,
      chainHash: proof.chainHash,
      pricedSeq: proof.pricedSeq,
      pricedAnew: proof.pricedAnew || undefined,
      policyVersion,
    },
  };
  if (totalCents > 0) return [issued];
  const nothing = { method: 'none', amountCents: 0, paidOn: invoiceDate } as const;
  const by = { reference: null, paymentId: null, livemode: null, reason: null };
  return [issued, { type: 'InvoicePaid', data: { invoiceId, accountId, ...nothing, ...by } }];
}
