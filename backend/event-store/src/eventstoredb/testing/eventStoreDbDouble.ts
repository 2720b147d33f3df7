/**
 * A TEST DOUBLE of EventStoreDB: a gRPC server in this process, made from the service definitions that
 * `@eventstore/db-client` exports, over a log in memory. It lets the adapter's specs run where there is
 * neither a Docker engine nor `EVENTSTORE_TEST_URL`, and it can fail on demand.
 *
 * It can't prove, because both sides follow from the same understanding:
 * - that EventStoreDB accepts, positions and repeats appends as the double does;
 * - durability, elections, truncation, scavenging, access control, TLS, the limits of a real server;
 * - how a real server fails; each fault here was observed or is documented.
 * Filters, links, single appends and persistent subscriptions are left out: the adapter uses none.
 */
import { randomUUID } from 'node:crypto';
import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { UsersService } from '@eventstore/db-client/generated/users_grpc_pb.js';
import users from '@eventstore/db-client/generated/users_pb.js';
import * as grpc from '@grpc/grpc-js';
import { startTcpProxy, type TcpProxy } from '../../testing/tcpProxy.ts';
import { DoubleLog, type ProposedEvent, type StoredEvent } from './doubleLog.ts';
import {
  appendAnswer,
  appendTarget,
  clusterOf,
  confirmation,
  eventMessage,
  nameOf,
  proposedEvent,
  type ReadWanted,
  readWanted,
  streamNotFound,
} from './doubleMessages.ts';

/** A fault of one append. */
export type AppendFault =
  | 'hangs'
  | 'lands and hangs'
  | 'fails as unavailable'
  | 'lands and fails as unavailable'
  | 'times out in the prepare phase'
  | 'knows no leader'
  | 'is not sent to the leader';

/** How long a repeated append is refused after the first one: a server waits for the commit. */
const COMMIT_MS = 20;

export type ReadFault = 'fails as unavailable' | 'hangs' | 'ends early';

type ReadCall = grpc.ServerWritableStream<streams.ReadReq, streams.ReadResp>;
type Answer = grpc.sendUnaryData<streams.DeleteResp | streams.TombstoneResp>;
type Call<Request> = grpc.ServerUnaryCall<Request, unknown>;
type Answered = grpc.sendUnaryData<unknown>;
type AppendCall = grpc.ServerDuplexStream<streams.BatchAppendReq, streams.BatchAppendResp>;

interface DoubleAccount {
  readonly fullName: string;
  readonly groups: readonly string[];
  readonly password: string;
}

export class EventStoreDbDouble {
  readonly log = new DoubleLog();
  readonly #appendFaults: AppendFault[] = [];
  readonly #readFaults: ReadFault[] = [];
  /** First event of each append that is not committed yet. */
  readonly #committing = new Set<string>();
  readonly #reads = new Set<ReadCall>();
  readonly #subscriptions = new Map<ReadCall, (how: 'error' | 'end') => void>();
  #server: grpc.Server | undefined;
  /** Where clients connect. */
  #proxy: TcpProxy | undefined;
  #port = 0;
  /** The ports of the leaders that it names; null for its own. */
  leaders: readonly number[] | null = null;
  /** Whether a majority of its cluster elected one. */
  hasLeader = true;
  /** How often it was asked for its cluster's members. */
  gossips = 0;
  #subscribed = 0;
  readonly accounts = new Map<string, DoubleAccount>();
  /** Whether it refuses deletions and appends to system streams, as to a login without these rights. */
  isLimited = false;

  static async start(): Promise<EventStoreDbDouble> {
    const double = new EventStoreDbDouble();
    double.appendSystemEvent();
    await double.listen();
    return double;
  }

  get port(): number {
    return this.#port;
  }

  get connectionString(): string {
    return `esdb://127.0.0.1:${this.#port}?tls=false`;
  }

  /** The same server by discovery, as in a cluster. */
  get discoveryString(): string {
    return `esdb+discover://127.0.0.1:${this.#port}?tls=false`;
  }

  /** Number of reads and subscriptions neither read to the end nor cancelled. */
  get openReads(): number {
    return this.#reads.size;
  }

  /** Reads of the whole log begun since the start, without subscriptions. */
  logReads = 0;

  /** Subscriptions begun since the start. */
  get subscribed(): number {
    return this.#subscribed;
  }

  failNextAppend(...faults: AppendFault[]): void {
    this.#appendFaults.push(...faults);
  }

  /** Applies to the next reads, subscriptions included. */
  failNextRead(...faults: ReadFault[]): void {
    this.#readFaults.push(...faults);
  }

  /** Ends all open subscriptions. @returns their number */
  dropSubscriptions(how: 'error' | 'end'): number {
    const open = [...this.#subscriptions.values()];
    for (const drop of open) drop(how);
    return open.length;
  }

  /** An internal event of EventStoreDB. */
  appendSystemEvent(): void {
    const data = Buffer.from('{"proc-cpu":1}');
    this.log.append(
      '$stats-127.0.0.1:2113',
      [
        {
          id: randomUUID(),
          type: '$statsCollected',
          contentType: 'application/json',
          data,
          metadata: Buffer.of(),
        },
      ],
      'any',
    );
  }

  /** Like a stopped process: connections are accepted, and nothing is read or answered until {@link thaw}. */
  freeze(): void {
    if (this.#proxy !== undefined) this.#proxy.mode = 'hold';
  }

  thaw(): void {
    if (this.#proxy !== undefined) this.#proxy.mode = 'pass';
  }

  /** Listens, on the same port again after {@link stop}. */
  async listen(): Promise<void> {
    const server = new grpc.Server({
      'grpc.max_concurrent_streams': 100,
      'grpc.max_receive_message_length': 17 * 1024 * 1024,
    });
    server.addService(StreamsService, {
      read: (call: ReadCall) => this.#read(call),
      batchAppend: (call: AppendCall) => this.#appends(call),
      delete: (call: grpc.ServerUnaryCall<streams.DeleteReq, streams.DeleteResp>, answer: Answer) => {
        if (this.isLimited) return answer(denied());
        const options = call.request.getOptions();
        const last = this.log.stream(nameOf(call.request)).at(-1)?.revision;
        if (options?.hasRevision() && BigInt(options.getRevision()) !== last) {
          return answer(
            error(grpc.status.FAILED_PRECONDITION, 'Delete failed due to WrongExpectedVersion.', {
              exception: 'wrong-expected-version',
              'stream-name': nameOf(call.request),
              'expected-version': options.getRevision(),
              'actual-version': String(last ?? -1),
            }),
          );
        }
        this.log.delete(nameOf(call.request));
        answer(null, new streams.DeleteResp().setNoPosition(new shared.Empty()));
      },
      tombstone: (
        call: grpc.ServerUnaryCall<streams.TombstoneReq, streams.TombstoneResp>,
        answer: Answer,
      ) => {
        this.log.tombstone(nameOf(call.request));
        answer(null, new streams.TombstoneResp().setNoPosition(new shared.Empty()));
      },
    });
    server.addService(UsersService, {
      details: (call: grpc.ServerWritableStream<users.DetailsReq, users.DetailsResp>) => {
        const wanted = call.request.getOptions()?.getLoginName();
        for (const [login, { fullName, groups }] of this.accounts) {
          if (wanted !== '' && wanted !== login) continue;
          const account = new users.DetailsResp.UserDetails().setLoginName(login).setFullName(fullName);
          call.write(new users.DetailsResp().setUserDetails(account.setGroupsList([...groups])));
        }
        call.end();
      },
      create: (call: Call<users.CreateReq>, answer: Answered) => {
        const account = call.request.toObject().options;
        if (account !== undefined)
          this.accounts.set(account.loginName, { ...account, groups: account.groupsList });
        answer(null, new users.CreateResp());
      },
      update: (call: Call<users.UpdateReq>, answer: Answered) => {
        const account = call.request.toObject().options;
        const present = this.accounts.get(account?.loginName ?? '');
        if (account !== undefined && present !== undefined) {
          const { loginName, fullName, groupsList: groups } = account;
          this.accounts.set(loginName, { ...present, fullName, groups });
        }
        answer(null, new users.UpdateResp());
      },
      resetPassword: (call: Call<users.ResetPasswordReq>, answer: Answered) => {
        const { loginName = '', newPassword = '' } = call.request.toObject().options ?? {};
        const present = this.accounts.get(loginName);
        if (present !== undefined) this.accounts.set(loginName, { ...present, password: newPassword });
        answer(null, new users.ResetPasswordResp());
      },
    });
    // without it the client itself would append in the way that is left out
    server.addService(ServerFeaturesService, {
      getSupportedMethods: (_: Call<shared.Empty>, answer: Answered) => {
        const [, service = '', method = ''] = StreamsService.batchAppend.path.split('/');
        const supported = new features.SupportedMethod().setServiceName(service).setMethodName(method);
        answer(null, new features.SupportedMethods().setMethodsList([supported]));
      },
    });
    server.addService(GossipService, {
      read: (_: grpc.ServerUnaryCall<shared.Empty, unknown>, answer: grpc.sendUnaryData<unknown>) => {
        this.gossips += 1;
        answer(null, clusterOf(this.leaders ?? [this.#port], this.hasLeader));
      },
    });
    const port = await new Promise<number>((resolve, reject) => {
      server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, bound) =>
        error ? reject(error) : resolve(bound),
      );
    });
    this.#proxy = await startTcpProxy({ host: '127.0.0.1', port }, this.#port);
    this.#port = this.#proxy.port;
    this.#server = server;
  }

  /** Closes all connections and stops listening; the log remains. */
  async stop(): Promise<void> {
    await this.#proxy?.close();
    this.#proxy = undefined;
    this.#server?.forceShutdown();
    this.#server = undefined;
    this.#reads.clear();
    this.#subscriptions.clear();
  }

  #appends(call: AppendCall): void {
    const begun = new Map<string, { target: ReturnType<typeof appendTarget>; proposed: ProposedEvent[] }>();
    call.on('data', (message: streams.BatchAppendReq) => {
      const id = message.getCorrelationId()?.getString() ?? '';
      const options = message.getOptions();
      if (options !== undefined) begun.set(id, { target: appendTarget(options), proposed: [] });
      const append = begun.get(id);
      append?.proposed.push(...message.getProposedMessagesList().map(proposedEvent));
      if (append === undefined || !message.getIsFinal()) return;
      begun.delete(id);
      const answer = this.#append(append.target, append.proposed);
      if (answer instanceof Error) call.emit('error', answer);
      else if (answer !== null) call.write(appendAnswer(message.getCorrelationId(), answer));
    });
    call.on('end', () => call.end());
  }

  /** @returns an error that ends the call; null for no answer */
  #append(
    { stream, expected }: ReturnType<typeof appendTarget>,
    proposed: readonly ProposedEvent[],
  ): Parameters<typeof appendAnswer>[1] | Error | null {
    if (this.isLimited && stream.startsWith('$')) return { kind: 'denied' };
    const fault = this.#appendFaults.shift();
    if (fault === 'hangs') return null;
    if (fault === 'fails as unavailable') return { kind: 'not-handled', message: 'Server Is Not Ready' };
    if (fault === 'times out in the prepare phase') return { kind: 'timeout' };
    if (fault === 'knows no leader')
      return { kind: 'not-handled', message: 'No leader info available in response' };
    if (fault === 'is not sent to the leader')
      return error(grpc.status.NOT_FOUND, 'Leader info available', {
        exception: 'not-leader',
        ...this.#leader(),
      });
    const verdict = this.log.append(stream, proposed, expected);
    if (fault === 'lands and hangs') return null;
    if (fault === 'lands and fails as unavailable')
      return error(grpc.status.UNAVAILABLE, 'Connection dropped');
    const id = proposed[0]?.id ?? '';
    if (verdict.kind === 'appended' && verdict.place !== null) {
      this.#committing.add(id);
      setTimeout(() => this.#committing.delete(id), COMMIT_MS);
    } else if (verdict.kind === 'appended' && this.#committing.has(id)) {
      return { kind: 'timeout' };
    }
    return verdict;
  }

  #leader(): Record<string, string> {
    return {
      'leader-endpoint-host': '127.0.0.1',
      'leader-endpoint-port': String(this.leaders?.[0] ?? this.#port),
    };
  }

  #read(call: ReadCall): void {
    this.#reads.add(call);
    const done = () => {
      this.#reads.delete(call);
      this.#subscriptions.delete(call);
    };
    call.on('cancelled', done);
    call.on('finish', done);
    call.on('error', done);
    const wanted = readWanted(call.request);
    if (wanted === null)
      return void call.emit('error', error(grpc.status.UNIMPLEMENTED, 'not in the test double'));
    const fault = this.#readFaults.shift();
    if (fault === 'hangs') return;
    if (fault === 'ends early') return void call.end();
    if (fault !== undefined)
      return void call.emit('error', error(grpc.status.UNAVAILABLE, 'Server Is Not Ready'));
    if (wanted.subscription) void this.#follow(call, wanted);
    else void this.#send(call, wanted);
  }

  async #send(call: ReadCall, wanted: ReadWanted): Promise<void> {
    const { stream } = wanted;
    if (stream === null) this.logReads += 1;
    const source = stream === null ? this.log.events : this.log.stream(stream);
    if (stream !== null && this.log.isTombstoned(stream)) return void call.emit('error', deleted(stream));
    if (stream !== null && !this.log.isFound(stream)) call.write(streamNotFound(stream));
    let sent = 0;
    for (const event of inOrder(source, wanted)) {
      if (sent === wanted.count || call.cancelled) break;
      sent += 1;
      await write(call, eventMessage(event));
    }
    call.end();
  }

  async #follow(call: ReadCall, wanted: ReadWanted): Promise<void> {
    this.#subscribed += 1;
    let ended = false;
    let ring = () => {};
    const unlisten = this.log.listen(() => ring());
    const stop = () => {
      ended = true;
      ring();
    };
    call.on('cancelled', stop);
    this.#subscriptions.set(call, (how) => {
      stop();
      if (how === 'end') call.end();
      else call.emit('error', error(grpc.status.ABORTED, 'Operation timed out: consumer too slow'));
    });
    await write(call, confirmation(randomUUID()));
    const { from } = wanted;
    let at = typeof from === 'bigint' ? this.log.events.findIndex((event) => event.place > from) : 0;
    if (from === 'end' || at === -1) at = this.log.events.length;
    while (!ended) {
      const event = this.log.events[at];
      if (event === undefined) {
        await new Promise<void>((resolve) => {
          ring = resolve;
        });
      } else {
        at += 1;
        await write(call, eventMessage(event));
      }
    }
    unlisten();
  }
}

/** Forward from the first at or after `from`, backward from the last at or before it. */
function* inOrder(source: readonly StoredEvent[], wanted: ReadWanted): Generator<StoredEvent> {
  const { from, backward, stream } = wanted;
  const key = (event: StoredEvent) => (stream === null ? event.place : event.revision);
  const ordered = backward ? [...source].reverse() : source;
  for (const event of ordered) {
    if (from === (backward ? 'start' : 'end')) return;
    if (typeof from === 'bigint' && (backward ? key(event) > from : key(event) < from)) continue;
    yield event;
  }
}

/** Waits if the client reads slower than the double writes. */
async function write(call: ReadCall, message: streams.ReadResp): Promise<void> {
  if (call.cancelled || call.destroyed || call.write(message)) return;
  const moments = ['drain', 'cancelled', 'close', 'error'];
  await new Promise<void>((resolve) => {
    const goOn = () => {
      for (const moment of moments) call.off(moment, goOn);
      resolve();
    };
    for (const moment of moments) call.once(moment, goOn);
  });
}

const denied = () => error(grpc.status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });

const deleted = (stream: string) =>
  error(grpc.status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });

function error(code: grpc.status, details: string, trailers: Record<string, string> = {}) {
  const metadata = new grpc.Metadata();
  for (const [key, value] of Object.entries(trailers)) metadata.set(key, value);
  return Object.assign(new Error(details), { code, details, metadata });
}
