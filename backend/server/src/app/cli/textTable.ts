/** A column; `right` aligns amounts. */
export interface TextColumn {
  readonly heading: string;
  readonly right?: boolean;
}

/** A table as lines of text, its columns as wide as their widest cell. */
export function textTable(
  columns: readonly TextColumn[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const widths = columns.map(({ heading }, index) =>
    Math.max(heading.length, ...rows.map((row) => row[index]?.length ?? 0)),
  );
  const lineOf = (cells: readonly string[]) =>
    columns
      .map(({ right }, index) => {
        const [cell, width] = [cells[index] ?? '', widths[index] ?? 0];
        return right ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  return [
    lineOf(columns.map(({ heading }) => heading)),
    widths.map((width) => '-'.repeat(width)).join('  '),
    ...rows.map(lineOf),
  ];
}
