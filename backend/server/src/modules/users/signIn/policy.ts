import type { PortalSettings, SecondFactorState } from '@portal/contract';
import type { UserRow } from '@portal/projections';

/** Whether administrators may work without a second factor. */
export const ADMIN_SECOND_FACTOR = ['optional', 'required'] as const;
export type AdminSecondFactor = (typeof ADMIN_SECOND_FACTOR)[number];

type Judged = Pick<UserRow, 'is_admin' | 'has_second_factor'>;

/** Who has to have a second factor. */
export interface SecondFactorPolicy {
  /** Whether a user has to set a second factor up before anything else. */
  isDueFrom(user: Judged): Promise<boolean>;
  /** How a user's second factor stands, as pages are told. */
  stateOf(user: Judged): Promise<SecondFactorState>;
}

/**
 * Administrators need a second factor where the environment demands it or an administrator set it so; dealers don't.
 * The setting is read for those alone whom it may keep out.
 */
export function secondFactorPolicy(
  fromEnvironment: AdminSecondFactor,
  readSettings: () => Promise<Pick<PortalSettings, 'admin_second_factor'>>,
): SecondFactorPolicy {
  const isDueFrom = async (user: Judged) => {
    if (!user.is_admin || user.has_second_factor) return false;
    return fromEnvironment === 'required' || (await readSettings()).admin_second_factor;
  };
  return {
    isDueFrom,
    async stateOf(user) {
      if (user.has_second_factor) return 'on';
      return (await isDueFrom(user)) ? 'required' : 'off';
    },
  };
}
