import { createHash } from 'node:crypto';

/** A span by its ids, in hexadecimal. */
export interface Place {
  readonly traceId: string;
  readonly spanId: string;
}

const FROM_CALLER = /^([0-9a-f]{32})-([0-9a-f]{16})$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The span of the request that a correlation id names, in any process and without asking anybody: events carry that id,
 * so whoever follows the log finds the trace it belongs to. A UUID is its trace's id without the hyphens.
 */
export function placeOf(correlationId: string): Place {
  const [, traceId, spanId] = FROM_CALLER.exec(correlationId) ?? [];
  if (traceId !== undefined && spanId !== undefined) return { traceId, spanId };
  const hash = createHash('sha256').update(correlationId).digest('hex');
  const own = UUID.test(correlationId) ? correlationId.replaceAll('-', '') : hash.slice(0, 32);
  return { traceId: own, spanId: hash.slice(32, 48) };
}

/** A request id for a request within somebody else's trace: the trace, and a span of its own in it. */
export const correlationIn = (traceId: string, spanId: string): string => `${traceId}-${spanId}`;
