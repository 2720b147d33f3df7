import { expect, it } from 'vitest';
import { csvColumnsOf, type Fields } from './fields.tsx';

it('writes days and instants into files as spreadsheets of every language read them', () => {
  const noted = { day: '2026-07-09', at: new Date(2026, 6, 9, 14, 30).toISOString(), none: null };
  const fields: Fields<typeof noted & { readonly same: string }> = {
    day: { label: 'Day', type: 'day' },
    same: { label: 'Day of an instant', type: 'day' },
    at: { label: 'Instant', type: 'moment' },
    none: { label: 'None', type: 'moment' },
  };
  const cells = csvColumnsOf(fields).map(({ value }) => value({ ...noted, same: noted.at }));
  expect(cells).toEqual(['2026-07-09', '2026-07-09', '2026-07-09 14:30', null]);
});
