import { createHash } from 'node:crypto';

export interface SpanIds {
  readonly traceId: string;
  readonly spanId: string;
}

const FROM_CALLER = /^([0-9a-f]{32})-([0-9a-f]{16})$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The span of the request with this correlation id. Events carry that id, so each process computes the same ids. A UUID
 * without hyphens is the trace id.
 */
export function spanIdsOf(correlationId: string): SpanIds {
  const [, traceId, spanId] = FROM_CALLER.exec(correlationId) ?? [];
  if (traceId !== undefined && spanId !== undefined) return { traceId, spanId };
  const hash = createHash('sha256').update(correlationId).digest('hex');
  const own = UUID.test(correlationId) ? correlationId.replaceAll('-', '') : hash.slice(0, 32);
  return { traceId: own, spanId: hash.slice(32, 48) };
}

/** A request id that encodes a span in the caller's trace. */
export const correlationIn = (traceId: string, spanId: string): string => `${traceId}-${spanId}`;
