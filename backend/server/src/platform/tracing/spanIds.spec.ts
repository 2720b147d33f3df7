import { describe, expect, test } from 'vitest';
import { correlationIn, spanIdsOf } from './spanIds.ts';

const UUID = '0193d3a4-1f2e-7abc-8def-0123456789ab';

describe('span ids of a correlation id', () => {
  test('use a UUID as trace id', () => {
    expect(spanIdsOf(UUID)).toEqual({
      traceId: '0193d3a41f2e7abc8def0123456789ab',
      spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
  });

  test('are the same in each process, and differ for different ids', () => {
    expect(spanIdsOf('order-4711')).toEqual(spanIdsOf('order-4711'));
    expect(spanIdsOf('order-4711').traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(spanIdsOf('order-4711').traceId).not.toBe(spanIdsOf('order-4712').traceId);
    expect(spanIdsOf(UUID).spanId).not.toBe(spanIdsOf(UUID.replace('b', 'c')).spanId);
  });

  test('are those that the id encodes for a request with a trace', () => {
    const place = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
    expect(spanIdsOf(correlationIn(place.traceId, place.spanId))).toEqual(place);
  });
});
