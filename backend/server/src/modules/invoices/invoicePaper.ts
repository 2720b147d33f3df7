import {
  correctionsOf,
  creditNotesOf,
  howToPay,
  type InvoiceDetail,
  type InvoiceItem,
  itemsWithoutTax,
  openRowsOf,
  paymentNotesOf,
  refundNotesOf,
  siteNameOf,
  totalRowsOf,
} from '@portal/contract';
import {
  centsFromDollars,
  formatDay,
  formatDollars,
  INVOICE_DUE_DAYS,
  sumCents,
} from '@portal/domain/values';
import type { Column, Content, TableCell } from 'pdfmake/interfaces.js';
import {
  BOXED,
  isolated,
  type Letterhead,
  type PdfDocument,
  RULED,
  SOFT,
  WARNING,
} from '../../platform/pdf/renderPdf.ts';

const MISSING = 'N/A';

/** Printed lines; the CSV file has all lines of a longer invoice. */
export const MAX_PAPER_LINES = 2_000;

/** Sources of rates, worded as on the page (S2-9). */
const RATE_NOTES: Readonly<Record<NonNullable<InvoiceItem['rate_source']>, string>> = {
  custom: 'Rate agreed for this site',
  promotional: 'Promotional rate',
  account: 'Your default rate',
  system: 'Standard rate',
  corrected: 'Corrected rate',
  line: 'Added to this invoice',
};

export const dollars = (amount: number) => formatDollars(centsFromDollars(amount));
export const right = (text: string, more: object = {}): TableCell => ({ text, alignment: 'right', ...more });

/** One invoice on paper, with the same figures as the page (S2-2-invoice). */
export function invoicePaper(invoice: InvoiceDetail, from: Letterhead): PdfDocument {
  return {
    title: `Invoice ${invoice.invoice_number}`,
    heading: 'INVOICE',
    madeAt: invoice.created_at,
    content: invoiceContent(invoice, from),
    ...(isCanceled(invoice) ? { watermark: 'CANCELED' } : {}),
  };
}

/** Several invoices as one document, each starting a page. */
export function invoicesPaper(
  title: string,
  invoices: readonly InvoiceDetail[],
  from: Letterhead,
  madeAt: string,
): PdfDocument {
  const content: Content[] =
    invoices.length === 0
      ? [{ text: 'No invoices found' }]
      : invoices.map((invoice, index) => ({
          stack: [
            { text: `Invoice ${invoice.invoice_number}`, style: 'part' },
            ...invoiceContent(invoice, from),
          ],
          ...(index === 0 ? {} : { pageBreak: 'before' as const }),
        }));
  return { title, heading: 'INVOICES', madeAt, content: [{ text: title, style: 'title' }, ...content] };
}

const isCanceled = ({ status }: InvoiceDetail) => status !== 'paid' && status !== 'pending';

function invoiceContent(invoice: InvoiceDetail, from: Letterhead): Content[] {
  return [
    { columns: [billTo(invoice), facts(invoice)], columnGap: 24, margin: [0, 0, 0, 14] },
    summary(invoice, from),
    items(invoice),
    totals(invoice),
    ...notes(invoice),
  ];
}

export function billTo({ user }: Pick<InvoiceDetail, 'user'>): Content {
  const { company, name, address, city, state, zip, email } = user ?? {};
  const place = city || state || zip ? `${city || MISSING}, ${state || MISSING} ${zip || MISSING}` : MISSING;
  return {
    stack: [
      { text: 'Bill To', style: 'label', margin: [0, 0, 0, 2] },
      { text: company || MISSING, bold: true },
      { text: name || MISSING },
      { text: address || MISSING },
      { text: place },
      { text: email || MISSING },
    ],
  };
}

function facts(invoice: InvoiceDetail): Column {
  const rows: [string, Content][] = [
    ['Invoice #', { text: invoice.invoice_number, bold: true }],
    ['Invoice date', { text: formatDay(invoice.invoice_date) }],
    ['Due date', { text: formatDay(invoice.due_date) }],
    ...(invoice.po_number === undefined
      ? []
      : [['PO number', { text: invoice.po_number }] as [string, Content]]),
    ['Site', { text: siteNameOf(invoice) ?? MISSING }],
  ];
  return {
    width: 230,
    layout: 'noBorders',
    table: {
      widths: [80, '*'],
      body: rows.map(([label, value]) => [{ text: label, color: SOFT }, value]),
    },
  };
}

/** What is due and how it is paid, on the first page however many lines follow. */
function summary(invoice: InvoiceDetail, from: Letterhead): Content {
  const isDue = invoice.status === 'pending' && invoice.open_amount > 0;
  const isPart = isDue && invoice.open_amount !== invoice.total_amount;
  const amount: Content[] = [
    { text: isPart ? 'Still due' : isDue ? 'Total due' : 'Total', style: 'label' },
    { text: dollars(isDue ? invoice.open_amount : invoice.total_amount), style: 'due' },
    status(invoice),
    ...(isPart ? [{ text: `of ${dollars(invoice.total_amount)}`, style: 'small' }] : []),
  ];
  const ways = howToPay(invoice, from);
  const terms: Content[] = [
    ...(ways.length === 0 ? [] : labeled('How to pay', ways)),
    ...labeled('Payment Terms', [`Payment is due within ${INVOICE_DUE_DAYS} days of the invoice date.`]),
  ];
  return {
    margin: [0, 0, 0, 14],
    layout: BOXED,
    table: {
      widths: [140, '*'],
      body: [[{ stack: amount }, { stack: terms }]],
    },
  };
}

const labeled = (label: string, lines: readonly string[]): Content[] => [
  { text: label, style: 'label' },
  ...lines.map((text, index) => ({ text, margin: [0, 1, 0, index === lines.length - 1 ? 4 : 0] }) as Content),
];

function status(invoice: InvoiceDetail): Content {
  if (invoice.status === 'paid') {
    return { text: `Paid on ${formatDay(invoice.payment_date ?? invoice.due_date)}`, bold: true };
  }
  if (isCanceled(invoice)) return { text: 'Canceled', bold: true, color: WARNING };
  return { text: `Due on ${formatDay(invoice.due_date)}`, bold: true };
}

export function items(invoice: InvoiceDetail): Content {
  const head = ['Description', 'Quantity', 'Rate', 'Amount'].map(
    (text, index): TableCell => ({ text, style: 'tableHead', alignment: index === 0 ? 'left' : 'right' }),
  );
  const shown = itemsWithoutTax(invoice.items);
  const body = shown.map((item): TableCell[] => [
    {
      stack: [
        { text: item.description },
        ...(item.rate_source === null ? [] : [{ text: RATE_NOTES[item.rate_source], style: 'small' }]),
        ...correctionsOf(invoice, item).map(({ text, reason }) => ({
          text: `${text}: ${reason}`,
          style: 'small',
        })),
      ],
    },
    right(String(item.quantity)),
    right(dollars(item.unit_price)),
    right(dollars(item.amount)),
  ]);
  const sites = shown.filter(({ id }) => Number(id) < invoice.line_count);

  const { tax_amount: tax = 0 } = invoice;
  const taxes = invoice.items.length - shown.length;
  const more = invoice.line_count - taxes - sites.length;
  if (more > 0) {
    const printed = sumCents(shown.map(({ amount }) => centsFromDollars(amount)));
    const rest = centsFromDollars(invoice.total_amount) - centsFromDollars(tax) - printed;
    const text = `${more.toLocaleString('en-US')} more ${tax === 0 ? 'sites' : 'lines'}, each in the CSV file of this invoice in the portal`;
    body.splice(sites.length, 0, [{ text }, '', '', right(formatDollars(rest))]);
  }
  const none: TableCell[][] = [[{ text: 'No invoice items found', colSpan: 4 }, '', '', '']];
  return {
    layout: RULED,
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: ['*', 60, 70, 80],
      body: [head, ...(body.length === 0 ? none : body)],
    },
  };
}

function totals(invoice: InvoiceDetail): Content {
  const rows: TableCell[][] = [
    ...totalRowsOf(invoice, invoice.items).map(([label, amount]) => {
      const style = label === 'Total' ? { style: 'total' } : {};
      return [right(label, style), right(amount, style)];
    }),
    ...openRowsOf(invoice).map(([label, amount]) => [right(label), right(amount)]),
  ];
  return {
    margin: [0, 8, 0, 0],
    columns: [
      { text: '', width: '*' },
      {
        width: 330,
        layout: 'noBorders',
        unbreakable: true,
        table: { widths: ['*', 110], body: rows },
      },
    ],
  };
}

/** Notes on refunds, credits, carrying and replacement. */
function notes(invoice: InvoiceDetail): Content[] {
  const { credit_spent_amount: spent } = invoice;
  const lines = [
    ...paymentNotesOf(invoice),
    ...(invoice.payment_kind === 'none' && spent === 0 ? ['Nothing to pay.'] : []),
    ...creditNotesOf(invoice),
    ...refundNotesOf(invoice),
    ...(invoice.credited_amount > 0
      ? [`${dollars(invoice.credited_amount)} was credited: it pays open invoices, then the next ones.`]
      : []),
    ...(invoice.status === 'carried'
      ? ['Too small to be paid by card, it was carried over to a later invoice.']
      : []),
    ...correctionsOf(invoice, null).map(({ name, text, reason }) => [isolated(name), `: ${text}. ${reason}`]),
    ...(invoice.replaced_by === null ? [] : ['It was replaced by a corrected invoice.']),
  ];
  return lines.map((text, index) => ({ text, color: SOFT, margin: [0, index === 0 ? 12 : 2, 0, 0] }));
}
