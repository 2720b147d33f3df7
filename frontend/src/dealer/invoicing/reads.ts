import {
  type BillingSummary,
  billingSummarySchema,
  type Invoice,
  type InvoiceDetail,
  invoiceDetailSchema,
  invoiceSchema,
  type Order,
  orderSchema,
  paths,
} from '@portal/contract';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { read } from '../../shared/http/http.ts';

/** Newest first; invoices of one day by their number. */
function newestFirst(a: Invoice, b: Invoice): number {
  const [one, other] = [`${a.invoice_date} ${a.invoice_number}`, `${b.invoice_date} ${b.invoice_number}`];
  return one < other ? 1 : -1;
}

/** The company's invoices, GET /api/invoices, newest first. */
export function useInvoices() {
  return useQuery({
    queryKey: [paths.invoices],
    queryFn: async (): Promise<readonly Invoice[]> =>
      invoiceSchema
        .array()
        .parse(await read(paths.invoices))
        .sort(newestFirst),
  });
}

/** Balance, next billing date, estimate and charge breakdown, GET /api/billing-summary. */
export function useBillingSummary() {
  return useQuery({
    queryKey: [paths.billingSummary],
    queryFn: async (): Promise<BillingSummary> =>
      billingSummarySchema.parse(await read(paths.billingSummary)),
  });
}

/** The company's orders, GET /api/orders. */
export function useOrders() {
  return useQuery({
    queryKey: [paths.orders],
    queryFn: async (): Promise<readonly Order[]> => orderSchema.array().parse(await read(paths.orders)),
  });
}

/** One invoice with its items; administrators read any company's. */
export function useInvoice(id: string, asAdmin: boolean) {
  const path = asAdmin ? paths.admin.invoice(id) : paths.invoice(id);
  return useQuery({
    queryKey: [path],
    queryFn: async (): Promise<InvoiceDetail> => invoiceDetailSchema.parse(await read(path)),
  });
}

/** Paths whose answers change when an invoice is paid or corrected. */
const OF_INVOICES: readonly string[] = [
  paths.invoices,
  paths.billingSummary,
  paths.paymentMethod,
  paths.admin.invoices,
];

/** Reads again what a page shows of invoices. */
export function refreshInvoices(client: QueryClient): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey }) => OF_INVOICES.some((path) => String(queryKey[0]).startsWith(path)),
  });
}
