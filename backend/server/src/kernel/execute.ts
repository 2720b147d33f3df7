import type { Decider, EventMetadata, PortalEvent, PortalEventType } from '@portal/domain';
import type { Envelope } from '@portal/event-store';
import type { CommandContext } from './commandContext.ts';

export type PortalEnvelope = Envelope<PortalEvent, EventMetadata>;

/** An envelope whose event is of one of these types. */
export type EnvelopeOf<Type extends PortalEventType> = Envelope<
  Extract<PortalEvent, { type: Type }>,
  EventMetadata
>;

export function isOf<Type extends PortalEventType>(
  envelope: PortalEnvelope,
  types: readonly Type[],
): envelope is EnvelopeOf<Type> {
  return types.some((type) => type === envelope.event.type);
}

/** Which stream, who decides, what is asked, and on whose behalf. */
export interface Execution<State, Command, Event extends PortalEvent> {
  readonly stream: string;
  readonly decider: Decider<State, Command, Event>;
  readonly command: Command;
  readonly context: CommandContext;
  /** Ids of the accounts the events concern. */
  readonly accounts: readonly string[];
  /** The event this follows from; null for what a person asked. */
  readonly causationId?: string | null;
  /** Why, in an administrator's words. */
  readonly reason?: string | undefined;
  /** The revision the person who asks has seen (If-Match); undefined where any will do. */
  readonly seenRevision?: bigint | undefined;
}

/**
 * Port: folds a stream, decides, and appends at the revision that was read.
 * @returns what was appended, `[]` when it was already true, and the state after it
 * @throws BusinessRefusal, StaleRevision, WrongExpectedRevision after 3 retries, StoreUnavailable
 */
export type Execute = <State, Command, Event extends PortalEvent>(
  execution: Execution<State, Command, Event>,
) => Promise<{ readonly appended: readonly PortalEnvelope[]; readonly state: State }>;

/** Port: the state of a stream as it stands now, personal fields readable. */
export type Load = <State, Command, Event extends PortalEvent>(
  stream: string,
  decider: Decider<State, Command, Event>,
) => Promise<State>;
