import { conflict } from '../kernel/decider.ts';
import type { UserEvent } from './events.ts';

/** Commands about the second factor. Codes and secrets are never part of them. */
export type SecondFactorCommand =
  /** A code of this enrolment was right. */
  | { readonly type: 'EnableSecondFactor'; readonly factorId: string }
  | { readonly type: 'DisableSecondFactor'; readonly how: 'user' | 'admin' }
  | { readonly type: 'RecordRecoveryCodesRenewal' }
  /** A recovery code of `factorId` was used; `left` are unused. */
  | { readonly type: 'RecordRecoveryCodeUse'; readonly factorId: string; readonly left: number };

interface Holder {
  readonly userId: string;
  readonly secondFactor: string | null;
}

/** @throws BusinessRefusal conflict where another second factor is active, or none is */
export function decideSecondFactor(user: Holder, command: SecondFactorCommand): readonly UserEvent[] {
  const { userId, secondFactor } = user;
  switch (command.type) {
    case 'EnableSecondFactor':
      if (secondFactor === command.factorId) return [];
      if (secondFactor !== null) throw conflict('Two-step verification is switched on already.');
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

const notOn = () => conflict('Two-step verification is not switched on.');
