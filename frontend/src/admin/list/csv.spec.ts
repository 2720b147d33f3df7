import { describe, expect, it } from 'vitest';
import { neutralised, toCsv } from './csv.ts';

describe('CSV export', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\0x'])('makes text of %j', (cell) => {
    expect(neutralised(cell)).toBe(`'${cell}`);
  });

  it('leaves plain text, figures and blanks alone', () => {
    for (const cell of ['Acme', 'a=b', '', -5, 0, true, null, undefined])
      expect(neutralised(cell)).toBe(cell);
  });

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
