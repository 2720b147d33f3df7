import type { ResultTable } from './bench.ts';

/** A table in Markdown. */
export function markdownTable({ columns, rows }: ResultTable): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}
