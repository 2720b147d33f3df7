import { endedViewSchema, paths, viewingAsSchema } from '@portal/contract';
import { userById } from '@portal/projections';
import type { CausalChain } from '../../../kernel/causalChain.ts';
import { type CommandContext, deriveId } from '../../../kernel/commandContext.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { pattern, type Route, route } from '../../../platform/http/route.ts';
import { decideOnUser, presentUser } from '../changeUser.ts';
import type { UserCommandPorts, UserPorts } from '../ports.ts';
import { keepView } from './sessions.ts';

/**
 * StartDealerView by an administrator: the dealer's log tells who looked at the pages, and when.
 * @param viewId names this look
 * @throws BusinessRefusal 'User not found' (not_found); unprocessable for an administrator and an unapproved dealer
 */
async function startDealerView(
  ports: UserCommandPorts,
  userId: string,
  viewId: string,
  context: CommandContext,
): Promise<CausalChain> {
  const user = await presentUser(ports, userId);
  return decideOnUser(ports, user, { type: 'StartDealerView', viewId }, context);
}

/** EndDealerView; one that ended already, with the approval or otherwise, is left as it is. */
export async function endDealerView(
  ports: UserCommandPorts,
  userId: string,
  viewId: string,
  context: CommandContext,
): Promise<CausalChain> {
  const user = await presentUser(ports, userId);
  return decideOnUser(ports, user, { type: 'EndDealerView', viewId }, context);
}

/**
 * POST /api/admin/users/{id}/view-as and DELETE /api/view-as: an administrator sees what a dealer sees (issue: see
 * what the dealer sees). It stands in the session; meanwhile every read answers as to that dealer and no change goes
 * through (edge/access.ts). No Idempotency-Key: it is about the cookie, not about an answer.
 */
export function dealerViewRoutes(ports: UserPorts): Route[] {
  return [
    route({
      method: 'POST',
      path: pattern(paths.admin.viewAs),
      access: 'admin',
      summary: "View this dealer's pages, read-only",
      answers: { 200: viewingAsSchema },
      keyed: false,
      handler: async ({ params, command, visible, http }) => {
        const userId = params.id;
        const viewId = deriveId(command, 'view');
        await visible(await startDealerView(ports.commands, userId, viewId, command));
        const user = await userById(ports.db, userId, ports.today());
        if (user === null) throw notFound('User not found');
        await keepView(http, { userId, viewId });
        return { body: { id: userId, username: user.username, company: user.company } };
      },
    }),
    route({
      method: 'DELETE',
      path: paths.viewAs,
      access: 'approved',
      summary: "Stop viewing a dealer's pages",
      answers: { 200: endedViewSchema },
      keyed: false,
      whileViewing: true,
      handler: async ({ caller, command, visible, http }) => {
        const { viewedBy } = caller;
        // ending what is not there is no fault: another tab was faster
        if (viewedBy === undefined) return { body: {} };
        await visible(await endDealerView(ports.commands, caller.id, viewedBy.viewId, command));
        await keepView(http, null);
        return { body: { id: caller.id } };
      },
    }),
  ];
}
