import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Attributes,
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  RandomIdGenerator,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TracingSettings } from './settings.ts';
import type { SpanIds } from './spanIds.ts';

/** Time limit of the last export, because a stop may take 10 seconds. */
const LAST_EXPORT_MS = 1_500;

interface SpanOptions {
  /** Default: the current span, else a new trace. */
  readonly parent?: Context | undefined;
  /** Fixed ids; default: random. */
  readonly ids?: SpanIds | undefined;
  readonly kind?: SpanKind;
  /** Counts, types and states only: no names, addresses, texts or secrets. */
  readonly attributes?: Attributes;
}

/** The SDK, without its global state: several portals may run in one process. */
export function createSpans({ url, ratio, parentBased }: TracingSettings) {
  const root = new TraceIdRatioBasedSampler(ratio);
  const random = new RandomIdGenerator();
  let next: SpanIds | undefined;
  const provider = new TracerProvider({
    idGenerator: {
      generateSpanId: () => next?.spanId ?? random.generateSpanId(),
      generateTraceId: () => next?.traceId ?? random.generateTraceId(),
    },
    sampler: parentBased ? new ParentBasedSampler({ root }) : root,
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'dealer-portal' }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  });
  const tracer = provider.getTracer('dealer-portal');
  const current = new AsyncLocalStorage<Context>();
  const propagator = new W3CTraceContextPropagator();

  function begin(name: string, { parent, ids, kind, attributes }: SpanOptions, startTime?: number) {
    const context = parent ?? current.getStore() ?? ROOT_CONTEXT;
    next = ids;
    try {
      const span = tracer.startSpan(
        name,
        {
          kind: kind ?? SpanKind.INTERNAL,
          ...(attributes === undefined ? {} : { attributes }),
          ...(startTime === undefined ? {} : { startTime }),
        },
        context,
      );
      return { span, context: trace.setSpan(context, span) };
    } finally {
      next = undefined;
    }
  }

  return {
    /** Runs work in a span. Errors are recorded by class only, because messages may contain personal data. */
    async run<Result>(
      name: string,
      options: SpanOptions,
      work: (span: Span, context: Context) => Promise<Result>,
    ): Promise<Result> {
      const { span, context } = begin(name, options);
      try {
        return await current.run(context, () => work(span, context));
      } catch (error) {
        const type = error instanceof Error ? error.name : typeof error;
        span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR, message: type });
        throw error;
      } finally {
        span.end();
      }
    },

    /** Records a span from `startedAt` (epoch milliseconds) until now. */
    record(name: string, options: SpanOptions, startedAt: number): void {
      begin(name, options, startedAt).span.end();
    },

    current: (): Context | undefined => current.getStore(),

    within: <Result>(context: Context, work: () => Result): Result => current.run(context, work),

    /** The context of a span in another process; recorded if its trace is sampled. */
    remote({ traceId, spanId }: SpanIds): Context {
      const recorded =
        root.shouldSample(ROOT_CONTEXT, traceId).decision === SamplingDecision.RECORD_AND_SAMPLED;
      const traceFlags = recorded ? TraceFlags.SAMPLED : TraceFlags.NONE;
      return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
    },

    /** The caller's span from its headers; undefined for none. */
    fromHeaders(headers: Readonly<Record<string, unknown>>): Context | undefined {
      const context = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
      return trace.getSpanContext(context) === undefined ? undefined : context;
    },

    /** The current span as `traceparent` (W3C); null for none. */
    traceparent(): string | null {
      const carrier: Record<string, string> = {};
      const context = current.getStore();
      if (context !== undefined) propagator.inject(context, carrier, defaultTextMapSetter);
      return carrier.traceparent ?? null;
    },

    async stop(): Promise<void> {
      await Promise.race([provider.shutdown().catch(() => {}), sleep(LAST_EXPORT_MS)]);
    },
  };
}
