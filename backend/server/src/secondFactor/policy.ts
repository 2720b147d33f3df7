import type { SecondFactorState } from '@portal/contract';
import type { UserRow } from '@portal/projections';
import type { AdminSecondFactor } from '../settings.ts';

type Judged = Pick<UserRow, 'is_admin' | 'has_second_factor'>;

/** Whether a user has to set a second factor up before anything else. */
export function needsSecondFactor(user: Judged, forAdministrators: AdminSecondFactor): boolean {
  return forAdministrators === 'required' && user.is_admin && !user.has_second_factor;
}

/** How a user's second factor stands, as pages are told. */
export function secondFactorState(user: Judged, forAdministrators: AdminSecondFactor): SecondFactorState {
  if (user.has_second_factor) return 'on';
  return needsSecondFactor(user, forAdministrators) ? 'required' : 'off';
}
