import { randomUUID } from 'node:crypto';
import type { EventStoreDBClient } from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { DamagedStream, type EventToAppend, type ExpectedRevision } from '../port.ts';
import { AppendFailed, UNAVAILABLE, within } from './failures.ts';
import type { Heartbeat } from './heartbeat.ts';
import type { LogPosition } from './logPosition.ts';

export type AppendAnswer =
  /** `position` is null if the server sent none, as for an append it had stored before. */
  | { readonly kind: 'appended'; readonly revision: bigint; readonly position: LogPosition | null }
  | { readonly kind: 'wrong-revision'; readonly actual: ExpectedRevision }
  | { readonly kind: 'too-large' };

type Call = ReturnType<StreamsClient['batchAppend']>;
/** Who waits for an answer, by the id of the append. */
type Waiting = Map<
  string,
  { readonly answer: (answer: streams.BatchAppendResp) => void; readonly fail: (error: Error) => void }
>;

const ENDED = 'EventStoreDB ended the call of appends';

/** Most bytes of events in a message, far below what a server takes. */
const MESSAGE_BYTES = 1_000_000;

/** The appends of a connection: one call carries them all, since a call for each costs the process twice as much. */
export class AppendCall {
  readonly #client: EventStoreDBClient;
  readonly #heartbeat: Heartbeat;
  readonly #calls = new WeakMap<StreamsClient, Call | Promise<Call>>();
  readonly #waiting = new WeakMap<Call, Waiting>();

  constructor(client: EventStoreDBClient, heartbeat: Heartbeat) {
    this.#client = client;
    this.#heartbeat = heartbeat;
  }

  /** @throws AppendFailed, DamagedStream, an error of gRPC, or StoreUnavailable after `timeoutMs` or if the connection is dead */
  async send(
    stream: string,
    events: readonly EventToAppend[],
    expected: ExpectedRevision,
    timeoutMs: number,
  ): Promise<AppendAnswer> {
    const until = performance.now() + timeoutMs;
    const opening = open.call(this.#client, this.#calls, (opened) => this.#listen(opened));
    const call = await within(timeoutMs, opening);
    if (call.destroyed) throw unavailable(ENDED);
    const id = randomUUID();
    const waiting = this.#waiting.get(call);
    let unwatch = () => {};
    const answered = new Promise<streams.BatchAppendResp>((answer, fail) => {
      waiting?.set(id, { answer, fail });
      unwatch = this.#heartbeat.watch((error) => {
        fail(error);
        call.cancel();
      });
      for (const message of messagesOf(id, stream, events, expected)) call.write(message);
    });
    try {
      return read(await within(Math.ceil(until - performance.now()), answered), stream);
    } finally {
      waiting?.delete(id);
      unwatch();
    }
  }

  #listen(call: Call): void {
    const waiting: Waiting = new Map();
    call.on('data', (answer: streams.BatchAppendResp) => {
      this.#heartbeat.noteAnswer();
      // a node that is not ready says so in an answer here; all other calls it ends as unavailable
      const message = answer.getError()?.getMessage() ?? '';
      if (/^Server Is (Not Ready|Busy)/.test(message)) return void call.destroy(unavailable(message));
      const id = answer.getCorrelationId()?.getString() ?? '';
      waiting.get(id)?.answer(answer);
    });
    // without an error the call would stay the client's, although nothing is answered any more
    call.on('end', () => call.destroy(unavailable(ENDED)));
    call.on('error', (error: Error) => {
      for (const { fail } of waiting.values()) fail(error);
    });
    this.#waiting.set(call, waiting);
  }
}

const unavailable = (message: string) => Object.assign(new AppendFailed(message), { code: UNAVAILABLE });

// a function with a typed `this`, because the client's member it needs is protected

async function open(
  this: EventStoreDBClient,
  calls: WeakMap<StreamsClient, Call | Promise<Call>>,
  listen: (call: Call) => void,
): Promise<Call> {
  const create = this.GRPCStreamCreator(
    StreamsClient,
    'batchAppend',
    (client) => {
      const options = this.callArguments({ requiresLeader: true }, { deadline: Number.POSITIVE_INFINITY });
      const call = client.batchAppend(...options);
      listen(call);
      return call;
    },
    calls,
  );
  return await create();
}

export const identifier = (stream: string): shared.StreamIdentifier =>
  new shared.StreamIdentifier().setStreamName(Buffer.from(stream, 'utf8'));

function messagesOf(
  id: string,
  stream: string,
  events: readonly EventToAppend[],
  expected: ExpectedRevision,
): readonly streams.BatchAppendReq[] {
  const options = new streams.BatchAppendReq.Options().setStreamIdentifier(identifier(stream));
  if (expected === 'no_stream') options.setNoStream(new shared.Empty());
  else options.setStreamPosition(String(expected));
  const correlation = new shared.UUID().setString(id);
  let message = new streams.BatchAppendReq().setCorrelationId(correlation).setOptions(options);
  const messages = [message];
  let bytes = 0;
  for (const event of events) {
    const proposed = new streams.BatchAppendReq.ProposedMessage()
      .setId(new shared.UUID().setString(event.id))
      .setData(Buffer.from(event.data, 'utf8'))
      .setCustomMetadata(Buffer.from(event.metadata, 'utf8'));
    proposed.getMetadataMap().set('type', event.type).set('content-type', 'application/json');
    const size = proposed.getData().length + proposed.getCustomMetadata().length;
    if (bytes + size > MESSAGE_BYTES) {
      message = new streams.BatchAppendReq().setCorrelationId(correlation);
      messages.push(message);
      bytes = 0;
    }
    bytes += size;
    message.addProposedMessages(proposed);
  }
  message.setIsFinal(true);
  return messages;
}

function read(answer: streams.BatchAppendResp, stream: string): AppendAnswer {
  const success = answer.getSuccess();
  if (success !== undefined) {
    const place = success.getPosition();
    return {
      kind: 'appended',
      revision: BigInt(success.getCurrentRevision()),
      position:
        place === undefined
          ? null
          : { commit: BigInt(place.getCommitPosition()), prepare: BigInt(place.getPreparePosition()) },
    };
  }
  const error = answer.getError();
  const details = error?.getDetails();
  const kind = details?.getTypeName().replace('event_store.client.', '');
  const message = error?.getMessage() ?? 'EventStoreDB answered an append with neither success nor refusal';
  switch (kind) {
    case 'WrongExpectedVersion': {
      const wrong = shared.WrongExpectedVersion.deserializeBinary(
        details?.getValue_asU8() ?? new Uint8Array(),
      );
      const actual = wrong.hasCurrentStreamRevision()
        ? BigInt(wrong.getCurrentStreamRevision())
        : ('no_stream' as const);
      return { kind: 'wrong-revision', actual };
    }
    case 'MaximumAppendSizeExceeded':
      return { kind: 'too-large' };
    case 'StreamDeleted':
      throw new DamagedStream(stream, 'was deleted for good');
    default:
      throw new AppendFailed(message, kind === 'AccessDenied' ? 'access-denied' : null);
  }
}
