import { v5 as uuidv5 } from 'uuid';
import type { Codec, Envelope } from './envelope.ts';
import { type FoldedStream, FoldedStreams } from './foldedStreams.ts';
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
   * at most. A command whose events are in the stream already gets its first answer. A stream that was folded shortly
   * before is decided on as it was left; only an append there, which proves that nothing came in between, counts.
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
  /** Forgets what it has folded: personal fields whose key was erased just now must not be read from memory. */
  forget(): void;
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

  const folded = new FoldedStreams(() => clock.now().getTime());

  /** A decider sees its own stream only, so the events it finds there are those it knows. @param from exclusive */
  async function readStream<Event extends All>(stream: string, from?: bigint) {
    const recorded = await store.read(stream, from === undefined ? {} : { from });
    const envelopes = recorded.length === 0 ? [] : await codec.decode(recorded, { personal: true });
    return { recorded, envelopes: envelopes as readonly Envelope<Event, CommandMetadata<Actor>>[] };
  }

  function fold<State, Command, Event extends All>(
    decider: DeciderLike<State, Command, Event>,
    envelopes: readonly { readonly event: Event }[],
    initial: State = decider.initialState,
  ): State {
    return envelopes.reduce((state, { event }) => decider.evolve(state, event), initial);
  }

  /** The stream as it stands now; undefined for none. What was folded before is not read again. */
  async function current<State, Command, Event extends All>(
    decider: DeciderLike<State, Command, Event>,
    stream: string,
  ): Promise<FoldedStream<State> | undefined> {
    const { evolve } = decider;
    const kept = folded.get<State>(stream, evolve);
    const began = kept ?? folded.begin();
    const { recorded, envelopes } = await readStream<Event>(stream, kept?.revision);
    const last = recorded.at(-1);
    if (last === undefined) return kept;
    const now: FoldedStream<State> = {
      state: fold(decider, envelopes, kept?.state),
      revision: last.revision,
      position: last.position,
      recordedAt: envelopes.at(-1)?.metadata.recordedAt ?? kept?.recordedAt ?? '',
      eventIds: new Set([...(kept?.eventIds ?? []), ...recorded.map(({ id }) => id)]),
      decodedAt: began.decodedAt,
      forgets: began.forgets,
      size: (kept?.size ?? 0) + sizeOf(recorded),
    };
    folded.keep(stream, evolve, now);
    return now;
  }

  async function loadStream<State, Command, Event extends All>(
    decider: DeciderLike<State, Command, Event>,
    stream: string,
  ): Promise<LoadedStream<State>> {
    return endOf(decider, await current(decider, stream));
  }

  /** What this command appended in an earlier run, and the state right after it. */
  async function earlierRun<State, Command, Event extends All>(
    decider: DeciderLike<State, Command, Event>,
    stream: string,
    commandId: string,
  ): Promise<Handled<State, Event, CommandMetadata<Actor>> | null> {
    const { recorded, envelopes } = await readStream<Event>(stream);
    const earlier = lastOfEarlierRun(recorded, stream, commandId);
    if (earlier === null) return null;
    const upTo = envelopes.filter((envelope) => envelope.revision <= earlier.last.revision);
    return {
      state: fold(decider, upTo),
      events: upTo.filter((envelope) => earlier.ids.has(envelope.id)),
      position: earlier.last.position,
      revision: earlier.last.revision,
    };
  }

  /** Decides on the stream as it stands now. */
  async function attempt<State, Command, Event extends All>(
    decider: DeciderLike<State, Command, Event>,
    stream: string,
    command: Command,
    context: CommandContextLike<Actor>,
  ): Promise<Handled<State, Event, CommandMetadata<Actor>>> {
    const now = await current(decider, stream);
    if (ranBefore(now, stream, context.commandId)) {
      const earlier = await earlierRun<State, Command, Event>(decider, stream, context.commandId);
      if (earlier !== null) return earlier;
    }
    const read = endOf(decider, now);
    const decided = decider.decide(command, read.state);
    if (decided.length === 0) return { events: [], ...read };
    const { seenRevision } = context;
    if (seenRevision !== undefined && seenRevision !== read.revision) {
      throw new StaleRevision(stream, seenRevision);
    }
    return append(decider, stream, decided, now, context);
  }

  /**
   * Decides on the stream as it was left, without reading it.
   * @returns undefined where that proves nothing: nothing is known or to be appended, or something came in between
   */
  async function attemptAsLeft<State, Command, Event extends All>(
    decider: DeciderLike<State, Command, Event>,
    stream: string,
    command: Command,
    context: CommandContextLike<Actor>,
  ): Promise<Handled<State, Event, CommandMetadata<Actor>> | undefined> {
    const left = folded.get<State>(stream, decider.evolve);
    if (left === undefined || ranBefore(left, stream, context.commandId)) return undefined;
    if (context.seenRevision !== undefined && context.seenRevision !== left.revision) return undefined;
    let decided: readonly Event[];
    try {
      decided = decider.decide(command, left.state);
    } catch {
      return undefined;
    }
    if (decided.length === 0) return undefined;
    try {
      return await append(decider, stream, decided, left, context);
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision)) throw error;
      return undefined;
    }
  }

  async function append<State, Command, Event extends All>(
    decider: DeciderLike<State, Command, Event>,
    stream: string,
    decided: readonly Event[],
    before: FoldedStream<State> | undefined,
    context: CommandContextLike<Actor>,
  ): Promise<Handled<State, Event, CommandMetadata<Actor>>> {
    const began = before ?? folded.begin();
    const metadata: CommandMetadata<Actor> = {
      v: 1,
      correlationId: context.correlationId,
      causationId: context.causationId,
      actor: context.actor,
      commandId: context.commandId,
      recordedAt: notBefore(clock.now().toISOString(), before?.recordedAt),
      accounts: [...context.accounts],
      ...(context.reason === undefined ? {} : { reason: context.reason }),
    };
    const ids = decided.map((_, index) => eventIdOf(context.commandId, stream, index));
    const toAppend = await codec.encode(decided, ids, metadata);
    const { lastRevision, position, known } = await store.append(
      stream,
      toAppend,
      before?.revision ?? 'no_stream',
    );
    const first = lastRevision - BigInt(decided.length - 1);
    // it ran elsewhere, maybe on a state and with a result that are not those of here
    if (known || first !== (before?.revision ?? -1n) + 1n) {
      const earlier = await earlierRun<State, Command, Event>(decider, stream, context.commandId);
      if (earlier !== null) return earlier;
      throw new WrongExpectedRevision(stream, before?.revision ?? 'no_stream', lastRevision);
    }
    const events = decided.map((event, index) => {
      const { id, metadata: stored } = toAppend[index] as EventToAppend;
      const asStored = JSON.parse(stored) as CommandMetadata<Actor>;
      return { id, stream, revision: first + BigInt(index), position, event, metadata: asStored };
    });
    const state = fold(decider, events.map(asRead), before?.state);
    folded.keep(stream, decider.evolve, {
      state,
      revision: lastRevision,
      position,
      recordedAt: metadata.recordedAt,
      eventIds: new Set([...(before?.eventIds ?? []), ...ids]),
      decodedAt: began.decodedAt,
      forgets: began.forgets,
      size: (before?.size ?? 0) + sizeOf(toAppend),
    });
    return { state, events, position, revision: lastRevision };
  }

  return {
    handle: async (decider, stream, command, context) => {
      const done = await attemptAsLeft(decider, stream, command, context);
      if (done !== undefined) return done;
      for (let retry = 0; ; retry += 1) {
        try {
          return await attempt(decider, stream, command, context);
        } catch (error) {
          if (!(error instanceof WrongExpectedRevision) || retry === RETRIES) throw error;
        }
      }
    },
    loadStream,
    forget: () => folded.clear(),
  };
}

function endOf<State>(
  decider: { readonly initialState: State },
  stream: FoldedStream<State> | undefined,
): LoadedStream<State> {
  return stream === undefined
    ? { state: decider.initialState, revision: 'no_stream', position: null }
    : { state: stream.state, revision: stream.revision, position: stream.position };
}

function ranBefore(stream: FoldedStream | undefined, name: string, commandId: string): boolean {
  return stream?.eventIds.has(eventIdOf(commandId, name, 0)) ?? false;
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

/** Characters of their data, of which a state is made. */
const sizeOf = (events: readonly EventToAppend[]) => events.reduce((sum, { data }) => sum + data.length, 0);

/** An event as it comes back from the store: what JSON leaves out must not stand in a state that is kept. */
function asRead<Event extends { readonly data: unknown }>({
  event,
}: {
  readonly event: Event;
}): {
  readonly event: Event;
} {
  return { event: { ...event, data: JSON.parse(JSON.stringify(event.data)) as unknown } };
}

/** The later of two ISO instants. */
function notBefore(now: string, last: string | undefined): string {
  return last !== undefined && Date.parse(last) > Date.parse(now) ? last : now;
}
