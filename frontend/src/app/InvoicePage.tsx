import { lazy } from 'react';
import { InvoicePage as Invoice } from '../dealer/invoices/InvoicePage.tsx';

const AdminTools = lazy(() => import('../admin/invoices/InvoiceTools.tsx'));

/** An invoice as dealers and administrators see it, the latter with what they may do with it. */
export default function InvoicePage() {
  return <Invoice AdminTools={AdminTools} />;
}
