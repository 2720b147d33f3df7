import { type AdminUser, approvalSchema, type ListQuery, listQuerySchema, paths } from '@portal/contract';
import { firstOfNextMonth } from '@portal/domain/values';
import { listUsers } from '@portal/projections';
import { approveUser, disapproveUser } from '../commands/setUserApproval.ts';
import { notFound } from '../edge/errors.ts';
import { listAnswer } from '../edge/listAnswer.ts';
import { pattern, type Route, route } from '../edge/route.ts';
import type { RoutePorts } from './routePorts.ts';
import { toAdminUser } from './wire.ts';

const READS = ['users', 'accounts', 'projectedInvoices'];

/** The admin's users: lists, one, and PATCH /api/admin/users/{id}/approval (spec 2, section 7). */
export function adminUserRoutes(ports: RoutePorts): Route[] {
  const list = (query: ListQuery) => {
    const today = ports.today();
    return listUsers(ports.db, query, { today, billingDate: firstOfNextMonth(today) });
  };
  const answer = async (query: ListQuery) => {
    const { rows, total } = await list(query);
    return listAnswer('users', { rows: rows.map(toAdminUser), total }, query.range?.[0]);
  };
  const one = async (id: string): Promise<AdminUser | null> => {
    const { rows } = await list({ filter: { id } });
    return rows[0] === undefined ? null : toAdminUser(rows[0]);
  };

  return [
    route({
      method: 'GET',
      path: paths.admin.users,
      access: 'admin',
      query: listQuerySchema,
      reads: READS,
      handler: ({ query }) => answer(query),
    }),
    route({
      method: 'GET',
      path: paths.admin.pendingUsers,
      access: 'admin',
      query: listQuerySchema,
      reads: READS,
      handler: ({ query }) =>
        answer({
          ...query,
          sort: query.sort ?? ['created_at', 'ASC'],
          filter: { ...query.filter, is_approved: false, is_admin: false },
        }),
    }),
    route({
      method: 'GET',
      path: pattern(paths.admin.user),
      access: 'admin',
      reads: READS,
      handler: async ({ params }) => {
        const user = await one(params.id ?? '');
        if (user === null) throw notFound('User not found');
        return { body: user };
      },
    }),
    route({
      method: 'PATCH',
      path: pattern(paths.admin.approval),
      access: 'admin',
      body: approvalSchema,
      handler: async ({ params, body, command, visible }) => {
        const id = params.id ?? '';
        const change = body.isApproved ? approveUser : disapproveUser;
        await visible(await change(ports.commands, id, command, body.reason));
        return { body: (await one(id)) ?? { id } };
      },
    }),
  ];
}
