import { endedViewSchema, paths, viewingAsSchema } from '@portal/contract';
import { userById } from '@portal/projections';
import { deriveId } from '../../../kernel/commandContext.ts';
import { found } from '../../../kernel/found.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { changeUser } from '../changeUser.ts';
import type { UserPorts } from '../ports.ts';
import { keepView } from './sessions.ts';

/**
 * An administrator views a dealer's pages. The view is kept in the session: reads answer as to that dealer, and changes
 * are refused (platform/http/access.ts). No Idempotency-Key, because the cookie changes.
 */
export function dealerViewRoutes(ports: UserPorts): Route[] {
  return [
    route('POST', paths.admin.viewAs, 'viewAs', {
      summary: "View this dealer's pages, read-only",
      answers: { 200: viewingAsSchema },
      keyed: false,
      handler: async ({ params, command, visible, http }) => {
        const userId = params.id;
        const viewId = deriveId(command, 'view');
        const start = { type: 'StartDealerView', viewId } as const;
        await visible(await changeUser(ports.commands, userId, start, command));
        const user = found(await userById(ports.db, userId, ports.today()), 'User');
        await keepView(http, { userId, viewId });
        return { body: { id: userId, username: user.username, company: user.company } };
      },
    }),
    route('DELETE', paths.viewAs, 'approved', {
      summary: "Stop viewing a dealer's pages",
      answers: { 200: endedViewSchema },
      keyed: false,
      whileViewing: true,
      handler: async ({ caller, command, visible, http }) => {
        const { viewedBy } = caller;
        // another tab was faster
        if (viewedBy === undefined) return { body: {} };
        const end = { type: 'EndDealerView', viewId: viewedBy.viewId } as const;
        await visible(await changeUser(ports.commands, caller.id, end, command));
        await keepView(http, null);
        return { body: { id: caller.id } };
      },
    }),
  ];
}
