// @vitest-environment node
import { afterEach, expect, it } from 'vitest';
import { localDay, momentText, showDate, showTimesOf } from './text.ts';

afterEach(() => showTimesOf(undefined));

it('shows days and times of the time zone that a page is rendered for', () => {
  const instant = '2026-07-05T02:30:00.000Z';
  for (const [zone, day, date, time] of [
    ['America/New_York', '2026-07-04', 'Jul 4, 2026', '10:30'],
    ['Asia/Tokyo', '2026-07-05', 'Jul 5, 2026', '11:30'],
  ] as const) {
    showTimesOf(zone);
    expect(localDay(new Date(instant))).toBe(day);
    expect(showDate(instant)).toBe(date);
    expect(momentText(instant)).toContain(`${date}, ${time}`);
  }
});
