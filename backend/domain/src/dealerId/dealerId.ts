import { assertNever, BusinessRefusal, type Decider } from '../kernel/decider.ts';
import { refuseBadDealerId } from '../kernel/refusals.ts';
import { dealerIdOfNumber } from '../values/dealerIds.ts';
import type { DealerIdEvent } from './events.ts';

export interface TakeDealerId {
  readonly type: 'TakeDealerId';
  readonly dealerId: string;
  readonly userId: string;
}

export type DealerIdCommand = TakeDealerId;

/** There is no way back from `taken`: an id is retired with its user, never given again (rule D1). */
export type DealerIdState =
  | { readonly status: 'free' }
  | { readonly status: 'taken'; readonly userId: string };

/**
 * The id that follows the highest number given so far (0 for none): `KS0001` first.
 * Refuses where KS9999 is given already.
 */
export function nextDealerId(highestNumber: number): string {
  const next = dealerIdOfNumber(highestNumber + 1);
  if (next === null) {
    throw new BusinessRefusal('conflict', 'All Dealer IDs from KS0001 to KS9999 are used up.', 'dealer_id');
  }
  return next;
}

/** Gives one dealer id to one user, for ever (rule D1). */
export const dealerIdDecider: Decider<DealerIdState, DealerIdCommand, DealerIdEvent> = {
  initialState: { status: 'free' },
  evolve(_state, event) {
    switch (event.type) {
      case 'DealerIdTaken':
        return { status: 'taken', userId: event.data.userId };
      default:
        return assertNever(event.type);
    }
  },
  decide({ dealerId, userId }, state) {
    refuseBadDealerId(dealerId);
    if (state.status === 'free') return [{ type: 'DealerIdTaken', data: { dealerId, userId } }];
    if (state.userId === userId) return [];
    throw new BusinessRefusal(
      'conflict',
      `Dealer ID ${dealerId} is in use or was used before. Please choose another one.`,
      'dealer_id',
    );
  },
};
