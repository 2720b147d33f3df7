import { Box, Button, Link } from '@mui/material';
import {
  CREDIT_NOTE_NAMES,
  type InvoiceCreditNote,
  type InvoiceDetail,
  type InvoiceItem,
  paths,
} from '@portal/contract';
import { useState } from 'react';
import { read } from '../../shared/http/http.ts';
import { useCommand } from '../../shared/http/useCommand.ts';
import { dateText, dollarsText, showCount } from '../../shared/text.ts';

interface MoreItemsProps
  extends Pick<ReturnType<typeof useInvoiceItems>, 'shown' | 'more' | 'next' | 'busy' | 'showMore'> {
  readonly invoice: InvoiceDetail;
}

/**
 * Below the lines of a long invoice: the number shown, and buttons for the others; nothing once all are shown. With sales
 * tax, its lines are among them.
 */
export function MoreItems({ invoice, shown, more, next, busy, showMore }: MoreItemsProps) {
  if (more === 0) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <span>{`Showing ${showCount(shown)} of ${showCount(shown + more)} ${invoice.tax_amount === undefined ? 'sites' : 'lines'}.`}</span>
      <Button size="small" className="no-print" aria-disabled={busy} onClick={showMore}>
        {busy ? 'Loading...' : `Show ${showCount(next)} more`}
      </Button>
      <Button size="small" className="no-print" href={paths.invoiceCsv(invoice.id)} download>
        Download all as CSV
      </Button>
    </Box>
  );
}

/** The items of an invoice; of a long one the first lines, and more on request. */
export function useInvoiceItems({ id, items, line_count }: InvoiceDetail) {
  const [further, setFurther] = useState<readonly InvoiceItem[]>([]);
  const isLine = (item: InvoiceItem) => Number(item.id) < line_count;
  const first = items.filter(isLine);
  const lines = [...first, ...further];
  const { isPending, mutate } = useCommand({
    // every part is as long as the first
    send: async () =>
      (await read(`${paths.invoiceItems(id)}?part=${lines.length / first.length}`)) as {
        items: InvoiceItem[];
      },
    onDone: (part) => setFurther((known) => [...known, ...part.items]),
    failed: { title: 'Error', fallback: 'The items could not be read. Please try again.' },
  });
  return {
    /** Lines, then amounts carried over from earlier invoices. */
    items: [...lines, ...items.filter((item) => !isLine(item))],
    shown: lines.length,
    more: line_count - lines.length,
    /** Lines of the next part. */
    next: Math.min(first.length, line_count - lines.length),
    busy: isPending,
    showMore() {
      if (!isPending) mutate();
    },
  };
}

/** What a correction changed and why, beside the name of what it changed; the name may read from right to left. */
export function CorrectionText({ name, text, reason }: InvoiceDetail['corrections'][number]) {
  return (
    <>
      <bdi>{name}</bdi>: {text}. {reason}
    </>
  );
}

interface CreditNoteLineProps {
  readonly note: InvoiceCreditNote;
  readonly asAdmin: boolean;
}

/** `CN-202612-0001 of Dec 20, 2026: Refund of $13.00.`, with its PDF behind the number. */
export function CreditNoteLine({ note, asAdmin }: CreditNoteLineProps) {
  const { id, day, kind, amount, failed } = note;
  return (
    <>
      <Link
        href={asAdmin ? paths.admin.creditNotePdf(id) : paths.creditNotePdf(id)}
        aria-label={`${id} as PDF`}
        download
        sx={{ whiteSpace: 'nowrap' }}
      >
        {id}
      </Link>{' '}
      of {dateText(day)}: {CREDIT_NOTE_NAMES[kind]} of {dollarsText(amount)}
      {failed ? ', which failed.' : '.'}
    </>
  );
}
