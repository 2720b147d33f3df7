import { CREDIT_NOTE_NAMES, type CreditNote, type InvoiceDetail } from '@portal/contract';
import { centsFromDollars, formatDay, formatDollars } from '@portal/domain/values';
import type { Content, TableCell } from 'pdfmake/interfaces.js';
import { type PdfDocument, RULED, SOFT } from '../../platform/pdf/renderPdf.ts';
import { billTo, dollars, items, right } from './invoicePaper.ts';

/**
 * A credit note on paper, in the look of the invoice that it corrects (rule B35).
 * @param madeAt ISO instant of the correction
 */
export function creditNotePaper(note: CreditNote, invoice: InvoiceDetail, madeAt: string): PdfDocument {
  return {
    title: `Credit note ${note.id}`,
    heading: 'CREDIT NOTE',
    madeAt,
    content: [
      { columns: [billTo(invoice), facts(note)], columnGap: 24, margin: [0, 0, 0, 18] },
      note.kind === 'void' ? chargesOf(note, invoice) : corrected(note),
      totals(note),
      ...(note.reason === null ? [] : labeled('Reason', note.reason)),
      ...labeled('Settlement', settlementOf(note, invoice).join(' ')),
    ],
    ...(note.failed ? { watermark: 'REFUND FAILED' } : {}),
  };
}

const labeled = (label: string, text: string): Content[] => [
  { text: label, style: 'label', margin: [0, 14, 0, 2] },
  { text },
];

function facts({ id, day, kind, invoice_number, invoice_date }: CreditNote): Content {
  const rows: [string, string][] = [
    ['Credit note #', id],
    ['Date', formatDay(day)],
    ['Kind', CREDIT_NOTE_NAMES[kind]],
    ['For invoice #', invoice_number],
    ['Invoice date', formatDay(invoice_date)],
  ];
  const body = rows.map(([label, text]) => [
    { text: label, color: SOFT },
    { text, bold: text === id },
  ]);
  return { width: 230, layout: 'noBorders', table: { widths: [90, '*'], body } } as Content;
}

/** The lines of the invoice that is canceled, without what it took over from others. */
const chargesOf = ({ amount }: CreditNote, invoice: InvoiceDetail): Content =>
  items({
    ...invoice,
    items: invoice.items.filter(({ id }) => Number(id) < invoice.line_count),
    total_amount: amount,
  });

function corrected({ kind, invoice_number, amount, tax_amount: tax = 0 }: CreditNote): Content {
  const net = formatDollars(centsFromDollars(amount) - centsFromDollars(tax));
  const head: TableCell[] = [
    { text: 'Description', style: 'tableHead' },
    { text: 'Amount', style: 'tableHead', alignment: 'right' },
  ];
  const line = [`${CREDIT_NOTE_NAMES[kind]} on invoice ${invoice_number}`, right(net)];
  return { layout: RULED, table: { headerRows: 1, widths: ['*', 80], body: [head, line] } };
}

function totals({ amount, tax_amount: tax = 0 }: CreditNote): Content {
  const body: TableCell[][] = [
    [right('Subtotal'), right(formatDollars(centsFromDollars(amount) - centsFromDollars(tax)))],
    [right('Tax'), right(dollars(tax))],
    [right('Total credited', { style: 'total' }), right(dollars(amount), { style: 'total' })],
  ];
  return {
    margin: [0, 8, 0, 0],
    columns: [
      { text: '', width: '*' },
      { width: 220, layout: 'noBorders', unbreakable: true, table: { widths: ['*', 110], body } },
    ],
  };
}

const BY = { card: 'to the card', check: 'by check', ach: 'by bank transfer (ACH)' } as const;

/** How the amount was settled; one sentence each. */
function settlementOf(
  note: CreditNote,
  { replaced_by, tax_amount: charged = 0 }: InvoiceDetail,
): readonly string[] {
  const { kind, amount, method, reference, paid_out_amount: paidOut, moves, failed } = note;
  switch (kind) {
    case 'credit':
      return [`${dollars(amount)} was credited to your account: it pays open invoices, then the next ones.`];
    case 'void': {
      const replaced = replaced_by === null ? [] : ['A corrected invoice replaces it.'];
      const before = centsFromDollars(charged) - centsFromDollars(note.tax_amount ?? 0);
      const given = before === 0 ? [] : [`${formatDollars(before)} of its sales tax was given back before.`];
      return ['The invoice was canceled; it does not have to be paid.', ...given, ...replaced];
    }
    case 'refund': {
      const named = reference === null ? '' : `, reference ${reference}`;
      const how = method === null ? '' : ` ${BY[method]}${named}`;
      return [
        failed
          ? `The card provider could not return ${dollars(amount)} to the card, so nothing was credited.`
          : `${dollars(amount)} was refunded${how}.`,
        ...(paidOut === 0 || failed
          ? []
          : [`The same refund also paid out ${dollars(paidOut)} of account credit.`]),
        ...moves.map(
          (move) =>
            `${dollars(move.amount)} of it was moved to ${move.invoice_number} on ${formatDay(move.on)}.`,
        ),
      ];
    }
  }
}
