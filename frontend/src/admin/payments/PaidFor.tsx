import type { Payment } from '@portal/contract';
import { NONE } from '../format.ts';
import { RecordLink } from '../records/links.tsx';

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
