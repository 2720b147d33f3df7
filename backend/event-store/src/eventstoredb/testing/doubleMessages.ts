/** Part of the EventStoreDB test double (see `eventStoreDbDouble.ts`): its messages. */
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import status from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import any from 'google-protobuf/google/protobuf/any_pb.js';
import type { Expected, ProposedEvent, StoredEvent, Verdict } from './doubleLog.ts';

const name = (identifier: shared.StreamIdentifier | undefined) =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');

export const nameOf = (request: streams.DeleteReq | streams.TombstoneReq) =>
  name(request.getOptions()?.getStreamIdentifier());

export function appendTarget(options: streams.BatchAppendReq.Options): {
  stream: string;
  expected: Expected;
} {
  const stream = name(options.getStreamIdentifier());
  if (options.hasNoStream()) return { stream, expected: 'no_stream' };
  if (options.hasStreamExists()) return { stream, expected: 'stream_exists' };
  if (options.hasAny()) return { stream, expected: 'any' };
  return { stream, expected: BigInt(options.getStreamPosition()) };
}

export function proposedEvent(message: streams.BatchAppendReq.ProposedMessage): ProposedEvent {
  return {
    id: message.getId()?.getString() ?? '',
    type: message.getMetadataMap().get('type') ?? '',
    contentType: message.getMetadataMap().get('content-type') ?? '',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}

/** Why an append is refused; a message without details is that of a node that could not handle it. */
export type Refusal =
  | Exclude<Verdict, { kind: 'appended' }>
  | { kind: 'timeout' }
  | { kind: 'denied' }
  | { kind: 'not-handled'; message: string };

export function appendAnswer(
  id: shared.UUID | undefined,
  verdict: Verdict | Refusal,
): streams.BatchAppendResp {
  const answer = new streams.BatchAppendResp().setCorrelationId(id);
  if (verdict.kind !== 'appended') return answer.setError(statusOf(verdict));
  const success = new streams.BatchAppendResp.Success().setCurrentRevision(String(verdict.revision));
  if (verdict.place === null) success.setNoPosition(new shared.Empty());
  else {
    const place = new shared.AllStreamPosition();
    success.setPosition(
      place.setCommitPosition(String(verdict.place)).setPreparePosition(String(verdict.place)),
    );
  }
  return answer.setSuccess(success);
}

function statusOf(refusal: Refusal): status.Status {
  if (refusal.kind === 'not-handled')
    return new status.Status().setMessage(refusal.message).setDetails(packed('google.protobuf.Empty'));
  const name = REFUSALS[refusal.kind];
  const details = packed(`event_store.client.${name}`);
  if (refusal.kind === 'wrong') {
    const wrong = new shared.WrongExpectedVersion();
    if (refusal.actual === 'no_stream') wrong.setCurrentNoStream(new shared.Empty());
    else wrong.setCurrentStreamRevision(String(refusal.actual));
    details.setValue(wrong.serializeBinary());
  }
  return new status.Status().setMessage(name).setDetails(details);
}

const REFUSALS = {
  wrong: 'WrongExpectedVersion',
  'too-large': 'MaximumAppendSizeExceeded',
  deleted: 'StreamDeleted',
  timeout: 'Timeout',
  denied: 'AccessDenied',
} as const;

const packed = (type: string) => {
  const details = new any.Any();
  details.setTypeUrl(`type.googleapis.com/${type}`);
  return details;
};

/** A read request; `from` is a revision in a stream or a place in the log. */
export interface ReadWanted {
  readonly stream: string | null;
  readonly from: 'start' | 'end' | bigint;
  readonly backward: boolean;
  readonly count: number;
  readonly subscription: boolean;
}

/** @returns null for unsupported requests: filters, links, UUIDs as numbers */
export function readWanted(request: streams.ReadReq): ReadWanted | null {
  const options = request.getOptions();
  if (!options?.hasNoFilter() || options.getResolveLinks() || !options.getUuidOption()?.hasString())
    return null;
  const backward = options.getReadDirection() === 1;
  const subscription = options.hasSubscription();
  const count = subscription ? Number.POSITIVE_INFINITY : Number(options.getCount());
  const common = { backward, subscription, count };
  const all = options.getAll();
  if (all !== undefined) {
    const place = all.getPosition();
    const from = place === undefined ? (all.hasEnd() ? 'end' : 'start') : BigInt(place.getCommitPosition());
    return { stream: null, from, ...common };
  }
  const one = options.getStream();
  const from = one?.hasRevision() ? BigInt(one.getRevision()) : one?.hasEnd() ? 'end' : 'start';
  return { stream: name(one?.getStreamIdentifier()), from, ...common };
}

export function eventMessage(event: StoredEvent): streams.ReadResp {
  const record = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(event.id))
    .setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from(event.stream, 'utf8')))
    .setStreamRevision(String(event.revision))
    .setCommitPosition(String(event.place))
    .setPreparePosition(String(event.place))
    .setData(event.data)
    .setCustomMetadata(event.metadata);
  record.getMetadataMap().set('type', event.type).set('content-type', event.contentType);
  return new streams.ReadResp().setEvent(
    new streams.ReadResp.ReadEvent().setEvent(record).setCommitPosition(String(event.place)),
  );
}

export function confirmation(id: string): streams.ReadResp {
  const confirmed = new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(id);
  return new streams.ReadResp().setConfirmation(confirmed);
}

export function streamNotFound(stream: string): streams.ReadResp {
  const identifier = new shared.StreamIdentifier().setStreamName(Buffer.from(stream, 'utf8'));
  return new streams.ReadResp().setStreamNotFound(
    new streams.ReadResp.StreamNotFound().setStreamIdentifier(identifier),
  );
}

/** A cluster as a node tells of it: the nodes with these ports lead it, or none does. */
export function clusterOf(ports: readonly number[], hasLeader: boolean): gossip.ClusterInfo {
  const { LEADER, UNKNOWN } = gossip.MemberInfo.VNodeState;
  const members = ports.map((port) =>
    new gossip.MemberInfo()
      .setInstanceId(new shared.UUID().setString('00000000-0000-4000-8000-000000000001'))
      .setTimeStamp('0')
      .setState(hasLeader ? LEADER : UNKNOWN)
      .setIsAlive(true)
      .setHttpEndPoint(new gossip.EndPoint().setAddress('127.0.0.1').setPort(port)),
  );
  return new gossip.ClusterInfo().setMembersList(members);
}
