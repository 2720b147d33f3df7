import papa from 'papaparse';
import { expect, it } from 'vitest';
import { amountCell, csvPieces, toCsv } from './csv.ts';

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

// Proves I35-21-csv
it('quotes semicolons, and writes no cell that a spreadsheet runs', () => {
  expect(toCsv(['Name'], [['Gate; =1+1'], ['＝1+1']])).toBe('\uFEFFName\r\n"Gate; =1+1"\r\n\'＝1+1\r\n');
});

// Proves I35-11
it('writes amounts in one form, also those below 0', () => {
  expect(toCsv(['Amount'], [[amountCell(6_500)], [amountCell(-6_000)], [amountCell(123_456)]])).toBe(
    '\uFEFFAmount\r\n65.00\r\n-60.00\r\n1234.56\r\n',
  );
});

// Proves S2-7-reports-2
it('writes the same text page by page, and fails if a page fails', async () => {
  async function* pages() {
    yield [['a', 1]] as const;
    yield [] as const;
    yield [['=b', 2]] as const;
  }
  const textOf = async (file: AsyncIterable<string>) => {
    let text = '';
    for await (const piece of file) text += piece;
    return text;
  };
  expect(await textOf(csvPieces(['n', 'v'], pages()))).toBe(
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
  await expect(textOf(csvPieces(['n'], failing()))).rejects.toThrow('gone');
  async function* none() {}
  expect(await textOf(csvPieces(['n'], none()))).toBe(toCsv(['n'], []));
});
