import {
  addUserSchema,
  adminUserSchema,
  approvalSchema,
  deleteUserQuerySchema,
  deleteUserSchema,
  type EditUserRequest,
  editUserSchema,
  type ListQuery,
  listQuerySchema,
  orIdAlone,
  paths,
  readerRateSchema,
} from '@portal/contract';
import { type PresentUser, unprocessable, userStream } from '@portal/domain';
import { firstOfNextMonth } from '@portal/domain/values';
import { type ListedUser, listUsers } from '@portal/projections';
import { z } from 'zod';
import { found } from '../../kernel/found.ts';
import { withConflicts } from '../../platform/history/changedMeanwhile.ts';
import { historyRoute } from '../../platform/history/readHistory.ts';
import { need } from '../../platform/http/access.ts';
import { listAnswer } from '../../platform/http/listAnswer.ts';
import { recordAnswer } from '../../platform/http/recordAnswer.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { changeReaderRate, recordLook } from '../companies/module.ts';
import { addUser } from './addUser.ts';
import { approveUser, disapproveUser, presentUser } from './changeUser.ts';
import { deleteUser } from './deleteUser.ts';
import { editUser, staffRoleAfter } from './editUser.ts';
import { userRecord } from './history.ts';
import type { UserPorts } from './ports.ts';
import { refuseCommonPassword } from './signIn/commonPasswords.ts';
import { rotateSession } from './signIn/sessions.ts';
import { needStepUp } from './signIn/stepUp.ts';
import { toAdminUser } from './wire.ts';

const READS = ['users', 'accounts', 'projectedInvoices'];

/** The admin's users (S2-7): lists, one, add, edit, delete, approval, reader rate, history. */
export function adminUserRoutes(ports: UserPorts): Route[] {
  const list = (query: ListQuery) => {
    const today = ports.today();
    const at = { today, billingDate: firstOfNextMonth(today) };
    return listUsers(ports.db, { ...query, timeZone: ports.timeZone }, at);
  };
  const answer = async (query: ListQuery) => {
    const { rows, total } = await list(query);
    return listAnswer('users', { rows: rows.map(toAdminUser), total }, query.range?.[0]);
  };
  const row = async (id: string): Promise<ListedUser | null> =>
    (await list({ filter: { id } })).rows[0] ?? null;
  const shown = (user: ListedUser | null) => (user === null ? null : toAdminUser(user));
  const answerOne = async (id: string, revision: bigint | null = null, status?: number) =>
    recordAnswer(id, await row(id), toAdminUser, { revision, status });

  /** PUT sends the whole record; fields that are not in the form change nothing. */
  const edit = (method: 'PATCH' | 'PUT') =>
    route(method, paths.admin.user, 'people', {
      summary: 'Change a user',
      answers: { 200: orIdAlone(adminUserSchema) },
      body: editUserSchema,
      handler: async (request) => {
        const { caller, body, command, http } = request;
        const { id } = request.params;
        if (body.password) await refuseCommonPassword(body.password, 'password');
        const passwordChanged = async (authEpoch: number) => {
          if (caller.id === id) await rotateSession(http, { userId: id, authEpoch });
        };
        const user = await presentUser(ports.commands, id);
        if (user.isAdmin || body.is_admin === true) need(caller, 'administrators');
        if (givesAccess(user, body)) needStepUp(http, ports.sessionStore);
        const record = { name: 'User', current: async () => shown(await row(id)) };
        const { revision } = await withConflicts(ports, request, record, (seenRevision) =>
          editUser(ports.commands, id, body, command, passwordChanged, { reason: body.reason, seenRevision }),
        );
        return answerOne(id, revision);
      },
    });

  return [
    route('GET', paths.admin.users, 'staff', {
      summary: 'Users',
      answers: { 200: z.array(adminUserSchema) },
      query: listQuerySchema,
      reads: READS,
      handler: ({ query }) => answer(query),
    }),
    route('GET', paths.admin.pendingUsers, 'staff', {
      summary: 'Dealers pending approval, oldest first',
      answers: { 200: z.array(adminUserSchema) },
      query: listQuerySchema,
      reads: READS,
      handler: ({ query }) =>
        answer({
          ...query,
          sort: query.sort ?? ['created_at', 'ASC'],
          filter: { ...query.filter, is_approved: false, is_admin: false },
        }),
    }),
    route('GET', paths.admin.user, 'staff', {
      summary: 'One user',
      answers: { 200: adminUserSchema },
      reads: READS,
      handler: async (request) => {
        const { id } = request.params;
        const user = found(await row(id), 'User');
        if (!user.is_admin) await recordLook(ports.commands, userStream(id), request);
        return recordAnswer(id, user, toAdminUser);
      },
    }),
    route('PATCH', paths.admin.approval, 'people', {
      summary: 'Approve a dealer, or revoke the approval',
      answers: { 200: orIdAlone(adminUserSchema) },
      body: approvalSchema,
      handler: async ({ params: { id }, body, command, visible }) => {
        const change = body.isApproved ? approveUser : disapproveUser;
        await visible(await change(ports.commands, id, command, body.reason));
        return answerOne(id);
      },
    }),
    route('POST', paths.admin.users, 'people', {
      summary: 'Add a user',
      answers: { 201: orIdAlone(adminUserSchema) },
      body: addUserSchema,
      handler: async ({ caller, body, command, visible, http }) => {
        if (body.is_admin) {
          need(caller, 'administrators');
          needStepUp(http, ports.sessionStore);
        }
        const { userId, chain, revision } = await addUser(ports.commands, body, command);
        await visible(chain);
        return answerOne(userId, revision, 201);
      },
    }),
    edit('PATCH'),
    edit('PUT'),
    route('DELETE', paths.admin.user, 'people', {
      summary: 'Delete a user; erase=true also erases the personal data, even of a deleted user',
      answers: { 200: orIdAlone(adminUserSchema) },
      body: deleteUserSchema,
      query: deleteUserQuerySchema,
      handler: async (request) => {
        const { caller, body, query, command } = request;
        const { id } = request.params;
        const erase = query.erase === 'true';
        if (erase) need(caller, 'erasure');
        // react-admin expects the deleted record
        const before = shown(await row(id)) ?? { id };
        const choices = {
          confirmOpenMoney: body.confirm_open_money,
          includeWithheld: body.include_withheld,
        };
        const record = { name: 'User', current: async () => before };
        await withConflicts(ports, request, record, async (seenRevision) => {
          const precaution = { reason: body.reason, seenRevision };
          return erase
            ? (await ports.eraseUser(id, command, precaution, choices)).chain
            : deleteUser(ports.commands, id, command, precaution);
        });
        // responses are kept for retries, so this one must not hold erased data
        return { body: erase ? { id } : before };
      },
    }),
    route('PATCH', paths.admin.readerRate, 'money', {
      summary: "Set a dealer's default reader rate",
      answers: { 200: orIdAlone(adminUserSchema) },
      body: readerRateSchema,
      handler: async ({ params: { id }, body, command, visible }) => {
        const { accountId } = await presentUser(ports.commands, id);
        if (accountId === null) {
          throw unprocessable('No account ID found for this dealer', 'rate');
        }
        const rate = {
          rateCents: body.rate,
          effectiveFrom: body.effective_from,
          shortNoticeConfirmed: body.confirm_short_notice,
        };
        await visible(await changeReaderRate(ports.commands, accountId, rate, command, body.reason));
        return answerOne(id);
      },
    }),
    historyRoute(ports, paths.admin.userHistory, userRecord),
  ];
}

/** Whether an edit lets somebody else in: a password, a role of staff, or the address of an administrator's reset links. */
function givesAccess(user: PresentUser, patch: EditUserRequest): boolean {
  const { password, email } = patch;
  if (password !== undefined && password !== null && password !== '') return true;
  const role = staffRoleAfter(user, patch);
  if (role !== null && role !== user.staffRole) return true;
  return user.isAdmin && email !== undefined && email !== user.profile.email;
}
