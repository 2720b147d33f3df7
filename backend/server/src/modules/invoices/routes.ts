import {
  invoiceDetailSchema,
  invoiceItemsSchema,
  invoiceSchema,
  paths,
  payInvoiceSchema,
  payInvoicesSchema,
  startedPaymentSchema,
} from '@portal/contract';
import { LINES_AN_EVENT, notFound } from '@portal/domain';
import { centsFromDollars } from '@portal/domain/values';
import {
  furtherLines,
  type InvoiceRow,
  invoiceById,
  invoicesDated,
  invoicesOfAccount,
  type Queryable,
  type ShownLine,
} from '@portal/projections';
import { z } from 'zod';
import type { Page } from '../../platform/csv/csv.ts';
import { download, turnFor } from '../../platform/http/download.ts';
import { HttpProblem } from '../../platform/http/errors.ts';
import { listAnswer } from '../../platform/http/listAnswer.ts';
import { type Caller, type Route, type RouteRequest, route } from '../../platform/http/route.ts';
import { INVOICE_CSV_HEADER, invoiceCsvRows } from './invoiceCsv.ts';
import { invoicePaper, invoicesPaper, MAX_PAPER_LINES } from './invoicePaper.ts';
import { payInvoices, presentInvoice } from './payInvoices.ts';
import type { InvoicePorts } from './ports.ts';
import {
  INVOICE_DETAIL_READS,
  invoiceDetail,
  invoiceDetails,
  itemsOfAdjustments,
  itemsOfLines,
  toInvoice,
  yearOf,
} from './wire.ts';

const READS = ['invoices'];

const partSchema = z.object({
  part: z
    .string({ error: 'part is required' })
    .regex(/^[1-9]\d{0,4}$/, 'part must be a number from 1')
    .transform(Number),
});

/** Most lines in one PDF: printing more would block requests for seconds. */
const MAX_PDF_LINES = 4_000;

const yearSchema = z.object({
  year: z.string({ error: 'Please choose a year' }).regex(/^(19|20|21)\d{2}$/, 'Please choose a year'),
  format: z.enum(['pdf', 'csv'], { error: 'format must be pdf or csv' }).default('pdf'),
});

/**
 * An invoice of the caller's company; any for an administrator. Freshness: `invoices`.
 * @throws BusinessRefusal not_found
 */
export async function readableInvoice(
  db: Queryable,
  caller: Pick<Caller, 'isAdmin' | 'accountId'>,
  id: string,
): Promise<InvoiceRow> {
  const row = await invoiceById(db, id);
  if (row === null || !(caller.isAdmin || row.account_id === caller.accountId)) {
    throw notFound('Invoice not found');
  }
  return row;
}

/** Shows and prints one invoice, to its dealers and to administrators. */
export function oneInvoice({ db, today, print }: InvoicePorts) {
  type Request = Pick<RouteRequest<'approved', undefined, undefined, 'id'>, 'caller' | 'params' | 'http'>;
  return {
    show: async ({ caller, params }: Request) => {
      const row = await readableInvoice(db, caller, params.id);
      return { body: await invoiceDetail(db, row, today(), { proof: caller.isAdmin }) };
    },
    print: async ({ caller, params, http }: Request) => {
      const row = await readableInvoice(db, caller, params.id);
      const options = { proof: caller.isAdmin, allUpTo: MAX_PAPER_LINES };
      const pdf = await print(turnFor({ caller, http }), async (company) =>
        invoicePaper(await invoiceDetail(db, row, today(), options), company),
      );
      return download(`${row.invoice_number}.pdf`, pdf);
    },
  };
}

/** A dealer's invoices: list, one, its paper, a year of them, and paying (S2-2, S2-7). */
export function invoiceRoutes(ports: InvoicePorts): Route[] {
  const one = oneInvoice(ports);

  const csvOf = async (request: Parameters<typeof turnFor>[0], name: string, pages: AsyncIterable<Page>) =>
    download(name, await ports.writeCsv(turnFor(request), INVOICE_CSV_HEADER, pages));

  /** An invoice in parts of its lines, then what was taken over from earlier invoices. */
  async function* csvPages(row: InvoiceRow) {
    const invoice = toInvoice(row, ports.today());
    let first = 0;
    let lines: readonly ShownLine[] = row.lines;
    for (let part = 1; ; part += 1) {
      yield invoiceCsvRows(invoice, itemsOfLines(lines, first), first);
      first += lines.length;
      if (lines.length < LINES_AN_EVENT) break;
      lines = await furtherLines(ports.db, row.id, part);
    }
    yield invoiceCsvRows(invoice, itemsOfAdjustments(row, first), first);
  }

  /** Pays for a dealer. */
  async function pay(
    { caller, command, visible }: Pick<RouteRequest<'approved'>, 'caller' | 'command' | 'visible'>,
    invoiceIds: readonly string[],
    useSavedCard: boolean,
    amount?: string,
  ) {
    const { accountId } = caller;
    if (caller.isAdmin || accountId === null) {
      for (const id of invoiceIds) await presentInvoice(ports.commands, id);
      throw new HttpProblem(
        403,
        'Invoices are paid by the dealer. You can record a payment by check or ACH.',
      );
    }
    const amountCents = amount === undefined ? undefined : centsFromDollars(amount);
    const request = { invoiceIds, accountId, userId: caller.id, useSavedCard, amountCents };
    const { started, chain } = await payInvoices(ports, request, command);
    await visible(chain);
    return { body: started };
  }

  return [
    route('GET', paths.invoices, 'approved', {
      summary: "Invoices of one's company",
      answers: { 200: z.array(invoiceSchema) },
      reads: READS,
      handler: async ({ caller: { accountId } }) => {
        const rows = accountId === null ? [] : await invoicesOfAccount(ports.db, accountId);
        const today = ports.today();
        return listAnswer('invoices', { rows: rows.map((row) => toInvoice(row, today)), total: rows.length });
      },
    }),
    route('GET', paths.invoicesOfYear, 'approved', {
      summary: 'A year of invoices as PDF or CSV',
      answers: { 200: ['application/pdf', 'text/csv'] },
      query: yearSchema,
      reads: INVOICE_DETAIL_READS,
      handler: async ({ caller, query: { year, format }, command, http }) => {
        const { accountId } = caller;
        const read = async () =>
          accountId === null ? [] : await invoicesDated(ports.db, accountId, yearOf(year));
        const name = `invoices-${year}.${format}`;
        if (format === 'csv') {
          async function* pages() {
            for (const row of await read()) yield* csvPages(row);
          }
          return csvOf({ caller, http }, name, pages());
        }
        const pdf = await ports.print(turnFor({ caller, http }), async (company) => {
          const options = { proof: false, allUpTo: MAX_PAPER_LINES };
          const details = await invoiceDetails(ports.db, await read(), ports.today(), options);
          const lines = details.reduce((sum, { line_count: count }) => sum + count, 0);
          if (lines > MAX_PDF_LINES) {
            const counted = lines.toLocaleString('en-US');
            throw new HttpProblem(
              422,
              `The invoices of ${year} have ${counted} lines, too many for one PDF. Please download CSV.`,
            );
          }
          return invoicesPaper(`Invoices of ${year}`, details, company, command.time);
        });
        return download(name, pdf);
      },
    }),
    route('GET', paths.invoice, 'approved', {
      summary: 'One invoice',
      answers: { 200: invoiceDetailSchema },
      reads: INVOICE_DETAIL_READS,
      handler: one.show,
    }),
    route('GET', paths.invoiceItems, 'approved', {
      summary: 'Further lines of a long invoice',
      answers: { 200: invoiceItemsSchema },
      query: partSchema,
      reads: INVOICE_DETAIL_READS,
      handler: async ({ caller, params, query: { part } }) => {
        const { id } = await readableInvoice(ports.db, caller, params.id);
        const lines = await furtherLines(ports.db, id, part);
        return { body: { items: itemsOfLines(lines, part * LINES_AN_EVENT) } };
      },
    }),
    route('GET', paths.invoiceCsv, 'approved', {
      summary: 'All lines of an invoice as CSV',
      answers: { 200: ['text/csv'] },
      reads: INVOICE_DETAIL_READS,
      handler: async ({ caller, params, http }) => {
        const row = await readableInvoice(ports.db, caller, params.id);
        return csvOf({ caller, http }, `${row.invoice_number}.csv`, csvPages(row));
      },
    }),
    route('GET', paths.invoicePdf, 'approved', {
      summary: 'An invoice on paper',
      answers: { 200: ['application/pdf'] },
      reads: INVOICE_DETAIL_READS,
      handler: one.print,
    }),
    route('POST', paths.payInvoice, 'paying', {
      summary: 'Pay an invoice, or a part of it',
      answers: { 200: startedPaymentSchema },
      body: payInvoiceSchema,
      handler: async (request) => {
        const { use_existing_payment_method: useSavedCard, amount } = request.body;
        return pay(request, [request.params.id], useSavedCard, amount);
      },
    }),
    route('POST', paths.payInvoices, 'paying', {
      summary: 'Pay several invoices at once',
      answers: { 200: startedPaymentSchema },
      body: payInvoicesSchema,
      handler: async (request) =>
        pay(request, request.body.invoiceIds, request.body.use_existing_payment_method),
    }),
  ];
}
