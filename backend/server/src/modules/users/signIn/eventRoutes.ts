import { paths } from '@portal/contract';
import { personOf } from '../../../platform/http/changeFeed.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import type { UserPorts } from '../ports.ts';
import { sessionOf, signedInIn, viewIn } from './sessions.ts';

export function eventRoutes({ feed, findCaller, sessionStore }: UserPorts): Route[] {
  return [
    route('GET', paths.events, 'approved', {
      summary: 'Server-sent events `{topic, seq}`: what to read again',
      answers: { 200: ['text/event-stream'] },
      handler: async ({ caller, http }) => {
        const id = sessionOf(http)?.id ?? null;
        const stillAllowed = async () => {
          const [now, session] = await Promise.all([
            findCaller(caller.id),
            id === null ? null : sessionStore.standing(id),
          ]);
          if (now === null || session === null) return false;
          const viewed = viewIn(session)?.userId;
          if (signedInIn(session)?.userId !== personOf(caller)) return false;
          if (viewed !== (caller.viewedBy === undefined ? undefined : caller.id)) return false;
          const sameRole = now.staffRole === caller.staffRole && now.dealerRole === caller.dealerRole;
          return sameRole && (now.isAdmin || now.isApproved);
        };
        return {
          content: await feed.open(caller, stillAllowed),
          type: 'text/event-stream',
          // against buffering by proxies
          headers: { 'X-Accel-Buffering': 'no' },
        };
      },
    }),
  ];
}
