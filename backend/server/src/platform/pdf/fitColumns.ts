import { type ColumnWidth, pdfmakeParts } from './pdfmakeParts.ts';

/**
 * Makes pdfmake keep every column on the page: where the longest words of all columns need more room than there is, the widest
 * columns get less, all the same, and their words are broken. pdfmake itself gives each column its longest word, and the last
 * ones lie beside the page. For all documents of the process.
 */
export function fitColumns(): void {
  const calculator = pdfmakeParts().columns.default;
  const { buildColumnWidths } = calculator;
  calculator.buildColumnWidths = (columns, available, ...more) => {
    limitWords(columns, available);
    buildColumnWidths(columns, available, ...more);
  };
}

/** Lowers the widths that columns ask for to the largest limit with which all have room. */
function limitWords(columns: readonly ColumnWidth[], available: number): void {
  const isFixed = ({ width }: ColumnWidth) => typeof width === 'number';
  const flexible = columns.filter((column) => !isFixed(column));
  const isShare = ({ width }: ColumnWidth) => width !== 'auto';
  // columns that share what is left are equally wide
  const share = Math.max(0, ...flexible.filter(isShare).map(({ _minWidth }) => _minWidth));
  for (const column of flexible.filter(isShare)) column._minWidth = share;

  let room = available - columns.filter(isFixed).reduce((sum, { width }) => sum + Number(width), 0);
  const ascending = flexible.toSorted((a, b) => a._minWidth - b._minWidth);
  for (const [index, column] of ascending.entries()) {
    column._minWidth = Math.max(0, Math.min(column._minWidth, room / (ascending.length - index)));
    room -= column._minWidth;
  }
}
