import { Typography } from '@mui/material';
import { type Order, paths, refundOrderSchema } from '@portal/contract';
import { ReasonField } from '../../../shared/form/Field.tsx';
import { useZodForm } from '../../../shared/form/useZodForm.ts';
import { dollarsText } from '../../../shared/text.ts';
import { PostDialog } from '../../kit/PostDialog.tsx';
import { AmountField } from '../invoices/parts.tsx';

/** Refunds all or part of an order to the card that paid it (rule B48). */
export default function RefundOrderDialog({
  order,
  onClose,
}: {
  readonly order: Order;
  readonly onClose: () => void;
}) {
  const form = useZodForm(refundOrderSchema, { amount: order.refundable_amount.toFixed(2), reason: '' });
  return (
    <PostDialog
      title={`Refund ${order.order_number}`}
      form={form}
      submitLabel="Refund to the card"
      path={paths.admin.refundOrder(order.id)}
      done="Refund started"
      failed="Failed to refund order"
      onClose={onClose}
    >
      <Typography color="text.secondary">
        What was ordered stays as it is. The dealer is told the amount and the reason by email.
      </Typography>
      <AmountField hint={`At most ${dollarsText(order.refundable_amount)}.`} />
      <ReasonField needed />
    </PostDialog>
  );
}
