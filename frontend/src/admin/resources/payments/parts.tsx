import type { Payment } from '@portal/contract';
import { useGetRecordRepresentation, useReference } from 'react-admin';
import { dollarsText, momentText, NONE } from '../../../shared/text.ts';
import { RelatedRow } from '../../kit/RelatedList.tsx';
import { Unbroken } from '../../kit/Unbroken.tsx';
import { RecordLink } from '../../records/links.tsx';
import { PaymentStatus } from '../../records/states.tsx';

/** What a payment is for, as links. */
export function PaidFor({ payment }: { readonly payment: Payment }) {
  const { order_id: orderId, invoice_ids: invoiceIds } = payment;
  if (orderId === null && invoiceIds.length === 0) return NONE;
  return (
    <>
      {orderId !== null && <PaidRecord resource="orders" id={orderId} unread="Order" />}
      {invoiceIds.map((id, index) => (
        <span key={id}>
          {(index > 0 || orderId !== null) && ', '}
          <PaidRecord resource="invoices" id={id} unread="Invoice" />
        </span>
      ))}
    </>
  );
}

interface PaidRecordProps {
  readonly resource: 'orders' | 'invoices';
  readonly id: string;
  /** Shown until its number is read. */
  readonly unread: string;
}

/** The number of an order or invoice as a link; those of a page are read in one request. */
export function PaidRecord({ resource, id, unread }: PaidRecordProps) {
  const represent = useGetRecordRepresentation(resource);
  const { referenceRecord } = useReference({ reference: resource, id });
  return (
    <RecordLink resource={resource} id={id}>
      {referenceRecord === undefined ? unread : represent(referenceRecord)}
    </RecordLink>
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
