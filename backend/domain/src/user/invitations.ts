import { notFound, unprocessable } from '../kernel/decider.ts';
import type { Personal } from '../kernel/event.ts';
import { DEAD_INVITATION, type DealerRole } from '../values/dealerRoles.ts';
import type { PROFILE_FIELDS } from '../values/recordFields.ts';
import type { UserEvent } from './events.ts';
import { refuseBadUsername } from './refusals.ts';

/** A colleague who has yet to accept. */
export interface InvitedUser {
  readonly status: 'invited';
  readonly userId: string;
  readonly accountId: string;
  readonly name: Personal<string>;
  readonly email: Personal<string>;
  readonly role: DealerRole;
  readonly expiresAt: string;
}

/** An invitation is the first event of the stream of the user who will accept it. */
export type InvitationCommand =
  /** Again with a later `expiresAt` when it is sent again. */
  | {
      readonly type: 'InviteColleague';
      readonly userId: string;
      readonly accountId: string;
      readonly name: string;
      readonly email: string;
      readonly role: DealerRole;
      /** ISO instant. */
      readonly expiresAt: string;
    }
  | { readonly type: 'WithdrawInvitation' }
  | {
      readonly type: 'AcceptInvitation';
      /** The name was reserved for this user before. */
      readonly username: string;
      /** The email address is the invitation's. */
      readonly profile: Readonly<Record<Exclude<keyof typeof PROFILE_FIELDS, 'email'>, string>>;
      readonly isApproved: boolean;
      /** Reserved for this user before; null for one who is not approved. */
      readonly dealerId: string | null;
      /** ISO instant. */
      readonly at: string;
    };

/** @throws BusinessRefusal not_found or unprocessable where the invitation is not open */
export function decideInvitation(
  state: InvitedUser | { readonly status: 'none' | 'abandoned' | 'present' | 'deleted' },
  command: InvitationCommand,
): readonly UserEvent[] {
  switch (command.type) {
    case 'InviteColleague': {
      if (state.status !== 'none' && state.status !== 'invited') throw noSuchInvitation();
      const { type: _type, ...data } = command;
      return [{ type: 'ColleagueInvited', data }];
    }
    case 'WithdrawInvitation': {
      if (state.status === 'abandoned') return [];
      if (state.status !== 'invited') throw noSuchInvitation();
      const { userId, accountId } = state;
      return [{ type: 'InvitationWithdrawn', data: { userId, accountId } }];
    }
    case 'AcceptInvitation':
      if (state.status !== 'invited' || isExpired(state, command.at))
        throw unprocessable(DEAD_INVITATION, 'token');
      return [accepted(state, command)];
  }
}

export const isExpired = ({ expiresAt }: Pick<InvitedUser, 'expiresAt'>, at: string): boolean =>
  Date.parse(at) >= Date.parse(expiresAt);

function accepted(
  { userId, accountId, email, role }: InvitedUser,
  { username, profile, isApproved, dealerId }: Extract<InvitationCommand, { type: 'AcceptInvitation' }>,
): UserEvent {
  refuseBadUsername(username);
  const data = { userId, accountId, username, ...profile, email };
  return { type: 'UserAdded', data: { ...data, isAdmin: false, isApproved, dealerId, dealerRole: role } };
}

const noSuchInvitation = () => notFound('Invitation not found');
