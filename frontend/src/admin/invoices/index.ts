import type { Invoice } from '@portal/contract';
import { lazy } from 'react';

const InvoiceList = lazy(() => import('./List.tsx'));
const InvoiceShow = lazy(() => import('./Show.tsx'));

export const invoices = {
  name: 'invoices',
  list: InvoiceList,
  show: InvoiceShow,
  recordRepresentation: (invoice: Invoice) => invoice.invoice_number,
};
