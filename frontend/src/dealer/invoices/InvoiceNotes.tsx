import { Box, Link } from '@mui/material';
import {
  correctionsOf,
  creditNotesOf,
  type InvoiceDetail,
  paymentNotesOf,
  refundNotesOf,
} from '@portal/contract';
import { centsFromDollars, MIN_CARD_CHARGE_CENTS } from '@portal/domain/values';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { CreditNoteLine } from '../../parts/invoice/CreditNotes.tsx';
import { CorrectionText } from '../../parts/invoice/items.tsx';
import { useInvoice } from '../../parts/invoice/reads.ts';
import { dollarsText, showDate } from '../../shared/text.ts';

/** Another invoice by its number, which is read first. */
export function InvoiceLink({ id, asAdmin }: { readonly id: string; readonly asAdmin: boolean }) {
  const { data } = useInvoice(id, asAdmin);
  return (
    <Link component={RouterLink} to={`/invoicing/${encodeURIComponent(id)}`} sx={{ whiteSpace: 'nowrap' }}>
      {data?.invoice_number ?? 'another invoice'}
    </Link>
  );
}

const TOO_SMALL =
  'This amount is too small to be paid by card. It is carried over to your next invoice; no action is needed.';

/** Open, and below the card provider's minimum (rule B17). */
function isTooSmall({ status, open_amount }: InvoiceDetail): boolean {
  return status === 'pending' && centsFromDollars(open_amount) < MIN_CARD_CHARGE_CENTS;
}

interface InvoiceNotesProps {
  readonly invoice: InvoiceDetail;
  readonly asAdmin: boolean;
}

/** Payments, corrections, refunds and credits of the invoice, and related invoices; nothing without any. */
export function InvoiceNotes({ invoice, asAdmin }: InvoiceNotesProps) {
  const linked = (words: string, id: string | null) =>
    id !== null && (
      <>
        {words} <InvoiceLink id={id} asAdmin={asAdmin} />.
      </>
    );
  const amount = (dollars: number, words: string) => dollars > 0 && `${dollarsText(dollars)} ${words}`;
  const notes: readonly ReactNode[] = [
    ...paymentNotesOf(invoice),
    invoice.next_try_on !== undefined &&
      `The automatic payment was declined. Next try on ${showDate(invoice.next_try_on)}.`,
    amount(
      invoice.credit_to_repay_amount,
      'of account credit came of a payment that was taken back after the credit was used or paid out, so it is open here again.',
    ),
    ...creditNotesOf(invoice),
    // biome-ignore lint/correctness/useJsxKeyInIterable: notes have keys below
    ...correctionsOf(invoice, null).map((correction) => <CorrectionText {...correction} />),
    linked('This invoice replaces', invoice.replaces),
    linked('Too small to be paid by card, it was carried over to', invoice.carried_to),
    isTooSmall(invoice) && TOO_SMALL,
    ...refundNotesOf(invoice),
    amount(invoice.credited_amount, 'was credited: it pays open invoices, then the next ones.'),
    ...(invoice.credit_notes ?? []).map((note) => (
      <>
        Credit note <CreditNoteLine note={note} asAdmin={asAdmin} />
      </>
    )),
  ].filter(Boolean);
  if (notes.length === 0) return null;
  return (
    <Box component="ul" aria-label="Notes" sx={{ m: 0, mt: 2.5, pl: 2.5, display: 'grid', gap: 0.75 }}>
      {notes.map((note, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: notes hold no state
        <li key={index}>{note}</li>
      ))}
    </Box>
  );
}
