import { type BillingSummary, type Invoice, type InvoiceDetail, type Order, paths } from '@portal/contract';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { read } from '../../shared/http/http.ts';

type Schemas = typeof import('./schemas.ts');

/** Reads and checks. The schemas come while the answer is on its way: their library would double these pages. */
async function readAs<T>(path: string, parse: (schemas: Schemas, json: unknown) => T): Promise<T> {
  const [schemas, json] = await Promise.all([import('./schemas.ts'), read(path)]);
  return parse(schemas, json);
}

/** Newest first; invoices of one day by their number. */
function newestFirst(a: Invoice, b: Invoice): number {
  const [one, other] = [`${a.invoice_date} ${a.invoice_number}`, `${b.invoice_date} ${b.invoice_number}`];
  return one < other ? 1 : -1;
}

/** The company's invoices, GET /api/invoices, newest first. */
export function useInvoices() {
  return useQuery({
    queryKey: [paths.invoices],
    queryFn: (): Promise<readonly Invoice[]> =>
      readAs(paths.invoices, ({ invoiceSchema }, json) =>
        invoiceSchema.array().parse(json).sort(newestFirst),
      ),
  });
}

/** Balance, next billing date, estimate and charge breakdown, GET /api/billing-summary. */
export function useBillingSummary() {
  return useQuery({
    queryKey: [paths.billingSummary],
    queryFn: (): Promise<BillingSummary> =>
      readAs(paths.billingSummary, ({ billingSummarySchema }, json) => billingSummarySchema.parse(json)),
  });
}

/** The company's orders, GET /api/orders. */
export function useOrders() {
  return useQuery({
    queryKey: [paths.orders],
    queryFn: (): Promise<readonly Order[]> =>
      readAs(paths.orders, ({ orderSchema }, json) => orderSchema.array().parse(json)),
  });
}

/** One invoice with its items; administrators read any company's. */
export function useInvoice(id: string, asAdmin: boolean) {
  const path = asAdmin ? paths.admin.invoice(id) : paths.invoice(id);
  return useQuery({
    queryKey: [path],
    queryFn: (): Promise<InvoiceDetail> =>
      readAs(path, ({ invoiceDetailSchema }, json) => invoiceDetailSchema.parse(json)),
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
