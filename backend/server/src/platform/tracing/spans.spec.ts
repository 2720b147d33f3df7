import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OtlpReceiver, startOtlpReceiver } from '../../../test/support/otlpReceiver.ts';
import { createSpans } from './spans.ts';

const IDS = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };

let receiver: OtlpReceiver;
beforeEach(async () => {
  receiver = await startOtlpReceiver();
});
afterEach(() => receiver.stop());

const spansOf = (ratio: number) =>
  createSpans({ url: `${receiver.url}/v1/traces`, ratio, parentBased: true });

/** A request, and a projection of its event in another process. */
async function traced(ratio: number) {
  const spans = spansOf(ratio);
  await spans.run('request', { ids: IDS }, async () => {});
  spans.record('project users', { parent: spans.remote(IDS) }, Date.now() - 5);
  await spans.stop();
  return receiver.spans;
}

test('records a request and what follows from it in one trace', async () => {
  const [request, projected] = await traced(1);
  expect(request).toMatchObject({ ...IDS, name: 'request', parentSpanId: '' });
  expect(projected).toMatchObject({ traceId: IDS.traceId, parentSpanId: IDS.spanId });
});

// Proves I8-otel-1
test('records neither if the sampler skips the trace', async () => {
  expect(await traced(0)).toEqual([]);
});

test('lets the caller decide for its own trace', async () => {
  const spans = spansOf(0);
  const caller = spans.fromHeaders({ traceparent: `00-${IDS.traceId}-${IDS.spanId}-01` });
  const silent = spans.fromHeaders({ traceparent: `00-${IDS.traceId}-${IDS.spanId}-00` });
  for (const parent of [caller, silent]) {
    if (parent === undefined) throw new Error('no caller');
    await spans.run('request', { parent }, async () => {});
  }
  await spans.stop();
  expect(receiver.spans.map(({ parentSpanId }) => parentSpanId)).toEqual([IDS.spanId]);
});

test.each([undefined, '', 'nonsense', `00-${'0'.repeat(32)}-${IDS.spanId}-01`])(
  'ignores the header %s',
  (traceparent) => {
    expect(spansOf(1).fromHeaders({ traceparent })).toBeUndefined();
  },
);

test('runs the work if no receiver answers', async () => {
  const spans = createSpans({ url: 'http://127.0.0.1:9/v1/traces', ratio: 1, parentBased: true });
  expect(await spans.run('request', {}, async () => 7)).toBe(7);
  await spans.stop();
});
