import { paths } from '@portal/contract';
import { type ChangeFeed, personOf } from '../../../platform/http/changeFeed.ts';
import { type Caller, type Route, route } from '../../../platform/http/route.ts';
import type { SessionStore } from './sessionStore.ts';
import { signedInIn, viewIn } from './sessions.ts';

/** GET /api/events. */
export function eventRoutes(
  feed: ChangeFeed,
  readCaller: (caller: Caller) => Promise<Caller | null>,
  sessions: Pick<SessionStore, 'currentId' | 'standing'>,
): Route[] {
  return [
    route({
      method: 'GET',
      path: paths.events,
      access: 'approved',
      summary: 'Server-sent events `{topic, seq}`: what to read again',
      answers: { 200: ['text/event-stream'] },
      handler: async ({ caller, http }) => {
        const id = sessions.currentId(http);
        const stillAllowed = async () => {
          const [now, session] = await Promise.all([
            readCaller(caller),
            id === null ? null : sessions.standing(id),
          ]);
          if (now === null || session === null) return false;
          const viewed = viewIn(session)?.userId;
          if (signedInIn(session)?.userId !== personOf(caller)) return false;
          if (viewed !== (caller.viewedBy === undefined ? undefined : caller.id)) return false;
          return now.isAdmin === caller.isAdmin && (now.isAdmin || now.isApproved);
        };
        return {
          stream: await feed.open(caller, stillAllowed),
          type: 'text/event-stream',
          // a proxy that collects would hold the events back
          headers: { 'X-Accel-Buffering': 'no' },
        };
      },
    }),
  ];
}
