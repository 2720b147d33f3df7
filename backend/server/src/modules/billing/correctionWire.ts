import type { CorrectionPreview } from '@portal/contract';
import type { Adjustment, Charge } from '@portal/domain';
import { dollarsFromCents } from '@portal/domain/values';
import type { CorrectionPreview as Preview } from './correct.ts';

export function toCorrectionPreview(preview: Preview): CorrectionPreview {
  const { invoice, charges, adjustmentsBefore, adjustmentsAfter, totalBefore, totalAfter } = preview;
  return {
    invoice_id: invoice.invoiceId,
    corrections_made: invoice.corrections.length,
    total_before: dollarsFromCents(totalBefore),
    total_after: dollarsFromCents(totalAfter),
    lines: charges.map(({ before, after, reasons }) => {
      const was = before ?? { billed: false, line: after.line };
      return {
        site_id: after.line.siteId,
        name: after.line.name,
        billed_before: was.billed,
        billed_after: after.billed,
        readers_before: was.line.readers,
        readers_after: after.line.readers,
        rate_before: dollarsFromCents(was.line.rateCents),
        rate_after: dollarsFromCents(after.line.rateCents),
        amount_before: amountOf(was),
        amount_after: amountOf(after),
        reasons: [...reasons],
      };
    }),
    adjustments: adjustmentLines(adjustmentsBefore, adjustmentsAfter),
  };
}

const amountOf = ({ billed, line }: Charge) => (billed ? dollarsFromCents(line.amountCents) : 0);

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
