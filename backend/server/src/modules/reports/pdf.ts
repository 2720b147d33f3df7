import { formatDay } from '@portal/domain/values';
import type { Cell } from '../../platform/csv/csv.ts';
import { type Letterhead, RULED, renderPdf } from '../../platform/pdf/renderPdf.ts';
import type { ReportLayout } from './layouts.ts';

/** Longer reports are exported as CSV; a PDF would fill the memory. */
export const MOST_PDF_ROWS = 5_000;

export interface ReportPaper {
  readonly layout: ReportLayout;
  readonly rows: readonly (readonly Cell[])[];
  /** Description of the filter. */
  readonly scope: string;
  /** ISO instant. */
  readonly madeAt: string;
}

/** A report on paper: its scope, how many rows, the table with its head on each page. */
export function reportPdf(
  { layout, rows, scope, madeAt }: ReportPaper,
  letterhead: Letterhead,
): Promise<Buffer> {
  const numeric = new Set(
    layout.header.flatMap((head, index) => (/readers|sites/i.test(head) ? [index] : [])),
  );
  const cell = (text: Cell, index: number) => ({
    text: text === null ? '' : String(text),
    alignment: numeric.has(index) ? ('right' as const) : ('left' as const),
  });
  return renderPdf(
    {
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
                widths: layout.header.map((_, index) =>
                  index === 0 || layout.header[index] === 'Site' ? '*' : 'auto',
                ),
                body: [
                  layout.header.map((head, index) => ({ ...cell(head, index), style: 'tableHead' })),
                  ...rows.map((row) => row.map(cell)),
                ],
              },
            },
      ],
    },
    letterhead,
  );
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
