import { describe, expect, it } from 'vitest';
import { toCsv } from './ExportButton.tsx';
import type { Cell } from './fields.tsx';

describe('CSV export', () => {
  /** One cell of the column `Cell`, as it stands in the file. */
  const written = async (value: Cell) =>
    (await toCsv([{ value }], [{ label: 'Cell', value: (row) => row.value }]))
      .split('\r\n')
      .slice(1)
      .join('');

  it.each(['=1+1', '+1', '@SUM(A1)', '\tx', '\rx', '\0x'])('makes text of %j', async (cell) => {
    expect((await written(cell)).replaceAll('"', '')).toBe(`'${cell}`);
  });

  it('does not change plain text, figures and blanks', async () => {
    for (const cell of ['Acme', 'a=b', '', -5, 0, true, null, undefined])
      expect(await written(cell)).toBe(String(cell ?? ''));
  });

  // Proves S2-8-admin-5
  it('writes a header, quotes what needs it, and no formula', async () => {
    const csv = await toCsv(
      [{ name: '=HYPERLINK("x")', note: 'a, "b"\nc', readers: 12 }],
      [
        { label: 'Name', value: (row) => row.name },
        { label: 'Note', value: (row) => row.note },
        { label: 'Readers', value: (row) => row.readers },
        { label: 'Dealer ID', value: () => null },
      ],
    );
    expect(csv).toBe('Name,Note,Readers,Dealer ID\r\n"\'=HYPERLINK(""x"")","a, ""b""\nc",12,');
  });
});
