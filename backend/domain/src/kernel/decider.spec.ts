import { expect, it } from 'vitest';
import { given } from '../../test/given.ts';
import { type Decider, inSequence } from './decider.ts';

/** Counts to ten at most. */
const counter: Decider<number, number, number> = {
  initialState: 0,
  evolve: (sum, added) => sum + added,
  decide: (add, sum) => {
    if (sum + add > 10) throw new RangeError('more than ten');
    return add === 0 ? [] : [add];
  },
};

it('decides each step on the state after the step before', () => {
  given(inSequence(counter), 1)
    .when([2, (sum) => sum, 0, () => null])
    .thenEvents(2, 3);
  expect(() => inSequence(counter).decide([6, 6], 0)).toThrow('more than ten');
});
