import { randomBytes } from 'node:crypto';
import { type Context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Decider, PortalEvent } from '@portal/domain';
import type { RecordedEvent } from '@portal/event-store';
import type { Execute } from '../../kernel/execute.ts';
import type { Consequence, Process } from '../../kernel/process.ts';
import { stateOf } from '../http/requestLog.ts';
import type { TracingSettings } from './settings.ts';
import { correlationIn, type SpanIds, spanIdsOf } from './spanIds.ts';
import { createSpans } from './spans.ts';
import type { Tracing } from './tracing.ts';

/** A batch with events of more requests is catching up, and gets one span. */
const MAX_BATCH_TRACES = 16;
/** Remembered requests with an id that does not give their trace. */
const MAX_REMEMBERED = 1_000;

/** Spans over OTLP (docs/operations.md, Traces). */
export function openTracing(settings: TracingSettings): Tracing {
  const spans = createSpans(settings);
  const remembered = new Map<string, SpanIds>();

  const requestSpan = (correlationId: string): Context =>
    spans.remote(remembered.get(correlationId) ?? spanIdsOf(correlationId));
  /** The current span, else that of the request with this id. */
  const parentFor = (correlationId: string): Context => spans.current() ?? requestSpan(correlationId);

  /** Ids of a request's span: in its caller's trace, else by its id. */
  function idsOfRequest(requestId: string, caller: Context | undefined): SpanIds {
    const ids = spanIdsOf(requestId);
    const traceId = traceIdOf(caller);
    if (traceId === undefined || traceId === ids.traceId) return ids;
    const within = { traceId, spanId: ids.spanId };
    if (remembered.size >= MAX_REMEMBERED) remembered.delete(remembered.keys().next().value ?? '');
    remembered.set(requestId, within);
    return within;
  }

  return {
    requestId({ headers }) {
      const traceId = traceIdOf(spans.fromHeaders(headers));
      return traceId === undefined ? undefined : correlationIn(traceId, randomBytes(8).toString('hex'));
    },

    async requests(ctx, next) {
      const { requestId } = stateOf(ctx);
      const caller = spans.fromHeaders(ctx.headers);
      const ids = idsOfRequest(requestId, caller);
      const attributes = { 'http.request.method': ctx.method };
      await spans.run(
        ctx.method,
        { kind: SpanKind.SERVER, ids, attributes, parent: caller },
        async (span) => {
          await next();
          endRequest(span, ctx.method, stateOf(ctx).routePattern, ctx.status);
        },
      );
    },

    append: (stream, events, append) =>
      spans.run(
        'append',
        {
          attributes: {
            'portal.stream.category': categoryOf(stream),
            'portal.event.types': events.map(({ type }) => type),
          },
        },
        append,
      ),

    execute:
      (execute): Execute =>
      (execution) => {
        const { command, context, stream } = execution;
        const attributes = {
          'portal.command': typeOf(command),
          'portal.stream.category': categoryOf(stream),
          'portal.actor.kind': context.actor.kind,
        };
        return spans.run(
          `command ${typeOf(command)}`,
          { parent: parentFor(context.correlationId), attributes },
          async (span) => {
            const result = await execute(execution);
            span.setAttribute('portal.events.appended', result.appended.length);
            return result;
          },
        );
      },

    process: (process): Process => ({
      ...process,
      decide: (envelope, load, lookUp) =>
        spans.run(
          `process ${process.name}`,
          {
            parent: parentFor(envelope.metadata.correlationId),
            attributes: { 'portal.event.type': envelope.event.type },
          },
          async (_span, context) => {
            const consequences = await process.decide(envelope, load, lookUp);
            return consequences.map((one) => wrapped(one, (work) => spans.within(context, work)));
          },
        ),
    }),

    notification: (name, { event, metadata }, work) =>
      spans.run(
        `reaction ${name}`,
        { parent: parentFor(metadata.correlationId), attributes: { 'portal.event.type': event.type } },
        work,
      ),

    job: (job) => ({
      ...job,
      run: (signal) => spans.run(`duty ${job.name}`, {}, () => job.run(signal)),
    }),

    mailTransport: (transport) => ({
      send: (mail) => {
        const parent = spans.fromHeaders({ traceparent: mail.traceparent ?? undefined });
        return spans.run(
          'send mail',
          {
            kind: SpanKind.CLIENT,
            attributes: { 'portal.mail.id': mail.id, 'portal.mail.attachments': mail.attachments.length },
            parent,
          },
          () => transport.send(mail),
        );
      },
      close: () => transport.close(),
    }),

    batch(projection, events, startedAt) {
      const byRequest = byCorrelation(events);
      const groups = byRequest.size > MAX_BATCH_TRACES ? new Map([[null, events]]) : byRequest;
      for (const [correlationId, own] of groups) {
        const attributes = {
          'portal.projection': projection,
          'portal.events': own.length,
          'portal.batch.events': events.length,
        };
        const parent = correlationId === null ? undefined : requestSpan(correlationId);
        spans.record(`project ${projection}`, { attributes, parent }, startedAt);
      }
    },

    traceparent: () => spans.traceparent(spans.current()),
    stop: () => spans.stop(),
  };
}

const traceIdOf = (context: Context | undefined): string | undefined =>
  context && trace.getSpanContext(context)?.traceId;

function endRequest(span: Span, method: string, route: string | undefined, status: number): void {
  // unlike the path, its pattern contains no ids
  if (route !== undefined) span.updateName(`${method} ${route}`).setAttribute('http.route', route);
  span.setAttribute('http.response.status_code', status);
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
}

/** E.g. `site` of `site-0193…`. */
const categoryOf = (stream: string): string => stream.slice(0, Math.max(0, stream.indexOf('-'))) || stream;

function typeOf(command: unknown): string {
  const { type } = (command ?? {}) as { readonly type?: unknown };
  return typeof type === 'string' ? type : 'unnamed';
}

function byCorrelation(events: readonly RecordedEvent[]): Map<string | null, readonly RecordedEvent[]> {
  const groups = new Map<string | null, RecordedEvent[]>();
  for (const event of events) {
    const correlationId = correlationOf(event);
    const group = groups.get(correlationId);
    if (group === undefined) groups.set(correlationId, [event]);
    else group.push(event);
  }
  return groups;
}

/** Null if the metadata has none. */
function correlationOf({ metadata }: RecordedEvent): string | null {
  try {
    const { correlationId } = JSON.parse(metadata) as { readonly correlationId?: unknown };
    return typeof correlationId === 'string' ? correlationId : null;
  } catch {
    return null;
  }
}

/** Runs a consequence's command inside `around`. */
function wrapped(one: Consequence, around: <Result>(work: () => Result) => Result): Consequence {
  return {
    ...one,
    apply: <Result>(
      run: <State, Command, Event extends PortalEvent>(
        decider: Decider<State, Command, Event>,
        command: Command,
      ) => Result,
    ): Result => one.apply((decider, command) => around(() => run(decider, command))),
  };
}
