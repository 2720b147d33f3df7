import { randomBytes } from 'node:crypto';
import { type Context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Decider, PortalEvent } from '@portal/domain';
import type { RecordedEvent } from '@portal/event-store';
import type { Execute } from '../../kernel/execute.ts';
import type { Consequence, Process } from '../../kernel/process.ts';
import { stateOf } from '../http/requestLog.ts';
import { correlationIn, type Place, placeOf } from './places.ts';
import type { TracingSettings } from './settings.ts';
import { createSpans } from './spans.ts';
import type { Tracing } from './tracing.ts';

/** A batch of more requests' events than this is catching up: one span tells that, not thousands. */
const MOST_TRACES_OF_A_BATCH = 16;
/** Requests that came with an id and a trace of their own, whose trace no id tells: so many are remembered. */
const MOST_REMEMBERED = 1_000;

/** Spans over OTLP, as settings say (docs: operations, Monitoring). */
export function openTracing(settings: TracingSettings): Tracing {
  const spans = createSpans(settings);
  const remembered = new Map<string, Place>();

  const placeFor = (correlationId: string): Place => remembered.get(correlationId) ?? placeOf(correlationId);
  /** Inside of what is under way; else in the trace of the request that it goes back to. */
  const parentFor = (correlationId: string): Context =>
    spans.current() ?? spans.under(placeFor(correlationId));

  /** The place of a request's span: in its caller's trace, else where its id says. */
  function placeOfRequest(requestId: string, caller: Context | undefined): Place {
    const place = placeOf(requestId);
    const traceId = caller === undefined ? undefined : trace.getSpanContext(caller)?.traceId;
    if (traceId === undefined || traceId === place.traceId) return place;
    const within = { traceId, spanId: place.spanId };
    if (remembered.size >= MOST_REMEMBERED) remembered.delete(remembered.keys().next().value ?? '');
    remembered.set(requestId, within);
    return within;
  }

  return {
    requestId({ headers }) {
      const caller = spans.fromHeaders(headers);
      const traceId = caller === undefined ? undefined : trace.getSpanContext(caller)?.traceId;
      return traceId === undefined ? undefined : correlationIn(traceId, randomBytes(8).toString('hex'));
    },

    async requests(ctx, next) {
      const { requestId } = stateOf(ctx);
      const caller = spans.fromHeaders(ctx.headers);
      const place = placeOfRequest(requestId, caller);
      const attributes = { 'http.request.method': ctx.method };
      await spans.run(
        ctx.method,
        { kind: SpanKind.SERVER, place, attributes, ...(caller === undefined ? {} : { parent: caller }) },
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
            return consequences.map((one) => under(one, (work) => spans.within(context, work)));
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
            ...(parent === undefined ? {} : { parent }),
          },
          () => transport.send(mail),
        );
      },
      close: () => transport.close(),
    }),

    batch(projection, events, startedAt) {
      const byRequest = byCorrelation(events);
      const told = byRequest.size > MOST_TRACES_OF_A_BATCH ? new Map([[null, events]]) : byRequest;
      for (const [correlationId, own] of told) {
        const attributes = {
          'portal.projection': projection,
          'portal.events': own.length,
          'portal.batch.events': events.length,
        };
        const parent = correlationId === null ? undefined : spans.under(placeFor(correlationId));
        spans.record(
          `project ${projection}`,
          { attributes, ...(parent === undefined ? {} : { parent }) },
          startedAt,
        );
      }
    },

    traceparent: () => spans.traceparent(spans.current()),
    stop: () => spans.stop(),
  };
}

function endRequest(span: Span, method: string, route: string | undefined, status: number): void {
  // the path itself may name somebody; its pattern never does
  if (route !== undefined) span.updateName(`${method} ${route}`).setAttribute('http.route', route);
  span.setAttribute('http.response.status_code', status);
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
}

/** `site-0193…` is of the category `site`. */
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

/** Null for metadata that names none. */
function correlationOf({ metadata }: RecordedEvent): string | null {
  try {
    const { correlationId } = JSON.parse(metadata) as { readonly correlationId?: unknown };
    return typeof correlationId === 'string' ? correlationId : null;
  } catch {
    return null;
  }
}

/** A consequence whose command runs within what `around` gives it. */
function under(one: Consequence, around: <Result>(work: () => Result) => Result): Consequence {
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
