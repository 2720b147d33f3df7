import { firstDayOf } from '../billing/periods.ts';
import { BusinessRefusal } from '../kernel/decider.ts';
import { addDays, compareDays } from '../values/days.ts';
import { INVOICE_DUE_DAYS } from '../values/limits.ts';
import { sumCents, timesCents } from '../values/money.ts';
import type { DraftInvoiceLines, IssueInvoice } from './commands.ts';
import type { InvoiceEvent } from './events.ts';
import { invoiceIdFor, partsOfInvoiceId } from './events.ts';
import { type InvoiceDraft, isSamePart, nextPart, partsOf } from './parts.ts';

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

const drafting = () =>
  new BusinessRefusal('conflict', 'This invoice is being issued elsewhere at the moment. Please try again.');

/** @throws BusinessRefusal conflict where somebody else drafts other lines */
export function draftLines(
  command: DraftInvoiceLines,
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
  return [
    {
      type: 'InvoiceLinesDrafted',
      data: {
        invoiceId,
        accountId,
        draft,
        part,
        lines: lines.map((line) => ({ ...line, because: [...line.because] })),
        basis: basis.map(({ stream, revision }) => ({ stream, revision })),
      },
    },
  ];
}

/**
 * The event of an issued invoice, followed by its payment where there is nothing to pay.
 * @throws BusinessRefusal conflict where what was to be drafted ahead of it is not there
 */
export function issueInvoice(
  command: IssueInvoice,
  drafted: InvoiceDraft | undefined,
): readonly InvoiceEvent[] {
  refuseWrongIdentity(command);
  refuseWrongAmounts(command);
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
      lines: first.lines.map((line) => ({ ...line, because: [...line.because] })),
      ...(drafted === undefined || further.length === 0
        ? {}
        : { continued: { draft: drafted.draft, parts: further.length, lines: priced.lines.length } }),
      adjustments: priced.adjustments.map((adjustment) => ({ ...adjustment })),
      totalCents,
      isDemo: priced.isDemo,
      replaces: replaces?.invoiceId ?? null,
      ...(proof.corrections === undefined ? {} : { corrections: [...proof.corrections] }),
      cutSeq: proof.cutSeq,
      chainHash: proof.chainHash,
      ...(proof.pricedSeq === undefined ? {} : { pricedSeq: proof.pricedSeq }),
      ...(proof.pricedAnew === true ? { pricedAnew: true } : {}),
      basis: first.basis.map(({ stream, revision }) => ({ stream, revision })),
      policyVersion,
    },
  };
  if (totalCents > 0) return [issued];
  const nothing = { method: 'none', amountCents: 0, paidOn: invoiceDate } as const;
  const by = { reference: null, paymentId: null, livemode: null, reason: null };
  return [issued, { type: 'InvoicePaid', data: { invoiceId, accountId, ...nothing, ...by } }];
}
