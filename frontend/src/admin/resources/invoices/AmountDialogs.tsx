import { Box, Button } from '@mui/material';
import {
  type InvoiceDetail,
  invoiceAmountSchema,
  paths,
  reasonSchema,
  recordPaymentSchema,
  refundInvoiceSchema,
} from '@portal/contract';
import { centsFromDollars, dollarsFromCents } from '@portal/domain/values';
import { useState } from 'react';
import { z } from 'zod';
import { ReasonField } from '../../../shared/form/Field.tsx';
import { useZodForm } from '../../../shared/form/useZodForm.ts';
import { dollarsText } from '../../../shared/text.ts';
import { AmountField, InvoiceForm, OfflineFields } from './parts.tsx';

export interface InvoiceDialogProps {
  readonly invoice: InvoiceDetail;
  readonly onClose: () => void;
}

type Correction = 'refund' | 'card' | 'credit';
const amountOf = ({ correctable }: InvoiceDetail, kind: Correction) => (correctable?.[kind] ?? 0).toFixed(2);
const mostOf = ({ correctable }: InvoiceDetail, kind: Correction) =>
  `At most ${dollarsText(correctable?.[kind] ?? 0)}.`;

/** Refundable dollars that were paid by check or ACH. */
export function offlinePart({ correctable }: InvoiceDetail): number {
  const { refund = 0, card = 0 } = correctable ?? {};
  return dollarsFromCents(Math.max(0, centsFromDollars(refund) - centsFromDollars(card)));
}

/** The most that can be refunded. What credit settled can only be credited. */
function mostRefund(invoice: InvoiceDetail): string {
  const { refund = 0, card = 0, credit = 0 } = invoice.correctable ?? {};
  if (card > 0 && offlinePart(invoice) > 0) {
    return `${mostOf(invoice, 'card')} The rest was paid by check or ACH; refund it the same way.`;
  }
  const most = mostOf(invoice, 'refund');
  const unused = invoice.unused_credit_amount;
  const first =
    unused > 0 ? ` Account credit of ${dollarsText(unused)} that no invoice has used is paid out first.` : '';
  return credit > refund
    ? `${most} The rest was settled by account credit; credit it instead.${first}`
    : `${most}${first}`;
}

/** Credits an amount to the account (rule B26). */
export function CreditDialog({ invoice, onClose }: InvoiceDialogProps) {
  const form = useZodForm(invoiceAmountSchema, { amount: amountOf(invoice, 'credit'), reason: '' });
  return (
    <InvoiceForm
      title={`Credit ${invoice.invoice_number}`}
      form={form}
      submitLabel="Credit"
      path={paths.admin.creditInvoice(invoice.id)}
      done="Invoice credited"
      failed="Failed to credit invoice"
      onClose={onClose}
    >
      <AmountField hint={`Pays open invoices, then the next ones. ${mostOf(invoice, 'credit')}`} />
      <ReasonField />
    </InvoiceForm>
  );
}

/** Refunds the card that paid (rule B26); the provider answers later. `onOffline` refunds a part paid by check or ACH. */
function CardRefundDialog({
  invoice,
  onClose,
  onOffline,
}: InvoiceDialogProps & { readonly onOffline: () => void }) {
  const form = useZodForm(invoiceAmountSchema, { amount: amountOf(invoice, 'card'), reason: '' });
  return (
    <InvoiceForm
      title={`Refund ${invoice.invoice_number}`}
      form={form}
      submitLabel="Refund to the card"
      path={paths.admin.refundInvoice(invoice.id)}
      done="Refund started"
      failed="Failed to refund invoice"
      onClose={onClose}
    >
      <AmountField hint={mostRefund(invoice)} />
      {offlinePart(invoice) > 0 && (
        <Button size="small" onClick={onOffline} sx={{ alignSelf: 'flex-start' }}>
          Refund by check or ACH
        </Button>
      )}
      <ReasonField />
    </InvoiceForm>
  );
}

/** With how the money was sent. */
export const offlineRefundSchema = refundInvoiceSchema.extend({
  method: recordPaymentSchema.shape.method,
  refunded_on: z.iso.date('Please enter a date'),
  reference: recordPaymentSchema.shape.reference,
});

/** Records a check or bank transfer that was sent (rule B26). */
function OfflineRefundDialog({ invoice, onClose }: InvoiceDialogProps) {
  const part = offlinePart(invoice);
  const byCardToo = (invoice.correctable?.card ?? 0) > 0;
  const form = useZodForm(offlineRefundSchema, {
    amount: part.toFixed(2),
    refunded_on: invoice.today,
    reference: '',
    reason: '',
  });
  return (
    <InvoiceForm
      title={`Refund ${invoice.invoice_number}`}
      form={form}
      submitLabel="Record refund"
      path={paths.admin.refundInvoice(invoice.id)}
      done="Refund recorded"
      failed="Failed to refund invoice"
      onClose={onClose}
    >
      <AmountField hint={byCardToo ? `Check or ACH paid ${dollarsText(part)}.` : mostRefund(invoice)} />
      <OfflineFields verb="Sent" day="refunded_on" />
      <ReasonField />
    </InvoiceForm>
  );
}

/** Refunds a paid invoice the way it was paid; to the card first where both were used. */
export function RefundDialog(props: InvoiceDialogProps) {
  const [offline, setOffline] = useState((props.invoice.correctable?.card ?? 0) === 0);
  return offline ? (
    <OfflineRefundDialog {...props} />
  ) : (
    <CardRefundDialog {...props} onOffline={() => setOffline(true)} />
  );
}

/** Cancels an open invoice. */
export function VoidDialog({ invoice, onClose }: InvoiceDialogProps) {
  const form = useZodForm(reasonSchema, { reason: '' });
  return (
    <InvoiceForm
      title={`Void ${invoice.invoice_number}?`}
      form={form}
      submitLabel="Void invoice"
      path={paths.admin.voidInvoice(invoice.id)}
      done="Invoice voided"
      failed="Failed to void invoice"
      onClose={onClose}
    >
      <Box component="ul" sx={{ m: 0, pl: 2.5, color: 'text.secondary', '& li + li': { mt: 0.75 } }}>
        <li>The invoice shows as Canceled and can no longer be paid.</li>
        <li>Its number is never used again.</li>
        <li>Use Reissue to issue the month again.</li>
        {invoice.paid_amount > 0 && (
          <li>
            The {dollarsText(invoice.paid_amount)} that was paid becomes account credit, which pays open
            invoices, then the next ones.
          </li>
        )}
      </Box>
      <ReasonField />
    </InvoiceForm>
  );
}
