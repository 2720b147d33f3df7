import type { UserProfile } from '@portal/domain';
import type { CausalChain } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import { decideOnUser } from './decideOnUser.ts';
import type { UserCommandPorts } from './ports.ts';
import { presentUser } from './presentUser.ts';

/**
 * ChangeProfile by the user: the eight fields of the profile form (document 2, section 5); what is left out stays.
 * @param beforeEmailChange what must be true before mail goes to a new address: links sent to the old one are void
 * @throws BusinessRefusal 'User not found' (not_found)
 */
export async function changeProfile(
  ports: UserCommandPorts,
  userId: string,
  changes: { readonly [Field in keyof UserProfile]?: string | undefined },
  context: CommandContext,
  beforeEmailChange: () => Promise<void>,
): Promise<CausalChain> {
  const user = await presentUser(ports, userId);
  if (changes.email !== undefined && changes.email !== user.profile.email) await beforeEmailChange();
  const named = Object.entries(changes).filter(([, value]) => value !== undefined);
  const given = Object.fromEntries(named) as Partial<UserProfile>;
  return decideOnUser(ports, user, { type: 'ChangeProfile', changes: given }, context);
}
