import { describe, expect, test } from 'vitest';
import { correlationIn, placeOf } from './places.ts';

const UUID = '0193d3a4-1f2e-7abc-8def-0123456789ab';

describe('the span that a correlation id names', () => {
  test('is of the trace with the same id where it is a UUID', () => {
    expect(placeOf(UUID)).toEqual({
      traceId: '0193d3a41f2e7abc8def0123456789ab',
      spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
  });

  test('is the same in every process, and another for another id', () => {
    expect(placeOf('order-4711')).toEqual(placeOf('order-4711'));
    expect(placeOf('order-4711').traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(placeOf('order-4711').traceId).not.toBe(placeOf('order-4712').traceId);
    expect(placeOf(UUID).spanId).not.toBe(placeOf(UUID.replace('b', 'c')).spanId);
  });

  test('is what the id itself says where it came within a trace', () => {
    const place = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
    expect(placeOf(correlationIn(place.traceId, place.spanId))).toEqual(place);
  });
});
