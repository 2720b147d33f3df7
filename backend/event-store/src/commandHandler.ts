import { setTimeout as pause } from 'node:timers/promises';
import { v5 as uuidv5 } from 'uuid';
import type { Codec, Envelope } from './envelope.ts';
import { EventIds, type FoldedStream, FoldedStreams, sizeAfter } from './foldedStreams.ts';
import {
  DamagedStream,
  type EventStore,
  type EventToAppend,
  type ExpectedRevision,
  type Position,
  type RecordedEvent,
  WrongExpectedRevision,
} from './port.ts';

/** A pure decider, as domain's `Decider`. */
export interface DeciderLike<State, Command, Event> {
  readonly initialState: State;
  evolve(state: State, event: Event): State;
  decide(command: Command, state: State): readonly Event[];
}

/** Metadata of each event, as domain's `EventMetadata`. */
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
  approvedBy?: string | undefined;
}

/** The context of a command. One command id means one decision per stream. */
export interface CommandContextLike<Actor> {
  readonly commandId: string;
  readonly correlationId: string;
  /** The event that caused it; null for a user's request. */
  readonly causationId: string | null;
  readonly actor: Actor;
  /** Ids of the accounts the events concern. */
  readonly accounts: readonly string[];
  readonly reason?: string | undefined;
  /** The second member of staff who approved it. */
  readonly approvedBy?: string | undefined;
  /** The revision the user has seen; a change of a newer stream is refused. */
  readonly seenRevision?: bigint | undefined;
  /** The stream is expected to have no events: it is read only if the append proves otherwise. */
  readonly expectsNew?: boolean | undefined;
  /** When its calls of the store must have ended, as for {@link EventStore.append}. */
  readonly until?: number | undefined;
}

/** The stream has changed since the revision the user has seen (If-Match). */
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
  /** The appended events, of this run or an earlier one; `[]` if the command was already true. New ones all have the last one's position. */
  readonly events: readonly Envelope<Event, Metadata>[];
}

const RETRIES = 3;
/** Longest wait for the command before on the same stream: an event store that does not answer must not add up. */
const TURN_MS = 5_000;
/** Namespace of event ids derived from commands. */
const EVENT_IDS = 'b3a1f0de-6c0f-5d43-9d0e-0f9f2c6f4a11';

/** The id of the `index`-th event that a command appends to a stream: the same in every run. */
export function eventIdOf(commandId: string, stream: string, index: number): string {
  return uuidv5(`${commandId}\n${stream}\n${index}`, EVENT_IDS);
}

/** @param ports.clock the portal's; the store's created time is not used */
export function createCommandHandler<All extends { type: string; data: unknown }, Actor>(ports: {
  readonly store: Pick<EventStore, 'append' | 'read'>;
  readonly codec: Codec<All, CommandMetadata<Actor>>;
  readonly clock: { now(): Date };
}) {
  const { store, codec, clock } = ports;
  const folded = new FoldedStreams();
  /** The last command on each stream that has not ended. */
  const running = new Map<string, Promise<unknown>>();

  /**
   * Runs commands on a stream one after the other: of several at once all but one would decide and append in vain. One that
   * waited {@link TURN_MS} goes on beside the one before it.
   */
  async function inTurn<Result>(stream: string, work: () => Promise<Result>): Promise<Result> {
    const before = running.get(stream)?.catch(() => undefined);
    const now =
      before === undefined
        ? work()
        : Promise.race([before, pause(TURN_MS, undefined, { ref: false })]).then(work);
    running.set(stream, now);
    try {
      return await now;
    } finally {
      if (running.get(stream) === now) running.delete(stream);
    }
  }

  /** The operations on one stream with its decider, which reads events of its own stream only. */
  function operationsOn<State, Command, Event extends All>(
    decider: DeciderLike<State, Command, Event>,
    stream: string,
  ) {
    type Result = Handled<State, Event, CommandMetadata<Actor>>;
    type Context = CommandContextLike<Actor>;

    async function decode(recorded: readonly RecordedEvent[], personal: true | 'sealed') {
      const envelopes = await codec.decode(recorded, { personal });
      return envelopes as readonly Envelope<Event, CommandMetadata<Actor>>[];
    }

    const fold = (envelopes: readonly { readonly event: Event }[], initial = decider.initialState): State =>
      envelopes.reduce((state, { event }) => decider.evolve(state, event), initial);

    /** The current stream, read from its kept revision on; undefined for none. */
    async function current(until?: number): Promise<FoldedStream<State> | undefined> {
      const kept = folded.get<State>(stream, decider.evolve);
      return foldOn(kept, await store.read(stream, { from: kept?.revision, until }));
    }

    /** Folds the events that follow, and keeps the result. @returns `before` if there are none */
    async function foldOn<Before extends FoldedStream<State> | undefined>(
      before: Before,
      recorded: readonly RecordedEvent[],
    ): Promise<FoldedStream<State> | Before> {
      const last = recorded.at(-1);
      if (last === undefined) return before;
      const envelopes = await decode(recorded, 'sealed');
      const state = fold(envelopes, before?.state);
      const now: FoldedStream<State> = {
        state,
        revision: last.revision,
        position: last.position,
        recordedAt: envelopes.at(-1)?.metadata.recordedAt ?? before?.recordedAt ?? '',
        eventIds: (before?.eventIds ?? new EventIds()).add(recorded),
        size: sizeAfter(before?.size, charactersOf(recorded), state),
      };
      folded.keep(stream, decider.evolve, now);
      return now;
    }

    /** The stream with its personal fields decrypted, for a decision or an answer; never kept. */
    async function opened(now: FoldedStream<State> | undefined): Promise<LoadedStream<State>> {
      if (now === undefined) return { state: decider.initialState, revision: 'no_stream', position: null };
      return { state: await codec.open(now.state), revision: now.revision, position: now.position };
    }

    /** The events this command appended in an earlier run, and the state right after them. */
    async function earlierRun({ commandId, until }: Context): Promise<Result | null> {
      const recorded = await store.read(stream, { until });
      const earlier = lastOfEarlierRun(recorded, stream, commandId);
      if (earlier === null) return null;
      const envelopes = await decode(recorded, true);
      const upTo = envelopes.filter((envelope) => envelope.revision <= earlier.last.revision);
      return {
        state: fold(upTo),
        events: upTo.filter((envelope) => earlier.ids.has(envelope.id)),
        position: earlier.last.position,
        revision: earlier.last.revision,
      };
    }

    /** @param read `before` with its personal fields decrypted */
    async function append(
      decided: readonly Event[],
      before: FoldedStream<State> | undefined,
      read: LoadedStream<State>,
      context: Context,
    ): Promise<Result> {
      const metadata: CommandMetadata<Actor> = {
        v: 1,
        correlationId: context.correlationId,
        causationId: context.causationId,
        actor: context.actor,
        commandId: context.commandId,
        recordedAt: notBefore(clock.now().toISOString(), before?.recordedAt),
        accounts: [...context.accounts],
        reason: context.reason,
        approvedBy: context.approvedBy,
      };
      const ids = decided.map((_, index) => eventIdOf(context.commandId, stream, index));
      const toAppend = await codec.encode(decided, ids, metadata);
      const expected = before?.revision ?? 'no_stream';
      const { lastRevision, position, known } = await store.append(stream, toAppend, expected, context.until);
      const first = lastRevision - BigInt(decided.length - 1);
      // it ran elsewhere, perhaps on another state and with another result
      if (known || first !== (before?.revision ?? -1n) + 1n) {
        const earlier = await earlierRun(context);
        if (earlier !== null) return earlier;
        throw new WrongExpectedRevision(stream, expected, lastRevision);
      }
      const recorded = toAppend.map((event, index) => ({
        ...event,
        stream,
        revision: first + BigInt(index),
        position,
      }));
      const events = recorded.map(({ id, revision, metadata: stored }, index) => {
        const asStored = JSON.parse(stored) as CommandMetadata<Actor>;
        return { id, stream, revision, position, event: decided[index] as Event, metadata: asStored };
      });
      await foldOn(before, recorded);
      return { state: fold(events, read.state), revision: lastRevision, position, events };
    }

    /** Decides on the current stream. */
    async function attempt(command: Command, context: Context): Promise<Result> {
      const now = await current(context.until);
      if (ranBefore(now, stream, context.commandId)) {
        const earlier = await earlierRun(context);
        if (earlier !== null) return earlier;
      }
      const read = await opened(now);
      const decided = decider.decide(command, read.state);
      if (decided.length === 0) return { events: [], ...read };
      const { seenRevision } = context;
      if (seenRevision !== undefined && seenRevision !== read.revision) {
        throw new StaleRevision(stream, seenRevision);
      }
      return append(decided, now, read, context);
    }

    /**
     * Decides on the kept state, or on none for a new stream, without reading.
     * @returns undefined if that proves nothing: no kept state, nothing to append, or a concurrent append
     */
    async function attemptOnKept(command: Command, context: Context): Promise<Result | undefined> {
      const kept = folded.get<State>(stream, decider.evolve);
      if (kept === undefined && context.expectsNew !== true) return undefined;
      if (ranBefore(kept, stream, context.commandId)) return undefined;
      if (context.seenRevision !== undefined && context.seenRevision !== kept?.revision) return undefined;
      const read = await opened(kept);
      let decided: readonly Event[];
      try {
        decided = decider.decide(command, read.state);
      } catch {
        return undefined;
      }
      if (decided.length === 0) return undefined;
      try {
        return await append(decided, kept, read, context);
      } catch (error) {
        if (!(error instanceof WrongExpectedRevision)) throw error;
        return undefined;
      }
    }

    return {
      handle: async (command: Command, context: Context): Promise<Result> => {
        const done = await attemptOnKept(command, context);
        if (done !== undefined) return done;
        for (let retry = 0; ; retry += 1) {
          try {
            return await attempt(command, context);
          } catch (error) {
            if (!(error instanceof WrongExpectedRevision) || retry === RETRIES) throw error;
          }
        }
      },
      load: async () => opened(await current()),
      before: async (revision: bigint): Promise<State> => {
        const to = revision - 1n;
        const recorded = to < 0n ? [] : await store.read(stream, { to });
        if (to >= 0n && recorded.at(-1)?.revision !== to)
          throw new DamagedStream(stream, `lacks revision ${to}`);
        return fold(await decode(recorded, true));
      },
    };
  }

  return {
    /**
     * Folds the stream, decides, appends at the revision that was read; repeats that after a conflict, 3 times at most. A
     * command whose events are in the stream already returns its first result. A kept state is used without
     * reading; that counts only if the append succeeds, which proves that nothing came in between.
     * @throws errors of `decide`; StaleRevision, WrongExpectedRevision, DamagedStream, StoreUnavailable, EventTooLarge, UnreadableEvent, InvalidEvent
     */
    handle: <State, Command, Event extends All>(
      decider: DeciderLike<State, Command, Event>,
      stream: string,
      command: Command,
      context: CommandContextLike<Actor>,
    ) => inTurn(stream, () => operationsOn(decider, stream).handle(command, context)),
    /** The current state of a stream, personal fields readable. */
    loadStream: <State, Command, Event extends All>(
      decider: DeciderLike<State, Command, Event>,
      stream: string,
    ) => operationsOn(decider, stream).load(),
    /** The state of a stream before its event `revision`, personal fields readable. For a reader that follows the log. */
    stateBefore: <State, Command, Event extends All>(
      decider: DeciderLike<State, Command, Event>,
      stream: string,
      revision: bigint,
    ) => operationsOn(decider, stream).before(revision),
  };
}

function ranBefore(stream: FoldedStream | undefined, name: string, commandId: string): boolean {
  return stream?.eventIds.mayHave(eventIdOf(commandId, name, 0)) ?? false;
}

/**
 * The events an earlier run of this command appended. Not left to the store, because EventStoreDB appends known ids again
 * at the current revision.
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

const charactersOf = (events: readonly EventToAppend[]) =>
  events.reduce((sum, { data }) => sum + data.length, 0);

/** The later of two ISO instants. */
function notBefore(now: string, last: string | undefined): string {
  return last !== undefined && Date.parse(last) > Date.parse(now) ? last : now;
}
