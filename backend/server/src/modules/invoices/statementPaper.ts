import { dollarsFromCents, formatDay, formatDollars } from '@portal/domain/values';
import type { TableCell } from 'pdfmake/interfaces.js';
import { type Cell, toCsv } from '../../platform/csv/csv.ts';
import { type PdfDocument, RULED } from '../../platform/pdf/renderPdf.ts';
import type { Statement } from './statement.ts';

/** Blank for nothing, so that a column shows what is in it. */
const shown = (cents: number) => (cents === 0 ? '' : formatDollars(cents));
/** Dollars and nothing else, as spreadsheets add them up: two decimals, but below 0 a number, for a text that begins with - is taken for a formula. */
const plain = (cents: number): Cell =>
  cents < 0 ? dollarsFromCents(cents) : formatDollars(cents).replace(/[$,]/g, '');

/** A statement on paper. @param madeAt ISO instant it was asked for */
export function statementPaper(statement: Statement, madeAt: string): PdfDocument {
  const { company, dealerId, from, to, lines } = statement;
  const head = ['Date', 'Description', 'Charges', 'Payments', 'Balance'].map(
    (text, index): TableCell => ({ text, style: 'tableHead', alignment: index < 2 ? 'left' : 'right' }),
  );
  const row = (cells: readonly string[], bold = false): TableCell[] =>
    cells.map((text, index) => ({ text, bold, alignment: index < 2 ? 'left' : 'right' }));
  const range = `${formatDay(from)} to ${formatDay(to)}`;
  return {
    title: `Statement of account, ${range}`,
    heading: 'STATEMENT',
    madeAt,
    content: [
      { text: company, bold: true },
      { text: dealerId === null ? '' : `Dealer ID ${dealerId}` },
      { text: range, style: 'title' },
      {
        layout: RULED,
        table: {
          headerRows: 1,
          dontBreakRows: true,
          widths: [70, '*', 75, 75, 80],
          body: [
            head,
            row([
              formatDay(from),
              'Balance brought forward',
              '',
              '',
              formatDollars(statement.broughtForwardCents),
            ]),
            ...lines.map(({ day, text, chargeCents, paymentCents, balanceCents }) =>
              row([
                formatDay(day),
                text,
                shown(chargeCents),
                shown(paymentCents),
                formatDollars(balanceCents),
              ]),
            ),
            row(
              [
                formatDay(to),
                'Balance',
                formatDollars(statement.chargesCents),
                formatDollars(statement.paymentsCents),
                formatDollars(statement.balanceCents),
              ],
              true,
            ),
          ],
        },
      },
      {
        text: 'A balance below $0.00 is credit that lowers the next invoices. Orders are paid when they are placed and are not part of this statement.',
        style: 'small',
        margin: [0, 10, 0, 0],
      },
    ],
  };
}

/** The same as CSV. */
export function statementCsv(statement: Statement): string {
  const { from, to, lines, broughtForwardCents } = statement;
  const rows: Cell[][] = [
    [from, 'Balance brought forward', '', '', plain(broughtForwardCents)],
    ...lines.map(({ day, text, chargeCents, paymentCents, balanceCents }): Cell[] => [
      day,
      text,
      chargeCents === 0 ? '' : plain(chargeCents),
      paymentCents === 0 ? '' : plain(paymentCents),
      plain(balanceCents),
    ]),
    [
      to,
      'Balance',
      plain(statement.chargesCents),
      plain(statement.paymentsCents),
      plain(statement.balanceCents),
    ],
  ];
  return toCsv(['Date', 'Description', 'Charges', 'Payments', 'Balance'], rows);
}
