import {
  acceptInvitationSchema,
  colleagueSchema,
  dealerRoleSchema,
  emptySchema,
  invitationLinkSchema,
  invitationTokenSchema,
  inviteSchema,
  messageSchema,
  paths,
  type Team,
  teamSchema,
} from '@portal/contract';
import {
  conflict,
  type InvitedUser,
  isExpired,
  notFound,
  onUser,
  type PresentUser,
  reveal,
  type UserState,
  unprocessable,
  userDecider,
  userStream,
} from '@portal/domain';
import { DEAD_INVITATION, DEALER_ROLES, type DealerRole, emailKey } from '@portal/domain/values';
import { invitationsOf, usersOfAccount } from '@portal/projections';
import type { CausalChain } from '../../kernel/causalChain.ts';
import { type CommandContext, deriveId } from '../../kernel/commandContext.ts';
import { runCommand } from '../../kernel/runCommand.ts';
import { HttpProblem } from '../../platform/http/errors.ts';
import { type Caller, type Route, route } from '../../platform/http/route.ts';
import { button, type Letter, note } from '../../platform/mail/letter.ts';
import { openAccount } from '../companies/module.ts';
import { presentUser } from './changeUser.ts';
import { takeNextDealerId } from './dealerIds.ts';
import { deleteUser } from './deleteUser.ts';
import type { UserPorts } from './ports.ts';
import { asNewUser } from './registerDealer.ts';
import { signInNewUser } from './signIn/sessionRoutes.ts';
import { rotateSession } from './signIn/sessions.ts';
import { signInsOf } from './signIn/signIns.ts';
import { needStepUp } from './signIn/stepUp.ts';

const INVITATION_DAYS = 7;
/** Per company; expired ones count. */
const MAX_INVITATIONS = 20;

const isDealer = (user: UserState, accountId: string): user is PresentUser =>
  user.status === 'present' && user.accountId === accountId && !user.isAdmin;
const isOwner = (user: UserState, accountId: string) =>
  isDealer(user, accountId) && user.isApproved && user.dealerRole === 'owner';

/** Staff have no team, in whatever company they are. */
function companyOf({ isAdmin, accountId }: Caller): string {
  if (isAdmin || accountId === null) throw notFound('Company not found');
  return accountId;
}

/** A dealer's team: colleagues, their roles and sessions, and invitations. */
export function teamRoutes(ports: UserPorts): Route[] {
  const { commands, db } = ports;
  const stateOf = (userId: string) => commands.load(userStream(userId), userDecider);

  /** Runs a change of the caller's team, one at a time, unless the caller lost the role since the request was admitted. */
  function asOwner<Result>(caller: Caller, work: (accountId: string) => Promise<Result>): Promise<Result> {
    const accountId = companyOf(caller);
    return commands.oneByOne('team', async () => {
      if (isOwner(await stateOf(caller.id), accountId)) return work(accountId);
      throw new HttpProblem(403, 'Only an owner of the company may do this.');
    });
  }

  async function colleagueOf(accountId: string, id: string): Promise<PresentUser> {
    const user = await stateOf(id);
    if (!isDealer(user, accountId)) throw notFound('User not found');
    return user;
  }

  async function invitedBy(accountId: string, id: string): Promise<InvitedUser> {
    const user = await stateOf(id);
    if (user.status !== 'invited' || user.accountId !== accountId) throw notFound('Invitation not found');
    return user;
  }

  /** The read model lists candidates; their streams tell who is still one. */
  async function otherOwners(accountId: string, id: string): Promise<number> {
    const users = (await usersOfAccount(db, accountId, ports.today())).filter((user) => user.id !== id);
    const states = await Promise.all(users.map((user) => stateOf(user.id)));
    return states.filter((state) => isOwner(state, accountId)).length;
  }

  /** SetDealerRole. `authEpoch` is null where the sessions go on, because the role stays as it is. */
  async function setRole(
    user: PresentUser,
    role: DealerRole,
    context: CommandContext,
    reason?: string,
  ): Promise<{ readonly authEpoch: number | null; readonly chain: CausalChain }> {
    const { userId, accountId } = user;
    if (user.isAdmin || accountId === null) throw unprocessable('Only dealers have a role in a company.');
    const command = {
      type: 'SetDealerRole',
      role,
      otherOwners: await otherOwners(accountId, userId),
    } as const;
    // refuses before the sessions end
    const isNew = userDecider.decide(command, user).length > 0;
    const authEpoch = isNew ? await commands.credentials.raiseEpoch(userId) : null;
    return { authEpoch, chain: await runCommand(commands, { ...onUser(user), command, context, reason }) };
  }

  /** Records the invitation, new or once more, and mails its link. */
  async function invite(
    caller: Caller,
    invitation: Pick<InvitedUser, 'userId' | 'accountId' | 'role'> &
      Readonly<Record<'name' | 'email', string>>,
    context: CommandContext,
  ): Promise<CausalChain> {
    const { userId, accountId, name, email, role } = invitation;
    if (!(await ports.publicLimits.takeResetLink(email)))
      throw new HttpProblem(429, 'This address got several links already. Please try again in an hour.');
    const expires = new Date(Date.parse(context.time) + INVITATION_DAYS * 86_400_000);
    const expiresAt = expires.toISOString();
    const command = { type: 'InviteColleague', userId, accountId, name, email, role, expiresAt } as const;
    const chain = await runCommand(commands, { ...onUser(invitation), command, context });
    const [{ company }, inviter] = [await openAccount(commands, accountId), await stateOf(caller.id)];
    const by = inviter.status === 'present' ? reveal(inviter.profile.name) : caller.username;
    await ports.passwordResets.invite(ports.outbox, {
      cause: context.id,
      kind: 'invitation',
      recipient: email,
      userId,
      accountId,
      secretUntil: expires,
      letter: (link) => invitationLetter({ name, by, company: reveal(company.name), role, link }),
    });
    return chain;
  }

  /** The invitation of a link that can be used; null else. */
  async function ofLink(token: string, { id, time }: CommandContext): Promise<InvitedUser | null> {
    const userId = await ports.passwordResets.ownerOf(token, id);
    const user = userId === null ? null : await stateOf(userId);
    return user?.status === 'invited' && !isExpired(user, time) ? user : null;
  }

  return [
    route('GET', paths.team, 'team', {
      summary: "The people of one's company, and open invitations",
      answers: { 200: teamSchema },
      reads: ['users', 'accounts'],
      handler: async ({ caller }) => ({ body: await teamOf(ports, companyOf(caller)) }),
    }),
    route('POST', paths.invitations, 'team', {
      summary: 'Invite a colleague by mail',
      answers: { 201: emptySchema },
      body: inviteSchema,
      handler: async ({ caller, body, command, visible, http }) => {
        if (body.role === 'owner') needStepUp(http, ports.sessionStore);
        const userId = deriveId(command, 'user');
        const chain = await asOwner(caller, async (accountId) => {
          const invitations = await invitationsOf(db, accountId);
          const others = invitations.filter(({ id }) => id !== userId);
          const people = await usersOfAccount(db, accountId, ports.today());
          const isTheirs = ({ email }: { readonly email: string }) =>
            emailKey(email) === emailKey(body.email);
          if (people.some(isTheirs)) throw conflict('This colleague is in your team already.', 'email');
          if (others.some(isTheirs))
            throw conflict('This colleague was invited already. You can send the invitation again.', 'email');
          if (others.length >= MAX_INVITATIONS)
            throw unprocessable(`At most ${MAX_INVITATIONS} invitations can be open at a time.`);
          return invite(caller, { userId, accountId, ...body }, command);
        });
        await visible(chain);
        return { status: 201, body: {} };
      },
    }),
    route('POST', paths.sendInvitation, 'team', {
      summary: 'Mail an invitation again, with a new link for another seven days',
      answers: { 200: emptySchema },
      handler: async ({ caller, params: { id }, command, visible }) => {
        const chain = await asOwner(caller, async (accountId) => {
          const { name, email, ...invited } = await invitedBy(accountId, id);
          return invite(caller, { ...invited, name: reveal(name), email: reveal(email) }, command);
        });
        await visible(chain);
        return { body: {} };
      },
    }),
    route('DELETE', paths.invitation, 'team', {
      summary: 'Withdraw an invitation',
      answers: { 200: emptySchema },
      handler: async ({ caller, params: { id }, command: context, visible }) => {
        const chain = await asOwner(caller, async (accountId) => {
          const invited = await invitedBy(accountId, id);
          await commands.voidResetLinks(id);
          const command = { type: 'WithdrawInvitation' } as const;
          return runCommand(commands, { ...onUser(invited), command, context });
        });
        await visible(chain);
        return { body: {} };
      },
    }),
    route('PATCH', paths.colleague, 'team', {
      summary: "Change a colleague's role; ends the colleague's sessions",
      answers: { 200: emptySchema },
      body: colleagueSchema,
      handler: async ({ caller, params: { id }, body: { role }, command: context, visible, http }) => {
        if (role === 'owner') needStepUp(http, ports.sessionStore);
        const chain = await asOwner(caller, async (accountId) => {
          const { authEpoch, chain: changed } = await setRole(
            await colleagueOf(accountId, id),
            role,
            context,
          );
          if (id === caller.id && authEpoch !== null) await rotateSession(http, { userId: id, authEpoch });
          return changed;
        });
        await visible(chain);
        return { body: {} };
      },
    }),
    route('PATCH', paths.admin.dealerRole, 'people', {
      summary: "Change a dealer's role in the company; ends the dealer's sessions",
      answers: { 200: emptySchema },
      body: dealerRoleSchema,
      handler: async ({ params: { id }, body: { role, reason }, command, visible, http }) => {
        if (role === 'owner') needStepUp(http, ports.sessionStore);
        const { chain } = await commands.oneByOne('team', async () =>
          setRole(await presentUser(commands, id), role, command, reason),
        );
        await visible(chain);
        return { body: {} };
      },
    }),
    route('DELETE', paths.colleague, 'team', {
      summary: 'Remove a colleague, who can no longer sign in',
      answers: { 200: emptySchema },
      handler: async ({ caller, params: { id }, command, visible }) => {
        const chain = await asOwner(caller, async (accountId) => {
          await colleagueOf(accountId, id);
          return deleteUser(commands, id, command);
        });
        await visible(chain);
        return { body: {} };
      },
    }),
    route('DELETE', paths.colleagueSessions, 'team', {
      summary: "End a colleague's sessions",
      answers: { 200: emptySchema },
      handler: ({ caller, params: { id } }) =>
        asOwner(caller, async (accountId) => {
          await colleagueOf(accountId, id);
          await ports.sessionStore.destroyAllOf(id);
          return { body: {} };
        }),
    }),
    route('POST', paths.invitationLink, 'public', {
      summary: 'What a mailed invitation says, and whether it can be used',
      answers: { 200: invitationLinkSchema },
      body: invitationTokenSchema,
      // the response changes with time
      keyed: false,
      limit: ({ address }) => ports.publicLimits.resetLink(address),
      handler: async ({ body, command }) => {
        const invited = await ofLink(body.token, command);
        if (invited === null) return { body: { usable: false } };
        const { company } = await openAccount(commands, invited.accountId);
        const [name, role] = [reveal(invited.name), invited.role];
        return { body: { usable: true, company: reveal(company.name), name, role } };
      },
    }),
    route('POST', paths.acceptInvitation, 'public', {
      summary: 'Join the company of an invitation',
      answers: { 201: messageSchema },
      body: acceptInvitationSchema,
      limit: ({ address }) => ports.publicLimits.register(address),
      handler: async ({ body, address, command, visible }) => {
        const dead = () => unprocessable(DEAD_INVITATION, 'token');
        if ((await ofLink(body.token, command)) === null) throw dead();
        // of concurrent requests one counts
        const chain = await commands.oneByOne('team', async () => {
          const invited = await ofLink(body.token, command);
          if (invited === null) throw dead();
          const { userId, accountId } = invited;
          const context = { ...command, actor: { kind: 'dealer', id: userId } as const };
          const { company } = await openAccount(commands, accountId);
          const people = await usersOfAccount(db, accountId, ports.today());
          const isApproved = people.some((user) => user.is_approved && !user.is_admin);
          const join = async () =>
            commands.execute({
              ...onUser(invited),
              command: {
                type: 'AcceptInvitation',
                username: body.username,
                profile: {
                  name: body.name,
                  company: reveal(company.companyName, ''),
                  phone: '',
                  address: reveal(company.companyAddress, ''),
                  city: reveal(company.companyCity, ''),
                  state: reveal(company.companyState, ''),
                  zip: reveal(company.companyZip, ''),
                },
                isApproved,
                dealerId: isApproved ? await takeNextDealerId(commands, invited, context) : null,
                at: command.time,
              },
              context,
            });
          const { username, password } = body;
          const asker = { address, known: false };
          let joined: CausalChain | null = null;
          await ports.passwordResets.redeem(body.token, command.id, async () => {
            const { appended } = await asNewUser(
              commands,
              { userId, username, password, asker },
              context,
              join,
            );
            joined = await commands.followUp(appended);
          });
          if (joined === null) throw dead();
          return joined;
        });
        await visible(chain);
        return { status: 201, body: { message: 'Welcome to the team.' } };
      },
      completed: (_answer, request) => signInNewUser(ports, request),
    }),
  ];
}

async function teamOf(ports: UserPorts, accountId: string): Promise<Team> {
  const people = (await usersOfAccount(ports.db, accountId, ports.today())).filter((user) => !user.is_admin);
  const ids = people.map(({ id }) => id);
  const [signIns, sessions, invitations] = await Promise.all([
    signInsOf(ports.db, ids),
    ports.sessionStore.openOf(ids),
    invitationsOf(ports.db, accountId),
  ]);
  const of = (userId: string) => (one: { readonly userId: string }) => one.userId === userId;
  return {
    people: people.map(({ id, name, username, email, dealer_role: role, is_approved }) => ({
      ...{ id, name, username, email, role, is_approved },
      sign_ins: signIns.filter(of(id)).map(({ at, address }) => ({ at: at.toISOString(), address })),
      sessions: sessions
        .filter(of(id))
        .map(({ since, usedAt }) => ({ since: since.toISOString(), used_at: usedAt.toISOString() })),
    })),
    invitations: invitations.map(({ id, name, email, role, expires_at }) => ({
      ...{ id, name, email, role, expires_at },
      is_expired: isExpired({ expiresAt: expires_at }, ports.now().toISOString()),
    })),
  };
}

function invitationLetter({
  name,
  by,
  company,
  role,
  link,
}: Readonly<Record<'name' | 'by' | 'company' | 'link', string>> & { readonly role: DealerRole }): Letter {
  return {
    subject: `${by} invites you to the dealer portal`,
    preheader: `The link works once, for ${INVITATION_DAYS} days.`,
    title: `Join ${company}`,
    blocks: [
      `Hello ${name}, ${by} of ${company} invites you to work together in the dealer portal, with the role ${DEALER_ROLES[role]}. Choose your username and password by the link below, which works once, for ${INVITATION_DAYS} days.`,
      button('Accept the invitation', link),
      note('If you do not know the sender, ignore this email.'),
    ],
  };
}
