import type { Payment } from '@portal/contract';
import { lazy } from 'react';
import { dollarsText } from '../../../shared/text.ts';
import type { AdminResource } from '../../records/waiting.tsx';

/** Attempts to pay by card. */
export const payments: AdminResource = {
  name: 'payments',
  options: { label: 'Payments', section: 'Invoicing', waiting: [['failed_refunds', 'with failed refund']] },
  list: lazy(() => import('./List.tsx')),
  show: lazy(() => import('./Show.tsx')),
  recordRepresentation: (payment: Payment) =>
    `the payment of ${dollarsText(payment.amount)} by ${payment.company_name ?? 'nobody'}`,
};
