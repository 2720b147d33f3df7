import { lazy } from 'react';
import type { AdminResource } from '../../records/waiting.tsx';

export { RecordPaymentButton } from './RecordPaymentButton.tsx';

/** The invoices of all companies. */
export const invoices: AdminResource = {
  name: 'invoices',
  options: { label: 'Invoices', section: 'Invoicing', waiting: [['overdue_invoices', 'overdue']] },
  list: lazy(() => import('./List.tsx')),
  show: lazy(() => import('./Show.tsx')),
  recordRepresentation: 'invoice_number',
};
