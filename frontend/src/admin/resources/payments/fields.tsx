import type { Payment } from '@portal/contract';
import { useGetRecordRepresentation, useReference } from 'react-admin';
import { NONE } from '../../../shared/text.ts';
import { CompanyName, RecordLink } from '../../records/links.tsx';
import { PaymentStatus } from '../../records/states.tsx';
import type { Fields } from '../../ui/fields.tsx';

export const paymentFields: Fields<Payment> = {
  created_at: { label: 'When', type: 'moment' },
  company_name: { label: 'Company', render: (payment) => <CompanyName id={payment.account_id} /> },
  status: { label: 'Status', render: (payment) => <PaymentStatus payment={payment} /> },
  amount: { label: 'Amount', type: 'amount', total: 'below' },
  refunded_amount: { label: 'Refunded', table: 'hidden', type: 'rareAmount' },
  unclaimed_amount: { label: 'Unallocated', table: false, type: 'rareAmount' },
  test_mode: { label: 'Mode', table: false, type: 'mode' },
  message: { label: 'Message', render: (payment) => payment.message ?? NONE },
  intent_id: { label: 'Provider ID', table: false },
  order_id: {
    label: 'For',
    render: (payment) => <PaidFor payment={payment} />,
    csv: false,
  },
};

/** What a payment is for, as links. */
function PaidFor({ payment }: { readonly payment: Payment }) {
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
    <RecordLink
      resource={resource}
      id={id}
      text={referenceRecord === undefined ? unread : represent(referenceRecord)}
    />
  );
}
