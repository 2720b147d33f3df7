import { lazy } from 'react';
import { InvoicePage as Invoice } from '../dealer/invoices/InvoicePage.tsx';

const AdminTools = lazy(() => import('../admin/resources/invoices/InvoiceTools.tsx'));
const CorrectLine = lazy(() => import('../admin/resources/invoices/CorrectLine.tsx'));

/** An invoice for dealers and, with their actions, administrators. */
export default function InvoicePage() {
  return <Invoice AdminTools={AdminTools} CorrectLine={CorrectLine} />;
}
