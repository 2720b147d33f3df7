import { AsyncLocalStorage } from 'node:async_hooks';
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
  type IdGenerator,
  ParentBasedSampler,
  RandomIdGenerator,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Place } from './places.ts';
import type { TracingSettings } from './settings.ts';

/** A trace that nobody takes is given up after this, so that a stop keeps its 10 seconds. */
const LAST_EXPORT_MS = 1_500;

export interface SpanOptions {
  /** Default: what is under way, else a trace of its own. */
  readonly parent?: Context;
  /** The ids it is to have where it begins a trace or stands in its caller's. */
  readonly place?: Place;
  readonly kind?: SpanKind;
  /** No names, addresses, texts or secrets: counts, types and states alone. */
  readonly attributes?: Attributes;
}

/** The SDK behind {@link Tracing}, without its global state: several portals may run in one process. */
export type Spans = ReturnType<typeof createSpans>;

/** Random ids, but for the span whose place is settled before it begins. */
function settledIds(): IdGenerator & { next: Place | undefined } {
  const random = new RandomIdGenerator();
  return {
    next: undefined,
    generateSpanId() {
      return this.next?.spanId ?? random.generateSpanId();
    },
    generateTraceId() {
      return this.next?.traceId ?? random.generateTraceId();
    },
  };
}

export function createSpans({ url, ratio, parentBased }: TracingSettings) {
  const root = new TraceIdRatioBasedSampler(ratio);
  const ids = settledIds();
  const provider = new TracerProvider({
    idGenerator: ids,
    sampler: parentBased ? new ParentBasedSampler({ root }) : root,
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'dealer-portal' }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  });
  const tracer = provider.getTracer('dealer-portal');
  const underWay = new AsyncLocalStorage<Context>();
  const propagator = new W3CTraceContextPropagator();

  function begin(name: string, { parent, place, kind, attributes }: SpanOptions, startTime?: number) {
    const around = parent ?? underWay.getStore() ?? ROOT_CONTEXT;
    ids.next = place;
    try {
      const span = tracer.startSpan(
        name,
        {
          kind: kind ?? SpanKind.INTERNAL,
          ...(attributes === undefined ? {} : { attributes }),
          ...(startTime === undefined ? {} : { startTime }),
        },
        around,
      );
      return { span, context: trace.setSpan(around, span) };
    } finally {
      ids.next = undefined;
    }
  }

  return {
    /** Runs work in a span, which ends with it. An error is told by its class alone: messages may hold anything. */
    async run<Result>(
      name: string,
      options: SpanOptions,
      work: (span: Span, context: Context) => Promise<Result>,
    ): Promise<Result> {
      const { span, context } = begin(name, options);
      try {
        return await underWay.run(context, () => work(span, context));
      } catch (error) {
        const type = error instanceof Error ? error.name : typeof error;
        span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR, message: type });
        throw error;
      } finally {
        span.end();
      }
    },

    /** Something that is over: from `startedAt` (epoch milliseconds) to this moment. */
    record(name: string, options: SpanOptions, startedAt: number): void {
      begin(name, options, startedAt).span.end();
    },

    /** What is under way where this is called. */
    current: (): Context | undefined => underWay.getStore(),

    within: <Result>(context: Context, work: () => Result): Result => underWay.run(context, work),

    /** As the child of a span that began elsewhere; recorded when a trace of that id is. */
    under({ traceId, spanId }: Place): Context {
      const recorded =
        root.shouldSample(ROOT_CONTEXT, traceId).decision === SamplingDecision.RECORD_AND_SAMPLED;
      const traceFlags = recorded ? TraceFlags.SAMPLED : TraceFlags.NONE;
      return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
    },

    /** The caller's span, from its headers; undefined where they name none. */
    fromHeaders(headers: Readonly<Record<string, unknown>>): Context | undefined {
      const context = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
      return trace.getSpanContext(context) === undefined ? undefined : context;
    },

    /** A context as W3C's `traceparent` writes it; null for none. */
    traceparent(context: Context | undefined): string | null {
      const carrier: Record<string, string> = {};
      if (context !== undefined) propagator.inject(context, carrier, defaultTextMapSetter);
      return carrier.traceparent ?? null;
    },

    async stop(): Promise<void> {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, LAST_EXPORT_MS);
      });
      await Promise.race([provider.shutdown().catch(() => {}), late]);
      clearTimeout(timer);
    },
  };
}
