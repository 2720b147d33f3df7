export interface ResultTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** A row of a table in Markdown. */
export const markdownRow = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;

/** A table in Markdown. */
export const markdownTable = ({ columns, rows }: ResultTable): string =>
  [columns, columns.map(() => '---'), ...rows].map(markdownRow).join('\n');

/** Where the text between a document's markers of a name begins and ends. @throws Error if it has none */
function placeOf(document: string, name: string): readonly [from: number, to: number] {
  const begin = `<!-- results of ${name} -->\n`;
  const from = document.indexOf(begin) + begin.length;
  const to = document.indexOf(`<!-- end of ${name} -->`);
  if (from < begin.length || to < from)
    throw new Error(`The document has no place for the results of ${name}.`);
  return [from, to];
}

/** The text between the markers of a name. @throws Error if the document has none */
export const sectionOf = (document: string, name: string): string =>
  document.slice(...placeOf(document, name));

/** Replaces the text between the markers of a name. @throws Error if the document has none */
export function replaceSection(document: string, name: string, text: string): string {
  const [from, to] = placeOf(document, name);
  return `${document.slice(0, from)}${text}\n${document.slice(to)}`;
}
