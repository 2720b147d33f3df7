import { Typography } from '@mui/material';
import { type Invoice, moveRefundSchema, type Payment, paths } from '@portal/contract';
import { centsFromDollars, dollarsFromCents } from '@portal/domain/values';
import { useWatch } from 'react-hook-form';
import { ReasonField } from '../../../shared/form/Field.tsx';
import { useZodForm } from '../../../shared/form/useZodForm.ts';
import { dollarsText } from '../../../shared/text.ts';
import { PostDialog } from '../../kit/PostDialog.tsx';
import { AmountField, ToInvoiceField, useInvoicesBy } from '../invoices/parts.tsx';
import type { PaymentRefund } from './actions.ts';

interface MoveRefundDialogProps {
  readonly payment: Payment;
  readonly refund: PaymentRefund;
  readonly onClose: () => void;
}

/** Moves part of a refund that was made at the card provider to another invoice of the payment (rule B44). */
export default function MoveRefundDialog({ payment, refund, onClose }: MoveRefundDialogProps) {
  const invoices = useInvoicesBy({ id: payment.invoice_ids.filter((id) => id !== refund.invoice_id) });
  const form = useZodForm(moveRefundSchema, {
    refund_id: refund.id,
    to_invoice_id: '',
    amount: '',
    reason: '',
  });
  const target = useWatch({ control: form.control, name: 'to_invoice_id' });
  const to = invoices.data?.find(({ id }) => id === target);
  const most = to === undefined ? refund.amount : Math.min(refund.amount, notRefunded(to));
  return (
    <PostDialog
      title={`Move the refund of ${dollarsText(refund.amount)}`}
      form={form}
      submitLabel="Move"
      path={paths.admin.moveRefund(payment.id)}
      done="Refund moved"
      failed="Failed to move the refund"
      onClose={onClose}
    >
      <Typography color="text.secondary">
        The refund counts on the other invoice instead. The amount that went back to the card does not change.
      </Typography>
      <ToInvoiceField
        query={invoices}
        room={(invoice) => `${dollarsText(notRefunded(invoice))} not refunded`}
      />
      <AmountField hint={`At most ${dollarsText(most)}.`} />
      <ReasonField needed />
    </PostDialog>
  );
}

/** Dollars; the server also knows how much of them this payment paid. */
const notRefunded = ({ total_amount, refunded_amount }: Invoice) =>
  dollarsFromCents(Math.max(0, centsFromDollars(total_amount) - centsFromDollars(refunded_amount)));
