import { BusinessRefusal } from '../kernel/decider.ts';
import type { UserEvent } from './events.ts';

/** What can be asked about the second factor of a user who exists; codes and secrets never come here. */
export type SecondFactorCommand =
  /** A code of this set-up was right. */
  | { readonly type: 'EnableSecondFactor'; readonly factorId: string }
  | { readonly type: 'DisableSecondFactor'; readonly how: 'user' | 'admin' }
  | { readonly type: 'RecordRecoveryCodesRenewal' }
  /** A recovery code of `factorId` took the place of one from the authenticator app; `left` are still unused. */
  | { readonly type: 'RecordRecoveryCodeUse'; readonly factorId: string; readonly left: number };

interface Holder {
  readonly userId: string;
  readonly secondFactor: string | null;
}

/**
 * Decides about the second factor; `secondFactor` names the one that is on.
 * @throws BusinessRefusal where another one is on already, or none is
 */
export function decideSecondFactor(user: Holder, command: SecondFactorCommand): readonly UserEvent[] {
  const { userId, secondFactor } = user;
  switch (command.type) {
    case 'EnableSecondFactor':
      if (secondFactor === command.factorId) return [];
      if (secondFactor !== null) {
        throw new BusinessRefusal('conflict', 'Two-step verification is switched on already.');
      }
      return [{ type: 'SecondFactorEnabled', data: { userId, factorId: command.factorId } }];
    case 'DisableSecondFactor':
      if (secondFactor === null) return [];
      return [{ type: 'SecondFactorDisabled', data: { userId, factorId: secondFactor, how: command.how } }];
    case 'RecordRecoveryCodesRenewal':
      if (secondFactor === null) throw notOn();
      return [{ type: 'RecoveryCodesRenewed', data: { userId, factorId: secondFactor } }];
    case 'RecordRecoveryCodeUse':
      if (secondFactor !== command.factorId) throw notOn();
      return [{ type: 'RecoveryCodeUsed', data: { userId, factorId: secondFactor, left: command.left } }];
  }
}

const notOn = () => new BusinessRefusal('conflict', 'Two-step verification is not switched on.');
