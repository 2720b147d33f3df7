import { expect, it } from 'vitest';
import { given } from '../../test/given.ts';
import type { LogSealEvent } from './events.ts';
import { logSealStream, sealedDayOf } from './events.ts';
import { logSealDecider } from './logSeal.ts';

const hash = 'ab'.repeat(32);
const seal = { type: 'SealLog', day: '2026-05-02', seq: 812, hash } as const;
const sealed: LogSealEvent = { type: 'LogSealed', data: { sealedOn: '2026-05-02', seq: 812, hash } };

it('seals each day once; later events are sealed the next day', () => {
  given(logSealDecider).when(seal).thenEvents(sealed);
  given(logSealDecider, sealed)
    .when({ ...seal, seq: 900, hash: 'cd'.repeat(32) })
    .thenNothing();
});

it('has one stream for each day', () => {
  expect(logSealStream('2026-05-02')).toBe('logSeal-2026-05-02');
  expect(sealedDayOf('logSeal-2026-05-02')).toBe('2026-05-02');
  expect(sealedDayOf('logSeal-soon')).toBeNull();
  expect(() => logSealStream('2026-13-01')).toThrow(RangeError);
});
