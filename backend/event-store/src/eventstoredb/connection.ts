/**
 * With appendCall.ts, heartbeat.ts and discovery.ts the only module that calls `@eventstore/db-client` (6.2): for discovery,
 * TLS, credentials and reconnection. It sends the generated messages itself, because the client's own calls change bytes
 * and can hang:
 * - `jsonEvent` serialises again, and every read parses metadata that looks like JSON;
 * - `appendToStream` never settles when serialising throws (a bigint) or its shared batch stream ends;
 * - an unfinished read keeps its gRPC stream until it is cancelled, and `readAll` has no deadline.
 * Events are stored as `application/json` with the caller's bytes, so that EventStoreDB's tools show them.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { EventStoreDBClient } from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { UsersClient } from '@eventstore/db-client/generated/users_grpc_pb.js';
import users from '@eventstore/db-client/generated/users_pb.js';
import type { CallOptions, Metadata } from '@grpc/grpc-js';
import { type EventToAppend, type ExpectedRevision, type RecordedEvent, StoreUnavailable } from '../port.ts';
import { type AppendAnswer, AppendCall, identifier } from './appendCall.ts';
import { clientOf, closeClient } from './connectionString.ts';
import { discover } from './discovery.ts';
import { failure, isPassing, refusalOf, within } from './failures.ts';
import { Heartbeat } from './heartbeat.ts';
import { type LogPosition, toPosition } from './logPosition.ts';

export interface ReadRequest {
  /** Null reads the whole log. */
  readonly stream: string | null;
  /** Inclusive for reads, exclusive for subscriptions, as in EventStoreDB. */
  readonly from: 'start' | 'end' | bigint | LogPosition;
  readonly direction: 'forward' | 'backward';
  /** Limit, the server's own events included. */
  readonly count: bigint;
}

/** A login of the server. */
export interface Account {
  readonly login: string;
  readonly fullName: string;
  /** `$admins` may do everything, `$ops` runs the server. */
  readonly groups: readonly string[];
}

export type Connection = ReturnType<typeof connect>;

/** Before an append is sent again; doubled each time up to the longest. */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 500;

/** Limit for finding a node to read from, so that a request that reads several times is still answered in time without a leader. */
const FOUND_WITHIN_MS = 5_000;

/** Limit for closing, so that a process can end in time. */
const CLOSING_MS = 2_000;

/** A revision that no stream has. */
export const NEVER = 2n ** 62n;

/** Servers older than 22.10 send this instead of a position in stream reads. */
const NO_POSITION = 2n ** 64n - 1n;

/**
 * @param silentMs see {@link Heartbeat}
 * @param onDeath see {@link Heartbeat}
 * @throws Error of {@link clientOf}
 */
export function connect(connectionString: string, silentMs: number, onDeath = () => {}) {
  const client = clientOf(connectionString);
  catchFailedDiscovery.call(client);
  discover.call(client, connectionString);
  const heartbeat = new Heartbeat(client, silentMs, onDeath);
  const appends = new AppendCall(client, heartbeat);
  let state: 'unused' | 'used' | 'closed' = 'unused';
  const use = () => {
    if (state === 'closed') throw new StoreUnavailable('The event store has been closed.');
    state = 'used';
    return client;
  };
  const setAccount = async (change: AccountChange, timeoutMs: number) => {
    try {
      await within(timeoutMs, changeAccount.call(use(), change, timeoutMs));
    } catch (error) {
      throw failure("EventStoreDB's logins could not be changed", error);
    }
  };
  return {
    async append(
      stream: string,
      events: readonly EventToAppend[],
      expected: ExpectedRevision,
      timeoutMs: number,
    ): Promise<AppendAnswer> {
      const until = performance.now() + timeoutMs;
      for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
        use();
        const leftMs = Math.ceil(until - performance.now());
        try {
          return await appends.send(stream, events, expected, leftMs);
        } catch (error) {
          if (!isPassing(error) || performance.now() + pauseMs >= until) {
            throw failure(`It is unknown whether the append to ${stream} took place`, error);
          }
        }
        // the same ids: a server that has them answers as to the first
        await pause(pauseMs);
      }
    },
    /** Fails as unavailable if it has not ended within `timeoutMs`. An unknown stream is empty. */
    async read(request: ReadRequest, timeoutMs: number): Promise<OpenRead> {
      const connected = use();
      const deadline = new Date(Date.now() + timeoutMs);
      try {
        const opening = open.call(connected, readMessage(request), deadline);
        const call = await within(Math.min(timeoutMs, FOUND_WITHIN_MS), opening, (late) => late.cancel());
        return new OpenRead(call, heartbeat, null);
      } catch (error) {
        throw failure('The event store could not be read', error);
      }
    },
    /** The log after `from` (exclusive), without end; the server must confirm it within `timeoutMs`. */
    async subscribe(from: LogPosition | null, timeoutMs: number): Promise<OpenRead> {
      const connected = use();
      const request = readMessage({ stream: null, from: from ?? 'start', direction: 'forward', count: 0n });
      request.getOptions()?.setSubscription(new streams.ReadReq.Options.SubscriptionOptions());
      try {
        const call = await within(
          timeoutMs,
          open.call(connected, request, Number.POSITIVE_INFINITY),
          (late) => late.cancel(),
        );
        return new OpenRead(call, heartbeat, timeoutMs);
      } catch (error) {
        throw failure('The event store could not be subscribed to', error);
      }
    },
    /** Whether the login may delete streams like this one: asks to delete it at {@link NEVER}, which is always refused. */
    async mayDelete(stream: string, timeoutMs: number): Promise<boolean> {
      const options = new streams.DeleteReq.Options().setStreamIdentifier(identifier(stream));
      const request = new streams.DeleteReq().setOptions(options.setRevision(String(NEVER)));
      try {
        await within(timeoutMs, deleteStream.call(use(), request, timeoutMs));
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal === 'access-denied') return false;
        if (refusal !== 'wrong-expected-version')
          throw failure('It is unknown whether the login may delete streams', error);
      }
      return true;
    },
    /** All logins, or the one of this name. A server without logins does not answer. */
    async accounts(login: string | null, timeoutMs: number): Promise<readonly Account[]> {
      const options = new users.DetailsReq.Options().setLoginName(login ?? '');
      try {
        return await details.call(use(), new users.DetailsReq().setOptions(options), timeoutMs);
      } catch (error) {
        throw failure("EventStoreDB's logins could not be read", error);
      }
    },
    createAccount(account: Account, password: string, timeoutMs: number): Promise<void> {
      const options = new users.CreateReq.Options().setPassword(password);
      const request = new users.CreateReq().setOptions(describe(options, account));
      return setAccount((client, ...rest) => client.create(request, ...rest), timeoutMs);
    },
    /** Sets name and groups. */
    updateAccount(account: Account, timeoutMs: number): Promise<void> {
      const request = new users.UpdateReq().setOptions(describe(new users.UpdateReq.Options(), account));
      return setAccount((client, ...rest) => client.update(request, ...rest), timeoutMs);
    },
    setPassword(login: string, password: string, timeoutMs: number): Promise<void> {
      const options = new users.ResetPasswordReq.Options().setLoginName(login).setNewPassword(password);
      const request = new users.ResetPasswordReq().setOptions(options);
      return setAccount((client, ...rest) => client.resetPassword(request, ...rest), timeoutMs);
    },
    /** Finds out now whether the connection is dead, if it was used; else only calls that wait find out. */
    check(): void {
      if (state === 'used') void heartbeat.check();
    },
    async close(): Promise<void> {
      const wasUsed = state === 'used';
      state = 'closed';
      heartbeat.stop();
      if (wasUsed) await within(CLOSING_MS, closeClient.call(client)).catch(() => undefined);
    },
  };
}

type ReadCall = ReturnType<StreamsClient['read']>;

// functions with a typed `this`, because the client's members they need are protected

/** The client awaits the next channel in `handleError` and nobody awaits that: a failed discovery would end the process. */
function catchFailedDiscovery(this: EventStoreDBClient): void {
  const handle = this.handleError;
  this.handleError = (client, error) => handle(client, error).catch(() => undefined);
}

async function open(
  this: EventStoreDBClient,
  request: streams.ReadReq,
  deadline: Date | number,
): Promise<ReadCall> {
  const create = this.GRPCStreamCreator(StreamsClient, 'read', (client) =>
    client.read(request, ...this.callArguments({ requiresLeader: true }, { deadline })),
  );
  return await create();
}

type Done = (error: Error | null) => void;

/** A call whose answer is not needed. */
const answered = (call: (done: Done) => unknown) =>
  new Promise<void>((resolve, reject) => {
    call((error) => (error ? reject(error) : resolve()));
  });

function deleteStream(this: EventStoreDBClient, request: streams.DeleteReq, deadline: number): Promise<void> {
  return this.execute(StreamsClient, 'delete', (client) =>
    answered((done) =>
      client.delete(request, ...this.callArguments({ requiresLeader: true, deadline }), done),
    ),
  );
}

type AccountChange = (client: UsersClient, metadata: Metadata, options: CallOptions, done: Done) => unknown;

function changeAccount(this: EventStoreDBClient, change: AccountChange, deadline: number): Promise<void> {
  return this.execute(UsersClient, 'change', (client) =>
    answered((done) => change(client, ...this.callArguments({ requiresLeader: true, deadline }), done)),
  );
}

async function details(
  this: EventStoreDBClient,
  request: users.DetailsReq,
  timeoutMs: number,
): Promise<readonly Account[]> {
  const open = this.GRPCStreamCreator(UsersClient, 'details', (client) =>
    client.details(request, ...this.callArguments({ requiresLeader: true, deadline: timeoutMs })),
  );
  const found: Account[] = [];
  const answers: AsyncIterable<users.DetailsResp> = await within(timeoutMs, open(), (late) => late.cancel());
  for await (const answer of answers) {
    const account = answer.getUserDetails();
    if (account === undefined) continue;
    found.push({
      login: account.getLoginName(),
      fullName: account.getFullName(),
      groups: account.getGroupsList(),
    });
  }
  return found;
}

const describe = <Options extends users.CreateReq.Options | users.UpdateReq.Options>(
  options: Options,
  { login, fullName, groups }: Account,
): Options => {
  options
    .setLoginName(login)
    .setFullName(fullName)
    .setGroupsList([...groups]);
  return options;
};

/** A running read. It must be cancelled if not read to its end: a server allows about 100 at once. */
export class OpenRead implements AsyncIterable<RecordedEvent> {
  readonly #call: ReadCall;
  #cancelled = false;
  #unconfirmed: NodeJS.Timeout | undefined;
  /** Whether the server has answered that it knows no such stream, as it does of a deleted one. */
  isUnknown = false;
  #brokenOff: StoreUnavailable | undefined;
  readonly #heartbeat: Heartbeat;
  readonly #unwatch: () => void;

  /** @param confirmWithinMs for subscriptions: time limit for the server's confirmation */
  constructor(call: ReadCall, heartbeat: Heartbeat, confirmWithinMs: number | null) {
    this.#call = call;
    // a call that fails while it is not iterated must not end the process; iterating reports it
    call.on('error', () => undefined);
    const breakOff = (error: StoreUnavailable) => {
      this.#brokenOff = error;
      call.cancel();
    };
    this.#heartbeat = heartbeat;
    this.#unwatch = heartbeat.watch(breakOff);
    if (confirmWithinMs !== null) {
      const late = () =>
        breakOff(new StoreUnavailable('The event store did not confirm a subscription in time.'));
      this.#unconfirmed = setTimeout(late, confirmWithinMs);
    }
  }

  cancel(): void {
    this.#cancelled = true;
    this.#unwatch();
    clearTimeout(this.#unconfirmed);
    this.#call.cancel();
    // cancelling a complete but unread call has no effect; the client would wait for its end when disposed
    this.#call.destroy();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<RecordedEvent, void, void> {
    let ended = false;
    try {
      for await (const message of this.#messages()) {
        this.#heartbeat.noteAnswer();
        clearTimeout(this.#unconfirmed);
        const record = message.getEvent()?.getEvent();
        if (record !== undefined) yield recorded(record);
        else if (message.hasStreamNotFound()) this.isUnknown = true;
      }
      ended = true;
    } catch (error) {
      if (this.#cancelled) return;
      throw failure('Reading the event store broke off', this.#brokenOff ?? error);
    } finally {
      this.#unwatch();
      clearTimeout(this.#unconfirmed);
      if (!ended) this.cancel();
    }
  }

  /** Does not destroy the call when iteration stops, so that it can be cancelled. */
  #messages(): AsyncIterable<streams.ReadResp> {
    return this.#call.iterator({ destroyOnReturn: false });
  }
}

function recorded(record: streams.ReadResp.ReadEvent.RecordedEvent): RecordedEvent {
  const stream = text(record.getStreamIdentifier()?.getStreamName_asU8());
  const place = { commit: BigInt(record.getCommitPosition()), prepare: BigInt(record.getPreparePosition()) };
  if (place.commit === NO_POSITION) {
    throw new StoreUnavailable(
      `EventStoreDB gave no position for ${stream}: version 22.10 or later is needed.`,
    );
  }
  return {
    id: record.getId()?.getString() ?? '',
    type: record.getMetadataMap().get('type') ?? '',
    data: text(record.getData_asU8()),
    metadata: text(record.getCustomMetadata_asU8()),
    stream,
    revision: BigInt(record.getStreamRevision()),
    position: toPosition(place),
  };
}

const text = (bytes: Uint8Array | undefined): string =>
  bytes === undefined ? '' : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');

function readMessage({ stream, from, direction, count }: ReadRequest): streams.ReadReq {
  const options = new streams.ReadReq.Options()
    .setReadDirection(direction === 'forward' ? 0 : 1)
    .setResolveLinks(false)
    .setCount(String(count))
    .setUuidOption(new streams.ReadReq.Options.UUIDOption().setString(new shared.Empty()))
    .setNoFilter(new shared.Empty());
  const place =
    stream === null
      ? new streams.ReadReq.Options.AllOptions()
      : new streams.ReadReq.Options.StreamOptions().setStreamIdentifier(identifier(stream));
  if (from === 'start') place.setStart(new shared.Empty());
  else if (from === 'end') place.setEnd(new shared.Empty());
  else if (typeof from === 'bigint') {
    if (place instanceof streams.ReadReq.Options.StreamOptions) place.setRevision(String(from));
  } else if (place instanceof streams.ReadReq.Options.AllOptions) {
    place.setPosition(
      new streams.ReadReq.Options.Position()
        .setCommitPosition(String(from.commit))
        .setPreparePosition(String(from.prepare)),
    );
  }
  if (place instanceof streams.ReadReq.Options.AllOptions) options.setAll(place);
  else options.setStream(place);
  return new streams.ReadReq().setOptions(options);
}
