import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOfInstant } from '../values/days.ts';
import {
  addPeriods,
  asPeriod,
  cutOffOf,
  earliestRun,
  firstDayOf,
  formatCutOff,
  isPeriod,
  missedPeriods,
  periodOfDay,
  periodOfInstant,
} from './periods.ts';

const NEW_YORK = 'America/New_York';
const ZONES = [NEW_YORK, 'UTC', 'Europe/Berlin', 'Asia/Kolkata', 'Pacific/Kiritimati', 'America/Havana'];
const plus = (instant: string, milliseconds: number) =>
  new Date(Date.parse(instant) + milliseconds).toISOString();
const MINUTE = 60_000;

describe('a period', () => {
  it.each(['2026-01', '2026-12', '9999-12'])('accepts %s', (text) => expect(isPeriod(text)).toBe(true));
  it.each(['2026-00', '2026-13', '2026-1', '202601', '2026-01-01', '', '0999-01', '2026-01\n'])(
    'refuses %j',
    (text) => {
      expect(isPeriod(text)).toBe(false);
      expect(() => asPeriod(text)).toThrow(RangeError);
      expect(() => firstDayOf(text)).toThrow(RangeError);
    },
  );
  it.each([
    ['2026-01-01', '2026-01'],
    ['2028-02-29', '2028-02'],
    ['2026-12-31', '2026-12'],
  ])('of %s is %s', (day, period) => expect(periodOfDay(day)).toBe(period));
  it('begins on the 1st', () => expect(firstDayOf('2028-02')).toBe('2028-02-01'));
  it.each([
    ['2026-12', 1, '2027-01'],
    ['2026-01', -1, '2025-12'],
    ['2026-03', 0, '2026-03'],
    ['2026-03', 24, '2028-03'],
  ])('%s and %i months is %s', (period, months, expected) =>
    expect(addPeriods(period, months)).toBe(expected),
  );
  it('is the month of the billing zone', () => {
    expect(periodOfInstant('2026-03-01T04:59:59.999Z', NEW_YORK)).toBe('2026-02');
    expect(periodOfInstant('2026-03-01T05:00:00.000Z', NEW_YORK)).toBe('2026-03');
  });
});

describe('the cut-off', () => {
  it.each([
    // standard time, daylight time, and the months in which the clock changes
    ['2026-01', '2026-01-01T05:00:00.000Z'],
    ['2026-03', '2026-03-01T05:00:00.000Z'],
    ['2026-04', '2026-04-01T04:00:00.000Z'],
    ['2026-11', '2026-11-01T04:00:00.000Z'],
    ['2026-12', '2026-12-01T05:00:00.000Z'],
    ['2028-03', '2028-03-01T05:00:00.000Z'],
  ])('of %s in New York is %s', (period, instant) => expect(cutOffOf(period, NEW_YORK)).toBe(instant));
  it('is the first of two midnights where the clock goes back over it', () =>
    expect(cutOffOf('2026-11', 'America/Havana')).toBe('2026-11-01T04:00:00.000Z'));
  it('separates months without a gap, in every zone', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 900 }).map((months) => addPeriods('1990-01', months)),
        fc.constantFrom(...ZONES),
        (period, zone) => {
          const cut = cutOffOf(period, zone);
          expect(periodOfInstant(cut, zone)).toBe(period);
          expect(periodOfInstant(plus(cut, -1), zone)).toBe(addPeriods(period, -1));
          expect(dayOfInstant(cut, zone)).toBe(firstDayOf(period));
        },
      ),
    ));
  it('is followed by the run two minutes later', () =>
    expect(earliestRun('2026-12-31T23:59:00.000Z')).toBe('2027-01-01T00:01:00.000Z'));
});

describe('missed periods', () => {
  const march = cutOffOf('2026-03', NEW_YORK);
  it('are none until two minutes after the next cut-off', () => {
    const april = cutOffOf('2026-04', NEW_YORK);
    expect(missedPeriods(march, plus(april, 2 * MINUTE - 1), NEW_YORK)).toEqual([]);
    expect(missedPeriods(march, plus(april, 2 * MINUTE), NEW_YORK)).toEqual(['2026-04']);
  });
  it('leave out the one that was billed', () =>
    expect(missedPeriods(march, plus(march, 5 * MINUTE), NEW_YORK)).toEqual([]));
  it('begin with the one an account opened before', () => {
    expect(missedPeriods(plus(march, -1), plus(march, 2 * MINUTE), NEW_YORK)).toEqual(['2026-03']);
  });
  it('are all of them after a long time off', () =>
    expect(missedPeriods(march, '2027-02-15T12:00:00.000Z', NEW_YORK)).toEqual([
      '2026-04',
      '2026-05',
      '2026-06',
      '2026-07',
      '2026-08',
      '2026-09',
      '2026-10',
      '2026-11',
      '2026-12',
      '2027-01',
      '2027-02',
    ]));
  it('are none for a clock that was set back', () =>
    expect(missedPeriods(march, '2025-12-24T12:00:00.000Z', NEW_YORK)).toEqual([]));
  it('bill each month once, whenever the job runs', () =>
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 1_500 }), { minLength: 1, maxLength: 20 }),
        fc.constantFrom(...ZONES),
        (hours, zone) => {
          // a tick at each of these times, each going on from the last cut-off that was billed
          const start = '2026-01-15T12:00:00.000Z';
          const ticks = hours.sort((a, b) => a - b).map((at) => plus(start, at * 7 * 3_600_000));
          const billed: string[] = [];
          let until = start;
          for (const tick of ticks) {
            for (const period of missedPeriods(until, tick, zone)) {
              billed.push(period);
              until = cutOffOf(period, zone);
            }
          }
          expect(billed).toEqual(missedPeriods(start, ticks.at(-1) ?? start, zone));
          expect(new Set(billed).size).toBe(billed.length);
        },
      ),
    ));
});

it.each([
  ['2026-11', NEW_YORK, 'Nov 1, 12:00 AM ET'],
  ['2026-08', NEW_YORK, 'Aug 1, 12:00 AM ET'],
  ['2026-08', 'America/Los_Angeles', 'Aug 1, 12:00 AM PT'],
] as const)('shows the cut-off of %s in %s as %s', (period, zone, text) =>
  expect(formatCutOff(cutOffOf(asPeriod(period), zone), zone)).toBe(text),
);
