import { expect, it } from 'vitest';
import { jsonOf } from './longJson.ts';

const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `site-${n}`, note: null }));

// Proves I35-36
it.each([1_001, 2_000, 2_501])(
  'writes a list of %i rows in pieces that are one JSON array',
  async (count) => {
    const body = jsonOf(rows(count));
    if (typeof body === 'string') throw new Error('The list was written in one piece.');
    const pieces = await body.toArray();
    expect(pieces.length).toBeGreaterThan(1);
    expect(JSON.parse(pieces.join(''))).toEqual(rows(count));
  },
);

it.each([[null], [[]], [{ id: 'a' }], [rows(1_000)]])('writes other bodies at once', (body) =>
  expect(jsonOf(body)).toBe(JSON.stringify(body)),
);
