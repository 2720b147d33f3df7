import { v5 } from 'uuid';
import type { CommandContext } from '../commands/commandContext.ts';
import type { Execute, Load, PortalEnvelope } from '../commands/execute.ts';
import type { LookUp, Process } from './process.ts';

/** Namespace of the command ids that processes derive from events. */
const NAMESPACE = '6f0c9d8e-3a54-5b1f-9d57-1c2f4ab0e7d3';

/**
 * Runs one process for one event. The commands' identity is derived from the event and the process, and their time
 * is the event's, so that running it inline, again, or on another machine comes to the same events.
 * @returns what was appended; `[]` when all of it was true already
 */
export async function follow(
  process: Process,
  envelope: PortalEnvelope,
  ports: { readonly execute: Execute; readonly load: Load; readonly lookUp: LookUp },
): Promise<readonly PortalEnvelope[]> {
  const consequences = await process.decide(envelope, ports.load, ports.lookUp);
  const appended: PortalEnvelope[] = [];
  for (const [index, one] of consequences.entries()) {
    const context: CommandContext = {
      id: v5(`${envelope.id}/${process.name}/${one.key ?? index}`, NAMESPACE),
      time: envelope.metadata.recordedAt,
      actor: { kind: 'system', id: process.name },
      correlationId: envelope.metadata.correlationId,
    };
    const outcome = await one.apply((decider, command) =>
      ports.execute({
        stream: one.stream,
        decider,
        command,
        context,
        accounts: one.accounts,
        causationId: envelope.id,
      }),
    );
    appended.push(...outcome.appended);
  }
  return appended;
}
