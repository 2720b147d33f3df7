import type { Payment } from '@portal/contract';
import { lazy } from 'react';
import { showDollars } from '../format.ts';

const PaymentList = lazy(() => import('./List.tsx'));
const PaymentShow = lazy(() => import('./Show.tsx'));

export const payments = {
  name: 'payments',
  list: PaymentList,
  show: PaymentShow,
  recordRepresentation: (payment: Payment) =>
    `the payment of ${showDollars(payment.amount)} by ${payment.company_name ?? 'nobody'}`,
};
