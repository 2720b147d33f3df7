import { expect, it } from 'vitest';
import { csvAmount, csvCell } from './csv.ts';

// Proves I35-21-csv
it.each(['=1+1', '+1', '-x', '@SUM(A1)', '\t=1', '\0=1', '\r=1', '＝1+1', '＋1', '－1', '＠SUM(A1)'])(
  'makes text of %j',
  (cell) => expect(csvCell(cell)).toBe(`'${cell}`),
);

it.each([-3, 0, null, '', 'Pier 4', "O'Brien = Co", '1-2', '-60.00', '12'])('leaves %j as it is', (cell) =>
  expect(csvCell(cell)).toBe(cell),
);

it('writes amounts with two decimals and no thousands', () =>
  expect([65, -60, 19.5, 1_234.56, 0, null].map(csvAmount)).toEqual([
    '65.00',
    '-60.00',
    '19.50',
    '1234.56',
    '0.00',
    '',
  ]));
