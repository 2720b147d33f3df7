import papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { csvStream, neutralised, toCsv } from './csv.ts';

describe('cells', () => {
  it('that begin like a formula get an apostrophe, also after a tab, NUL or return', () => {
    for (const cell of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\0=1', '\r=1']) {
      expect(neutralised(cell), JSON.stringify(cell)).toBe(`'${cell}`);
    }
  });
  it('that are numbers, blank or plain text are unchanged', () => {
    for (const cell of [-3, 0, null, '', 'Pier 4', "O'Brien = Co", '1-2'])
      expect(neutralised(cell)).toBe(cell);
  });
});

it('quotes commas, quotes and line breaks, and marks the file as UTF-8', () => {
  const text = toCsv(
    ['Name', 'Readers'],
    [
      ['Gate, "north"\nrear', 12],
      [null, 3],
    ],
  );
  expect(text.startsWith('\uFEFFName,Readers\r\n')).toBe(true);
  expect(papa.parse(text.slice(1).trimEnd()).data).toEqual([
    ['Name', 'Readers'],
    ['Gate, "north"\nrear', '12'],
    ['', '3'],
  ]);
});

// Proves S2-7-reports-2
it('streams the same bytes page by page, and aborts if a page fails', async () => {
  async function* pages() {
    yield [['a', 1]] as const;
    yield [] as const;
    yield [['=b', 2]] as const;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of csvStream(['n', 'v'], pages())) chunks.push(Buffer.from(chunk));
  expect(Buffer.concat(chunks).toString()).toBe(
    toCsv(
      ['n', 'v'],
      [
        ['a', 1],
        ['=b', 2],
      ],
    ),
  );
  async function* failing() {
    yield [['a', 1]] as const;
    throw new Error('gone');
  }
  await expect(csvStream(['n'], failing()).toArray()).rejects.toThrow('gone');
});
