import type { Payment } from '@portal/contract';
import { dollarsText, momentText, NONE } from '../../shared/text.ts';
import { RelatedRow } from '../kit/RelatedList.tsx';
import { Unbroken } from '../kit/Unbroken.tsx';
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
  const { message, created_at: at } = payment;
  return (
    <RelatedRow
      link={
        <RecordLink resource="payments" id={payment.id}>
          {dollarsText(payment.amount)}
        </RecordLink>
      }
      text={<Unbroken text={[momentText(at), message].filter((part) => part !== null).join(' · ')} />}
    >
      <PaymentStatus payment={payment} />
    </RelatedRow>
  );
}
