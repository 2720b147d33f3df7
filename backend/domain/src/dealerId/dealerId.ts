import { conflict, type Decider } from '../kernel/decider.ts';
import { refuseBadDealerId } from '../kernel/refusals.ts';
import { dealerIdOfNumber } from '../values/dealerIds.ts';
import type { DealerIdEvent } from './events.ts';

export interface TakeDealerId {
  readonly type: 'TakeDealerId';
  readonly dealerId: string;
  readonly userId: string;
}

/** A taken id is never free again (rule D1). */
export type DealerIdState =
  | { readonly status: 'free' }
  | { readonly status: 'taken'; readonly userId: string };

/** The id after the highest number taken (0 for none). @throws BusinessRefusal conflict after KS9999 */
export function nextDealerId(highestNumber: number): string {
  const next = dealerIdOfNumber(highestNumber + 1);
  if (next === null) throw conflict('All Dealer IDs from KS0001 to KS9999 are used up.', 'dealerId');
  return next;
}

/** A dealer id belongs to one user, for ever (rule D1). */
export const dealerIdDecider: Decider<DealerIdState, TakeDealerId, DealerIdEvent> = {
  initialState: { status: 'free' },
  evolve: (_state, { data }) => ({ status: 'taken', userId: data.userId }),
  decide({ dealerId, userId }, state) {
    refuseBadDealerId(dealerId);
    if (state.status === 'free') return [{ type: 'DealerIdTaken', data: { dealerId, userId } }];
    if (state.userId === userId) return [];
    throw conflict(
      `Dealer ID ${dealerId} is in use or was used before. Please choose another one.`,
      'dealerId',
    );
  },
};
