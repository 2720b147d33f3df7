import type { Payment } from '@portal/contract';
import { lazy } from 'react';
import { dollarsText } from '../../shared/text.ts';

const PaymentList = lazy(() => import('./List.tsx'));
const PaymentShow = lazy(() => import('./Show.tsx'));

export const payments = {
  name: 'payments',
  list: PaymentList,
  show: PaymentShow,
  recordRepresentation: (payment: Payment) =>
    `the payment of ${dollarsText(payment.amount)} by ${payment.company_name ?? 'nobody'}`,
};
