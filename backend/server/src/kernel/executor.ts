import type { Actor, PortalEvent } from '@portal/domain';
import type { CommandHandler } from '@portal/event-store';
import type { Execute, Load, StateBefore } from './execute.ts';

/** Ports of commands over the event store's command handler. `appended` gets the number of appended events. */
export function createExecutor(
  handler: CommandHandler<PortalEvent, Actor>,
  appended: (count: number) => void,
): { readonly execute: Execute; readonly load: Load; readonly stateBefore: StateBefore } {
  return {
    execute: async ({
      stream,
      decider,
      command,
      context,
      accounts,
      causationId = null,
      reason,
      seenRevision,
      expectsNew,
    }) => {
      const handled = await handler.handle(decider, stream, command, {
        commandId: context.id,
        correlationId: context.correlationId,
        causationId,
        actor: context.actor,
        accounts,
        reason,
        seenRevision,
        expectsNew,
        until: context.until,
      });
      appended(handled.events.length);
      return { appended: handled.events, state: handled.state };
    },
    load: async (stream, decider) => (await handler.loadStream(decider, stream)).state,
    stateBefore: ({ stream, revision }, decider) => handler.stateBefore(decider, stream, revision),
  };
}
