import type { Decider, EventMetadata, GivenAway, PortalEvent, PortalEventType } from '@portal/domain';
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

export interface Execution<State, Command, Event extends PortalEvent> {
  readonly stream: string;
  readonly decider: Decider<State, Command, Event>;
  readonly command: Command;
  readonly context: CommandContext;
  /** Ids of the accounts that the events concern. */
  readonly accounts: readonly string[];
  /** The event that caused the command; null where a person asked. */
  readonly causationId?: string | null;
  /** Why, in an administrator's words. */
  readonly reason?: string | undefined;
  /** What the decision gives away beside what its events say, e.g. by lower prices. */
  readonly gives?: ((before: State, after: State) => readonly GivenAway[]) | undefined;
  /** The revision that the caller has seen (If-Match); undefined for any. */
  readonly seenRevision?: bigint | undefined;
  /** The stream is expected to have no events: it is read only if the append proves otherwise. */
  readonly expectsNew?: boolean | undefined;
}

/**
 * Port: folds a stream, decides, and appends at the revision that was read.
 * @returns the appended events, `[]` if nothing had to change, and the state after them
 * @throws BusinessRefusal, StaleRevision, WrongExpectedRevision after 3 retries, StoreUnavailable
 */
export type Execute = <State, Command, Event extends PortalEvent>(
  execution: Execution<State, Command, Event>,
) => Promise<{ readonly appended: readonly PortalEnvelope[]; readonly state: State }>;

/** Port: a stream's events, oldest first; personal fields readable unless `personal` is false. */
export type ReadStream = (
  stream: string,
  options?: { readonly personal?: boolean },
) => Promise<readonly PortalEnvelope[]>;

/** Port: the current state of a stream, personal fields readable. */
export type Load = <State, Command, Event extends PortalEvent>(
  stream: string,
  decider: Decider<State, Command, Event>,
) => Promise<State>;

/** Port: the state of another stream as it stood when an event was appended, personal fields readable. */
export type StateAt = <State, Command, Event extends PortalEvent>(
  envelope: PortalEnvelope,
  stream: string,
  decider: Decider<State, Command, Event>,
) => Promise<State>;

/** Port: the state of an event's own stream right before it, personal fields readable. */
export type StateBefore = <State, Command, Event extends PortalEvent>(
  envelope: PortalEnvelope,
  decider: Decider<State, Command, Event>,
) => Promise<State>;
