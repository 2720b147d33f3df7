import { formatDay } from '@portal/domain/values';
import type { Cell } from '../../platform/csv/csv.ts';
import { HttpProblem } from '../../platform/http/errors.ts';
import { type PdfDocument, RULED } from '../../platform/pdf/renderPdf.ts';
import type { ReportLayout } from './layouts.ts';

/** Longer reports are exported as CSV; a PDF would fill the memory. */
const MAX_PDF_ROWS = 5_000;

/** @throws HttpProblem for a report that is too long for a PDF */
export function refuseLongPdf(rows: number): void {
  if (rows <= MAX_PDF_ROWS) return;
  const count = rows.toLocaleString('en-US');
  throw new HttpProblem(
    422,
    `This report has ${count} rows, too many for a PDF. Please choose a company or a shorter range, or export CSV.`,
  );
}

/** Headers of columns that are aligned right. */
const FIGURES = /readers|sites|invoice|paid|refunded|credit|open|orders/i;
/** Headers of columns whose days stay on one line. */
const DATES = /date|since/i;

export interface ReportPaper {
  readonly layout: Pick<ReportLayout, 'title' | 'header'>;
  /** Places of the columns that are aligned right; by their headers where it is not given. */
  readonly figures?: ReadonlySet<number>;
  readonly rows: readonly (readonly Cell[])[];
  /** A last row in bold. */
  readonly total?: readonly Cell[];
  /** Description of the filter. */
  readonly scope: string;
  /** ISO instant. */
  readonly madeAt: string;
}

/** A report on paper: its scope, how many rows, the table with its head on each page. */
export function reportPaper({ layout, figures, rows, total, scope, madeAt }: ReportPaper): PdfDocument {
  const numeric =
    figures ?? new Set(layout.header.flatMap((head, index) => (FIGURES.test(head) ? [index] : [])));
  const cell = (text: Cell, index: number) => ({
    text: text === null ? '' : String(text),
    alignment: numeric.has(index) ? ('right' as const) : ('left' as const),
    noWrap: DATES.test(layout.header[index] ?? '') && text !== layout.header[index],
  });
  return {
    title: `${layout.title}, ${scope}`,
    heading: 'REPORT',
    madeAt,
    landscape: true,
    content: [
      { text: layout.title, style: 'title' },
      { text: `${scope}. ${rows.length === 1 ? '1 row' : `${rows.length} rows`}.`, style: 'small' },
      rows.length === 0
        ? { text: 'No data found for the selected filters.', margin: [0, 12, 0, 0] }
        : {
            layout: RULED,
            margin: [0, 10, 0, 0],
            table: {
              headerRows: 1,
              widths: layout.header.map((head) =>
                ['Company', 'Site', 'Reason'].includes(head) ? '*' : 'auto',
              ),
              body: [
                layout.header.map((head, index) => ({ ...cell(head, index), style: 'tableHead' })),
                ...rows.map((row) => row.map(cell)),
                ...(total === undefined
                  ? []
                  : [total.map((text, at) => ({ ...cell(text, at), bold: true }))]),
              ],
            },
          },
    ],
  };
}

/** 'Doe Security, Jan 1, 2026 to Jan 31, 2026'. */
export function scopeText(company: string | null, from: string | null, to: string | null): string {
  const days =
    from === null
      ? to === null
        ? 'to date'
        : `to ${formatDay(to)}`
      : `${formatDay(from)} to ${to === null ? 'date' : formatDay(to)}`;
  return `${company ?? 'All companies'}, ${days}`;
}
