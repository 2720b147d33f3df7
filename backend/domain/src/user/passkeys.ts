import { conflict, notFound } from '../kernel/decider.ts';
import { MAX_PASSKEYS } from '../values/limits.ts';
import type { UserEvent } from './events.ts';

/** Commands about passkeys. Their keys are never part of them. */
export type PasskeyCommand =
  | { readonly type: 'AddPasskey'; readonly passkeyId: string }
  | { readonly type: 'RemovePasskey'; readonly passkeyId: string; readonly how: 'user' | 'admin' };

interface Holder {
  readonly userId: string;
  readonly passkeys: readonly string[];
}

/** @throws BusinessRefusal conflict for too many; not_found */
export function decidePasskey({ userId, passkeys }: Holder, command: PasskeyCommand): readonly UserEvent[] {
  const { passkeyId } = command;
  const isKnown = passkeys.includes(passkeyId);
  if (command.type === 'AddPasskey') {
    if (isKnown) return [];
    if (passkeys.length >= MAX_PASSKEYS)
      throw conflict(`You have ${MAX_PASSKEYS} passkeys already. Please remove one first.`);
    return [{ type: 'PasskeyAdded', data: { userId, passkeyId } }];
  }
  if (!isKnown) throw notFound('Passkey not found');
  return [{ type: 'PasskeyRemoved', data: { userId, passkeyId, how: command.how } }];
}
