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

/** Markers around the results of a name in a document. */
export const marksOf = (name: string) => ({
  begin: `<!-- results of ${name} -->`,
  end: `<!-- end of ${name} -->`,
});

/** Replaces the text between the markers of a name. @throws Error if the document has none */
export function replaceSection(document: string, name: string, text: string): string {
  const { begin, end } = marksOf(name);
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from < 0 || to < from) throw new Error(`The document has no place for the results of ${name}.`);
  return `${document.slice(0, from + begin.length)}\n${text}\n${document.slice(to)}`;
}
