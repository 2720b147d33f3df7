import { Box, Typography } from '@mui/material';
import type { Payment } from '@portal/contract';
import { dollarsText, momentText, NONE } from '../../shared/text.ts';
import { RecordLink } from '../records/links.tsx';
import { PaymentStatus } from '../records/states.tsx';

/** What a payment is for, as links. */
export function PaidFor({ payment }: { readonly payment: Payment }) {
  const { order_id: orderId, invoice_ids: invoiceIds } = payment;
  if (orderId === null && invoiceIds.length === 0) return NONE;
  return (
    <>
      {orderId !== null && (
        <RecordLink resource="orders" id={orderId}>
          Order
        </RecordLink>
      )}
      {invoiceIds.map((id, index) => (
        <span key={id}>
          {(index > 0 || orderId !== null) && ', '}
          <RecordLink resource="invoices" id={id}>
            {invoiceIds.length === 1 ? 'Invoice' : `Invoice ${index + 1}`}
          </RecordLink>
        </span>
      ))}
    </>
  );
}

/** An attempt to pay in a list of another record's page. */
export function PaymentLine({ payment }: { readonly payment: Payment }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 0.5 }}>
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <RecordLink resource="payments" id={payment.id}>
          {dollarsText(payment.amount)}
        </RecordLink>
        <Typography variant="body2" color="text.secondary">
          {momentText(payment.created_at)}
          {payment.message !== null && ` · ${payment.message}`}
        </Typography>
      </Box>
      <PaymentStatus payment={payment} />
    </Box>
  );
}
