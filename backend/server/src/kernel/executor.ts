import type { Actor, PortalEvent } from '@portal/domain';
import type { createCommandHandler } from '@portal/event-store';
import type { Execute, Load, StateBefore } from './execute.ts';

/** Ports of commands over the event store's command handler. `appended` gets the number of appended events. */
export function createExecutor(
  handler: ReturnType<typeof createCommandHandler<PortalEvent, Actor>>,
  appended: (count: number) => void,
): { readonly execute: Execute; readonly load: Load; readonly stateBefore: StateBefore } {
  return {
    execute: async ({ stream, decider, command, context, causationId = null, gives: _, ...precautions }) => {
      const { id: commandId, correlationId, actor, approvedBy, until } = context;
      const metadata = { commandId, correlationId, causationId, actor, approvedBy, until, ...precautions };
      const handled = await handler.handle(decider, stream, command, metadata);
      appended(handled.events.length);
      return { appended: handled.events, state: handled.state };
    },
    load: async (stream, decider) => (await handler.loadStream(decider, stream)).state,
    stateBefore: ({ stream, revision }, decider) => handler.stateBefore(decider, stream, revision),
  };
}
