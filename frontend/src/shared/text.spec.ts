// @vitest-environment node
import { afterEach, expect, it, vi } from 'vitest';
import { localDay, momentText, showDate } from './text.ts';

afterEach(() => vi.unstubAllEnvs());

it('shows days and times of the local time zone', () => {
  const instant = '2026-07-05T02:30:00.000Z';
  for (const [zone, day, date, time] of [
    ['America/New_York', '2026-07-04', 'Jul 4, 2026', '10:30'],
    ['Asia/Tokyo', '2026-07-05', 'Jul 5, 2026', '11:30'],
  ] as const) {
    vi.stubEnv('TZ', zone);
    expect(localDay(new Date(instant))).toBe(day);
    expect(showDate(instant)).toBe(date);
    expect(momentText(instant)).toContain(`${date}, ${time}`);
  }
});
