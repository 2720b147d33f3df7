import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { correctionsOf, type InvoiceDetail, paymentNotesOf } from '@portal/contract';
import { centsFromDollars, MIN_CARD_CHARGE_CENTS } from '@portal/domain/values';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { useInvoice } from '../../parts/invoice/reads.ts';
import { dollarsText } from '../../shared/text.ts';

/** Another invoice by its number; 'another invoice' until that is read. */
function InvoiceLink({ id, asAdmin }: { readonly id: string; readonly asAdmin: boolean }) {
  const { data } = useInvoice(id, asAdmin);
  return (
    <Link component={RouterLink} to={`/invoicing/${encodeURIComponent(id)}`}>
      {data?.invoice_number ?? 'another invoice'}
    </Link>
  );
}

const REFUND_STATES = {
  requested: 'is being refunded',
  refunded: 'was refunded',
  failed: 'could not be refunded to the card',
} as const;

const TOO_SMALL =
  'This amount is too small to be paid by card. It is carried over to your next invoice; no action is needed.';

/** Open, and below what the card provider takes (rule B17). */
function isTooSmall({ status, open_amount }: InvoiceDetail): boolean {
  return status === 'pending' && centsFromDollars(open_amount) < MIN_CARD_CHARGE_CENTS;
}

/** What became of the invoice beside being paid: replaced, carried, refunded, credited; nothing where nothing did. */
export function InvoiceNotes({
  invoice,
  asAdmin,
}: {
  readonly invoice: InvoiceDetail;
  readonly asAdmin: boolean;
}) {
  const notes: { readonly key: string; readonly text: ReactNode }[] = [];
  const linked = (key: string, words: string, id: string | null) => {
    if (id === null) return;
    const text = (
      <>
        {words} <InvoiceLink id={id} asAdmin={asAdmin} />.
      </>
    );
    notes.push({ key, text });
  };
  paymentNotesOf(invoice).forEach((text, index) => {
    notes.push({ key: `paid ${index}`, text });
  });
  if (invoice.credit_to_repay_amount > 0) {
    const amount = dollarsText(invoice.credit_to_repay_amount);
    const text = `${amount} of account credit came of a payment that was reversed after a later invoice had used the credit, so it is open here again.`;
    notes.push({ key: 'repay', text });
  }
  if (invoice.credit_spent_amount > 0) {
    const text = `${dollarsText(invoice.credit_spent_amount)} was settled by account credit.`;
    notes.push({ key: 'spent', text });
  }
  for (const { name, text, reason } of correctionsOf(invoice, null))
    notes.push({ key: `${name} ${text} ${reason}`, text: `${name}: ${text}. ${reason}` });
  linked('replaces', 'This invoice replaces', invoice.replaces);
  linked('replaced', 'This invoice was replaced by', invoice.replaced_by);
  linked('carried', 'Too small to be paid by card, it was carried over to', invoice.carried_to);
  if (isTooSmall(invoice)) notes.push({ key: 'small', text: TOO_SMALL });
  for (const refund of invoice.refunds)
    notes.push({ key: refund.id, text: `${dollarsText(refund.amount)} ${REFUND_STATES[refund.status]}.` });
  if (invoice.credited_amount > 0) {
    const text = `${dollarsText(invoice.credited_amount)} was credited and lowers the next invoices.`;
    notes.push({ key: 'credited', text });
  }
  if (notes.length === 0) return null;
  return (
    <Box component="ul" aria-label="Notes" sx={{ m: 0, mt: 2.5, pl: 2.5, display: 'grid', gap: 0.75 }}>
      {notes.map(({ key, text }) => (
        <li key={key}>{text}</li>
      ))}
    </Box>
  );
}
