import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonthsClamped,
  compareDays,
  dayOfInstant,
  firstOfMonth,
  firstOfNextMonth,
  formatDay,
  isDay,
  isZone,
  laterDay,
  startOfDay,
} from './days.ts';

const ZONES = [
  'UTC',
  'America/New_York',
  'Asia/Kolkata',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Europe/Berlin',
];
const anyDay = fc
  .date({ min: new Date('1990-01-01T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('days', () => {
  it.each(['2026-02-28', '2028-02-29', '2000-02-29', '2026-12-31', '1000-01-01', '9999-12-31'])(
    '%s exists',
    (day) => expect(isDay(day)).toBe(true),
  );
  it.each([
    '2027-02-29',
    '2100-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-01',
    '2026-01-00',
    '26-01-01',
    '0999-12-31',
    '',
    'x',
  ])('%j does not', (day) => {
    expect(isDay(day)).toBe(false);
    expect(() => formatDay(day)).toThrow(RangeError);
  });
  it('are in order', () => {
    expect(compareDays('2026-01-31', '2026-02-01')).toBe(-1);
    expect(compareDays('2026-02-01', '2026-02-01')).toBe(0);
    expect(compareDays('2027-01-01', '2026-12-31')).toBe(1);
    expect(laterDay('2026-02-01', '2026-01-31')).toBe('2026-02-01');
    expect(laterDay('2026-01-31', '2026-02-01')).toBe('2026-02-01');
  });
  it.each([
    ['2026-01-05', 'Jan 5, 2026'],
    ['2028-02-29', 'Feb 29, 2028'],
    ['2026-12-31', 'Dec 31, 2026'],
  ])('%s reads %s', (day, text) => expect(formatDay(day)).toBe(text));
});

describe('months', () => {
  it.each([
    ['2026-01-01', '2026-02-01'],
    ['2026-01-31', '2026-02-01'],
    ['2026-12-31', '2027-01-01'],
  ])('after %s the next begins on %s', (day, first) => expect(firstOfNextMonth(day)).toBe(first));
  it('begin on the 1st', () => expect(firstOfMonth('2028-02-29')).toBe('2028-02-01'));
  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-01-31', 3, '2026-04-30'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2028-02-29', 48, '2032-02-29'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-01-15', -13, '2024-12-15'],
    ['2026-03-10', 24, '2028-03-10'],
    ['2026-03-10', 0, '2026-03-10'],
    ['1000-02-01', -1, '1000-01-01'],
    ['9999-11-01', 1, '9999-12-01'],
  ])('%s and %i months is %s', (day, months, expected) =>
    expect(addMonthsClamped(day, months)).toBe(expected),
  );
  it('keep the day, or end the month', () =>
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 120 }), (day, months) => {
        const moved = addMonthsClamped(day, months);
        const kept = moved.slice(8) === day.slice(8);
        expect(kept || addDays(moved, 1).endsWith('-01')).toBe(true);
        expect(firstOfMonth(moved)).toBe(addMonthsClamped(firstOfMonth(day), months));
      }),
    ));
  it('refuse half a month and the end of the calendar', () => {
    expect(() => addMonthsClamped('2026-01-01', 1.5)).toThrow(RangeError);
    expect(() => addMonthsClamped('9999-12-01', 1)).toThrow(RangeError);
    expect(() => addMonthsClamped('1000-01-01', -1)).toThrow(RangeError);
    expect(() => addDays('2026-01-01', 0.5)).toThrow(RangeError);
  });
});

describe('adding days', () => {
  it.each([
    ['2026-03-01', 15, '2026-03-16'],
    ['2026-12-20', 15, '2027-01-04'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-03-01', -1, '2026-02-28'],
  ])('%s and %i is %s', (day, days, expected) => expect(addDays(day, days)).toBe(expected));
});

describe('the day of an instant', () => {
  it.each([
    ['2026-03-01T04:59:59.999Z', 'America/New_York', '2026-02-28'],
    ['2026-03-01T05:00:00.000Z', 'America/New_York', '2026-03-01'],
    ['2026-07-01T03:59:59.999Z', 'America/New_York', '2026-06-30'],
    ['2026-07-01T04:00:00.000Z', 'America/New_York', '2026-07-01'],
    ['2025-12-31T10:00:00Z', 'Pacific/Kiritimati', '2026-01-01'],
    ['2026-01-01T00:00:00+02:00', 'UTC', '2025-12-31'],
  ])('%s in %s is %s', (instant, zone, day) => expect(dayOfInstant(instant, zone)).toBe(day));
  it('refuses what is no instant or no zone', () => {
    expect(() => dayOfInstant('yesterday', 'UTC')).toThrow(RangeError);
    expect(() => dayOfInstant('2026-01-01T00:00:00Z', 'Mars/Base')).toThrow(RangeError);
    expect(() => startOfDay('2026-01-01', '')).toThrow(RangeError);
    expect([isZone('America/New_York'), isZone('Mars/Base'), isZone('')]).toEqual([true, false, false]);
  });
});

describe('the start of a day', () => {
  it.each([
    ['2026-03-01', 'America/New_York', '2026-03-01T05:00:00.000Z'],
    ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z'],
    ['2026-03-09', 'America/New_York', '2026-03-09T04:00:00.000Z'],
    ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z'],
    ['2026-11-02', 'America/New_York', '2026-11-02T05:00:00.000Z'],
    ['2026-01-01', 'Pacific/Kiritimati', '2025-12-31T10:00:00.000Z'],
    ['2026-01-01', 'Asia/Kolkata', '2025-12-31T18:30:00.000Z'],
  ])('%s in %s is %s', (day, zone, instant) => expect(startOfDay(day, zone)).toBe(instant));
  it('is 01:00 if daylight saving skips midnight', () => {
    expect(startOfDay('2026-04-24', 'Africa/Cairo')).toBe('2026-04-23T22:00:00.000Z');
    expect(startOfDay('2018-11-04', 'America/Sao_Paulo')).toBe('2018-11-04T03:00:00.000Z');
  });
  it('is the first of two midnights where the clock goes back over it', () =>
    expect(startOfDay('2026-11-01', 'America/Havana')).toBe('2026-11-01T04:00:00.000Z'));
  it('is the first instant of its day in every zone', () =>
    fc.assert(
      fc.property(anyDay, fc.constantFrom(...ZONES), (day, zone) => {
        const start = startOfDay(day, zone);
        const before = new Date(Date.parse(start) - 1).toISOString();
        expect(dayOfInstant(start, zone)).toBe(day);
        expect(dayOfInstant(before, zone)).toBe(addDays(day, -1));
      }),
    ));
});
