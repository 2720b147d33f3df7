import type { Payment } from '@portal/contract';
import { NONE } from '../../../shared/text.ts';
import { CompanyName } from '../../records/links.tsx';
import { PaymentStatus } from '../../records/states.tsx';
import type { Fields } from '../../ui/fields.tsx';
import { PaidFor } from './parts.tsx';

export const paymentFields: Fields<Payment> = {
  created_at: { label: 'When', type: 'moment' },
  company_name: { label: 'Company', render: (payment) => <CompanyName id={payment.account_id} /> },
  status: { label: 'Status', render: (payment) => <PaymentStatus payment={payment} /> },
  amount: { label: 'Amount', type: 'amount' },
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
