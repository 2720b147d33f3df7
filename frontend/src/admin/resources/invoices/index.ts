import { lazy } from 'react';

export { RecordPaymentButton } from './RecordPaymentButton.tsx';

/** The invoices of all companies. */
export const invoices = {
  name: 'invoices',
  list: lazy(() => import('./List.tsx')),
  show: lazy(() => import('./Show.tsx')),
  recordRepresentation: 'invoice_number',
};
