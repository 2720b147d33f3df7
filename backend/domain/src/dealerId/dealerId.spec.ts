import { describe, expect, it } from 'vitest';
import { given } from '../../test/given.ts';
import { BusinessRefusal } from '../kernel/decider.ts';
import { dealerIdDecider, nextDealerId } from './dealerId.ts';
import type { DealerIdEvent } from './events.ts';

const take = { type: 'TakeDealerId', dealerId: 'KS0001', userId: 'u1' } as const;
const taken: DealerIdEvent = { type: 'DealerIdTaken', data: { dealerId: 'KS0001', userId: 'u1' } };

describe('taking a Dealer ID', () => {
  it('takes a free one', () => given(dealerIdDecider).when(take).thenEvents(taken));
  it('twice yields no event', () => given(dealerIdDecider, taken).when(take).thenNothing());
  it('refuses one that was taken before', () =>
    given(dealerIdDecider, taken)
      .when({ ...take, userId: 'u2' })
      .thenRefused(
        'conflict',
        'Dealer ID KS0001 is in use or was used before. Please choose another one.',
        'dealerId',
      ));
  it.each(['', 'KS1', 'KS00001', 'ks0001', 'KS000a', ' KS0001'])('refuses %j', (dealerId) =>
    given(dealerIdDecider)
      .when({ ...take, dealerId })
      .thenRefused('unprocessable', 'Dealer ID must be in format KS + 4 digits', 'dealerId'),
  );
});

describe('the next Dealer ID', () => {
  it.each([
    [0, 'KS0001'],
    [41, 'KS0042'],
    [9998, 'KS9999'],
  ])('after number %i is %s', (highest, next) => expect(nextDealerId(highest)).toBe(next));
  it('is refused when all are used up', () =>
    expect(() => nextDealerId(9999)).toThrow(
      new BusinessRefusal('conflict', 'All Dealer IDs from KS0001 to KS9999 are used up.', 'dealerId'),
    ));
});
