import {
  billingSummarySchema,
  type Invoice,
  type InvoiceDifferences,
  invoiceDetailSchema,
  invoiceSchema,
  paths,
} from '@portal/contract';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { readAgain, readQuery } from '../../shared/http/queryClient.ts';
import { useDealerMay } from '../../shared/session/session.ts';

/** Invoices of one day are sorted by number. */
function newestFirst(a: Invoice, b: Invoice): number {
  const [one, other] = [`${a.invoice_date} ${a.invoice_number}`, `${b.invoice_date} ${b.invoice_number}`];
  return one < other ? 1 : -1;
}

/** The company's invoices, GET /api/invoices, newest first; `can_pay` only if the user may pay. */
export const useInvoices = () => {
  const pays = useDealerMay('paying');
  return useQuery({
    ...readQuery(paths.invoices, invoiceSchema.array()),
    select: (invoices): readonly Invoice[] =>
      invoices.map((one) => ({ ...one, can_pay: one.can_pay && pays })).sort(newestFirst),
  });
};

/** Balance, next billing date, estimate and charge breakdown, GET /api/billing-summary. */
export const useBillingSummary = () => useQuery(readQuery(paths.billingSummary, billingSummarySchema));

/** One invoice with its items; administrators read any company's. */
export const useInvoice = (id: string, asAdmin: boolean) => {
  const pays = useDealerMay('paying');
  return useQuery({
    ...readQuery(asAdmin ? paths.admin.invoice(id) : paths.invoice(id), invoiceDetailSchema),
    select: (invoice) => ({ ...invoice, can_pay: invoice.can_pay && pays }),
  });
};

/**
 * Why an invoice or the estimate differs from the invoice before; null where there is no estimate. Not checked by its schema: the
 * administration, which checks no answers, would load zod for it.
 */
export const useDifferences = (path: string) => useQuery<InvoiceDifferences | null>({ queryKey: [path] });

/** Reads again what changes when an invoice is paid or corrected. */
export const refreshInvoices = (client: QueryClient) =>
  readAgain(client, paths.invoices, paths.billingSummary, paths.paymentMethod, paths.admin.invoices);
