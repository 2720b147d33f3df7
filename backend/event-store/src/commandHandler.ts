import { v5 as uuidv5 } from 'uuid';
import type { Codec, Envelope } from './envelope.ts';
import {
  type EventStore,
  type EventToAppend,
  type ExpectedRevision,
  type Position,
  type RecordedEvent,
  WrongExpectedRevision,
} from './port.ts';

/** A pure decision maker; domain's `Decider` fits. */
export interface DeciderLike<State, Command, Event> {
  readonly initialState: State;
  evolve(state: State, event: Event): State;
  decide(command: Command, state: State): readonly Event[];
}

/** What this handler writes beside every event; domain's `EventMetadata` fits. */
export interface CommandMetadata<Actor> {
  v: number;
  correlationId: string;
  causationId: string | null;
  actor: Actor;
  commandId: string;
  /** ISO instant, never earlier than that of the stream's last event. */
  recordedAt: string;
  accounts: string[];
  reason?: string | undefined;
}

/** On whose behalf a command runs. One command id stands for one decision on each stream it touches. */
export interface CommandContextLike<Actor> {
  readonly commandId: string;
  readonly correlationId: string;
  /** The event this follows from; null for what a person asked. */
  readonly causationId: string | null;
  readonly actor: Actor;
  /** Ids of the accounts the events concern. */
  readonly accounts: readonly string[];
  readonly reason?: string | undefined;
  /** The revision the person who asks has seen; what would change a stream that went on since is refused. */
  readonly seenRevision?: bigint | undefined;
}

/** The stream went on after the revision that the person who asks has seen (If-Match). */
export class StaleRevision extends Error {
  readonly stream: string;
  readonly seen: bigint;

  constructor(stream: string, seen: bigint) {
    super(`Stream ${stream} went on after revision ${seen}.`);
    this.name = 'StaleRevision';
    this.stream = stream;
    this.seen = seen;
  }
}

/** A stream as it was folded. */
export interface LoadedStream<State> {
  readonly state: State;
  readonly revision: ExpectedRevision;
  /** Position of the stream's last event; null for no stream. */
  readonly position: Position | null;
}

export interface Handled<State, Event extends { type: string; data: unknown }, Metadata>
  extends LoadedStream<State> {
  /** What the command appended, in this run or an earlier one; `[]` when it was already true. Fresh ones all carry the position of the last. */
  readonly events: readonly Envelope<Event, Metadata>[];
}

export interface CommandHandler<All extends { type: string; data: unknown }, Actor> {
  /**
   * Folds the stream, decides, appends at the revision that was read; on a conflict it does so again, 3 times
   * at most. A command whose events are in the stream already gets its first answer.
   * @throws what `decide` throws; StaleRevision, WrongExpectedRevision, StoreUnavailable, EventTooLarge, UnreadableEvent, InvalidEvent
   */
  handle<State, Command, Event extends All>(
    decider: DeciderLike<State, Command, Event>,
    stream: string,
    command: Command,
    context: CommandContextLike<Actor>,
  ): Promise<Handled<State, Event, CommandMetadata<Actor>>>;
  /** The state of a stream as it stands now, personal fields readable. */
  loadStream<State, Command, Event extends All>(
    decider: DeciderLike<State, Command, Event>,
    stream: string,
  ): Promise<LoadedStream<State>>;
}

const RETRIES = 3;
/** Namespace of event ids derived from commands. */
const EVENT_IDS = 'b3a1f0de-6c0f-5d43-9d0e-0f9f2c6f4a11';

/** The id of the `index`-th event that a command appends to a stream: the same in every run. */
export function eventIdOf(commandId: string, stream: string, index: number): string {
  return uuidv5(`${commandId}\n${stream}\n${index}`, EVENT_IDS);
}

/** @param clock our own; nothing reads the store's created time */
export function createCommandHandler<All extends { type: string; data: unknown }, Actor>(ports: {
  readonly store: EventStore;
  readonly codec: Codec<All, CommandMetadata<Actor>>;
  readonly clock: { now(): Date };
}): CommandHandler<All, Actor> {
  const { store, codec, clock } = ports;

  /** A decider sees its own stream only, so the events it finds there are those it knows. */
  async function readStream<Event extends All>(stream: string) {
    const recorded = await store.read(stream);
    const envelopes = await codec.decode(recorded, { personal: true });
    return { recorded, envelopes: envelopes as readonly Envelope<Event, CommandMetadata<Actor>>[] };
  }

  function fold<State, Command, Event extends All>(
    decider: DeciderLike<State, Command, Event>,
    envelopes: readonly { readonly event: Event }[],
    initial: State = decider.initialState,
  ): State {
    return envelopes.reduce((state, { event }) => decider.evolve(state, event), initial);
  }

  async function loadStream<State, Command, Event extends All>(
    decider: DeciderLike<State, Command, Event>,
    stream: string,
  ): Promise<LoadedStream<State>> {
    const { recorded, envelopes } = await readStream<Event>(stream);
    return { state: fold(decider, envelopes), ...endOf(recorded) };
  }

  async function attempt<State, Command, Event extends All>(
    decider: DeciderLike<State, Command, Event>,
    stream: string,
    command: Command,
    context: CommandContextLike<Actor>,
  ): Promise<Handled<State, Event, CommandMetadata<Actor>>> {
    const { recorded, envelopes } = await readStream<Event>(stream);
    const earlier = lastOfEarlierRun(recorded, stream, context.commandId);
    if (earlier !== null) {
      const upTo = envelopes.filter((envelope) => envelope.revision <= earlier.last.revision);
      return {
        state: fold(decider, upTo),
        events: upTo.filter((envelope) => earlier.ids.has(envelope.id)),
        position: earlier.last.position,
        revision: earlier.last.revision,
      };
    }
    const before = fold(decider, envelopes);
    const read = endOf(recorded);
    const decided = decider.decide(command, before);
    if (decided.length === 0) return { state: before, events: [], ...read };
    const { seenRevision } = context;
    if (seenRevision !== undefined && seenRevision !== read.revision) {
      throw new StaleRevision(stream, seenRevision);
    }

    const metadata: CommandMetadata<Actor> = {
      v: 1,
      correlationId: context.correlationId,
      causationId: context.causationId,
      actor: context.actor,
      commandId: context.commandId,
      recordedAt: notBefore(clock.now().toISOString(), envelopes.at(-1)?.metadata.recordedAt),
      accounts: [...context.accounts],
      ...(context.reason === undefined ? {} : { reason: context.reason }),
    };
    const ids = decided.map((_, index) => eventIdOf(context.commandId, stream, index));
    const toAppend = await codec.encode(decided, ids, metadata);
    const { lastRevision, position } = await store.append(stream, toAppend, read.revision);
    const first = lastRevision - BigInt(decided.length - 1);
    const events = decided.map((event, index) => {
      const { id, metadata: stored } = toAppend[index] as EventToAppend;
      const asStored = JSON.parse(stored) as CommandMetadata<Actor>;
      return { id, stream, revision: first + BigInt(index), position, event, metadata: asStored };
    });
    return { state: fold(decider, events, before), events, position, revision: lastRevision };
  }

  return {
    handle: async (decider, stream, command, context) => {
      for (let retry = 0; ; retry += 1) {
        try {
          return await attempt(decider, stream, command, context);
        } catch (error) {
          if (!(error instanceof WrongExpectedRevision) || retry === RETRIES) throw error;
        }
      }
    },
    loadStream,
  };
}

function endOf(recorded: readonly RecordedEvent[]): {
  revision: ExpectedRevision;
  position: Position | null;
} {
  const last = recorded.at(-1);
  return last === undefined
    ? { revision: 'no_stream', position: null }
    : { revision: last.revision, position: last.position };
}

/**
 * The events an earlier run of this command appended. Looked for here and not left to the store, because a
 * store may append known ids once more when the expected revision is the current one (EventStoreDB does).
 */
function lastOfEarlierRun(
  recorded: readonly RecordedEvent[],
  stream: string,
  commandId: string,
): { readonly last: RecordedEvent; readonly ids: ReadonlySet<string> } | null {
  const firstId = eventIdOf(commandId, stream, 0);
  const start = recorded.findIndex((event) => event.id === firstId);
  if (start === -1) return null;
  let index = 0;
  const ids = new Set<string>();
  while (recorded[start + index]?.id === eventIdOf(commandId, stream, index)) {
    ids.add(eventIdOf(commandId, stream, index));
    index += 1;
  }
  return { last: recorded[start + index - 1] as RecordedEvent, ids };
}

/** The later of two ISO instants. */
function notBefore(now: string, last: string | undefined): string {
  return last !== undefined && Date.parse(last) > Date.parse(now) ? last : now;
}
