import { v5 } from 'uuid';
import type { CommandContext } from './commandContext.ts';
import type { Execute, Load, PortalEnvelope } from './execute.ts';
import type { Consequence, LookUp, Process } from './process.ts';
import { storedIdOf } from './storedIds.ts';

/** Namespace of the command ids that processes derive from events. */
const NAMESPACE = '6f0c9d8e-3a54-5b1f-9d57-1c2f4ab0e7d3';

/** Concurrent commands of one event. */
const MAX_ALONGSIDE = 25;

/**
 * Runs one process for one event. Ids derive from event and process and the time is the event's, so that every run appends
 * the same events.
 * @returns the appended events
 */
export async function follow(
  process: Process,
  envelope: PortalEnvelope,
  ports: { readonly execute: Execute; readonly load: Load; readonly lookUp: LookUp },
): Promise<readonly PortalEnvelope[]> {
  const consequences = await process.decide(envelope, ports.load, ports.lookUp);
  const run = async (one: Consequence, index: number): Promise<readonly PortalEnvelope[]> => {
    const storedId = storedIdOf(process.name);
    const context: CommandContext = {
      id: v5(`${envelope.id}/${storedId}/${one.key ?? index}`, NAMESPACE),
      time: envelope.metadata.recordedAt,
      actor: { kind: 'system', id: storedId },
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
        reason: one.reason,
      }),
    );
    return outcome.appended;
  };
  const appended: PortalEnvelope[] = [];
  for (let next = 0; next < consequences.length; ) {
    const group = together(consequences, next);
    const first = next;
    appended.push(...(await Promise.all(group.map((one, index) => run(one, first + index)))).flat());
    next += group.length;
  }
  return appended;
}

/** The consequence at `first`, or up to {@link MAX_ALONGSIDE} that may run concurrently. */
function together(consequences: readonly Consequence[], first: number): readonly Consequence[] {
  let end = first;
  while (end < consequences.length && end - first < MAX_ALONGSIDE && consequences[end]?.alongside) end += 1;
  return consequences.slice(first, Math.max(end, first + 1));
}
