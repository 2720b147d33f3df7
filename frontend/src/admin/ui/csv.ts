import { csvCell, quotesCsvCell } from '@portal/contract';

export type Cell = string | number | boolean | null | undefined;

export interface CsvColumn<R> {
  readonly label: string;
  readonly value: (record: R) => Cell;
}

/** The records as CSV with a header row; papaparse is loaded only when somebody exports. */
export async function toCsv<R>(records: readonly R[], columns: readonly CsvColumn<R>[]): Promise<string> {
  const { default: papa } = await import('papaparse');
  const fields = columns.map((column) => column.label);
  const data = records.map((record) => columns.map((column) => csvCell(column.value(record)) ?? ''));
  return papa.unparse({ fields, data }, { quotes: quotesCsvCell });
}

/** Hands `csv` to the browser as a file. */
export function downloadCsv(csv: string, filename: string): void {
  // the mark makes spreadsheets read UTF-8
  const url = URL.createObjectURL(new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  document.body.append(link);
  link.click();
  link.remove();
  URL.revokeObjectURL(url);
}
