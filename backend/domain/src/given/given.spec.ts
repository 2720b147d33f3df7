import { expect, it } from 'vitest';
import { given } from '../../test/given.ts';
import type { GivenEvent } from './events.ts';
import { givenDecider, givenOn } from './given.ts';

const day = '2026-12-05';
const counted = (kind: 'refund' | 'credit' | 'rate_cut', cents: number): GivenEvent => ({
  type: 'GivenAwayCounted',
  data: { day, kind, cents },
});

// Proves I40-approvals
it('is added up by day, rate cuts by themselves', () => {
  const before = [counted('refund', 400), counted('rate_cut', 70)];
  const command = { type: 'CountGiven', day, kind: 'credit', cents: 200 } as const;
  given(givenDecider, ...before)
    .when(command)
    .thenEvents(counted('credit', 200));
  const state = [...before, counted('credit', 200)].reduce(givenDecider.evolve, givenDecider.initialState);
  expect(givenOn(state, day, 'write_off')).toBe(600);
  expect(givenOn(state, day, 'rate_cut')).toBe(70);
  expect(givenOn(state, '2026-12-06', 'refund')).toBe(0);
});
