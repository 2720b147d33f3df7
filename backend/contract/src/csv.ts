/** Starts of cells that a spreadsheet may take for a formula; also as full-width signs, which some programs convert. */
const FORMULA = /^[=+\-@\t\r\0＝＋－＠]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** The cell as text that no spreadsheet runs: a leading apostrophe marks it as text. Numbers stay numbers. */
export function csvCell<Cell>(cell: Cell): Cell | string {
  return typeof cell === 'string' && FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;
}

/** papaparse's `quotes`: a semicolon or tab separates cells where the comma is the decimal sign. */
export const quotesCsvCell = (cell: unknown): boolean => typeof cell === 'string' && /[;\t]/.test(cell);

/** An amount in dollars without sign and commas, so that spreadsheets add it up: `65.00`, `-60.00`; '' for none. */
export const csvAmount = (dollars: number | null | undefined): string => dollars?.toFixed(2) ?? '';
