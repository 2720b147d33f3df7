import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Decider, PortalEvent } from '@portal/domain';
import type { AppendResult, EventToAppend, RecordedEvent } from '@portal/event-store';
import type { Context as KoaContext, Next } from 'koa';
import type { Execute, PortalEnvelope } from '../../kernel/execute.ts';
import type { Consequence, Process } from '../../kernel/process.ts';
import { stateOf } from '../http/requestLog.ts';
import type { Job } from '../jobs/jobs.ts';
import type { MailTransport } from '../mail/sender.ts';
import type { TracingSettings } from './settings.ts';
import { correlationIn, type SpanIds, spanIdsOf } from './spanIds.ts';
import { createSpans } from './spans.ts';

/** A batch with events of more requests is catching up, and gets one span. */
const MAX_BATCH_TRACES = 16;
/** Remembered requests with an id that does not give their trace. */
const MAX_REMEMBERED = 1_000;

/** Spans over OTLP (docs/operations.md, Traces), from a request to what follows from its events. */
export function openTracing(settings: TracingSettings) {
  const spans = createSpans(settings);
  const remembered = new Map<string, SpanIds>();

  const requestSpan = (correlationId: string): Context =>
    spans.remote(remembered.get(correlationId) ?? spanIdsOf(correlationId));
  /** The current span, else that of the request with this id. */
  const parentFor = (correlationId: string): Context => spans.current() ?? requestSpan(correlationId);

  const optionsOf = ({ event, metadata }: PortalEnvelope) => ({
    parent: parentFor(metadata.correlationId),
    attributes: { 'portal.event.type': event.type },
  });

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
    append(
      stream: string,
      events: readonly EventToAppend[],
      work: () => Promise<AppendResult>,
    ): Promise<AppendResult> {
      const attributes = {
        'portal.stream.category': categoryOf(stream),
        'portal.event.types': events.map(({ type }) => type),
      };
      return spans.run('append', { attributes }, work);
    },

    /** An id for a request with a `traceparent`, within its caller's trace; undefined for any other. */
    requestId({ headers }: IncomingMessage): string | undefined {
      const traceId = traceIdOf(spans.fromHeaders(headers));
      return traceId === undefined ? undefined : correlationIn(traceId, randomBytes(8).toString('hex'));
    },

    /** Middleware: one span per request. Needs the request's id, so it comes after the middleware that sets it. */
    async requests(ctx: KoaContext, next: Next): Promise<void> {
      const { method } = ctx;
      const state = stateOf(ctx);
      const parent = spans.fromHeaders(ctx.headers);
      const ids = idsOfRequest(state.requestId, parent);
      const attributes = { 'http.request.method': method };
      await spans.run(method, { kind: SpanKind.SERVER, ids, attributes, parent }, async (span) => {
        await next();
        // unlike the path, its pattern contains no ids
        const route = state.routePattern;
        if (route !== undefined) span.updateName(`${method} ${route}`).setAttribute('http.route', route);
        span.setAttribute('http.response.status_code', ctx.status);
        if (ctx.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      });
    },

    execute:
      (execute: Execute): Execute =>
      (execution) => {
        const { command, context, stream } = execution;
        const type = typeOf(command);
        const attributes = {
          'portal.command': type,
          'portal.stream.category': categoryOf(stream),
          'portal.actor.kind': context.actor.kind,
        };
        const parent = parentFor(context.correlationId);
        return spans.run(`command ${type}`, { parent, attributes }, async (span) => {
          const result = await execute(execution);
          span.setAttribute('portal.events.appended', result.appended.length);
          return result;
        });
      },

    process: (process: Process): Process => ({
      ...process,
      decide: (envelope, load, lookUp) =>
        spans.run(`process ${process.name}`, optionsOf(envelope), async (_span, context) => {
          const consequences = await process.decide(envelope, load, lookUp);
          return consequences.map((one) => wrapped(one, (work) => spans.within(context, work)));
        }),
    }),

    /** Traces writing an event's letters. */
    notification: (name: string, envelope: PortalEnvelope, work: () => Promise<void>): Promise<void> =>
      spans.run(`reaction ${name}`, optionsOf(envelope), work),

    job: (job: Job): Job => ({
      ...job,
      run: (signal) => spans.run(`duty ${job.name}`, {}, () => job.run(signal)),
    }),

    mailTransport: (transport: MailTransport): MailTransport => ({
      send: (mail) => {
        const parent = spans.fromHeaders({ traceparent: mail.traceparent ?? undefined });
        const attributes = { 'portal.mail.id': mail.id, 'portal.mail.attachments': mail.attachments.length };
        return spans.run('send mail', { kind: SpanKind.CLIENT, attributes, parent }, () =>
          transport.send(mail),
        );
      },
      close: () => transport.close(),
    }),

    /** Records a written batch of a projection: one span in each trace that its events belong to. */
    batch(projection: string, events: readonly RecordedEvent[], startedAt: number): void {
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

    /** `traceparent` (W3C) of the current span, for later work, e.g. sending a mail; null for none. */
    traceparent: (): string | null => spans.traceparent(),
    stop: (): Promise<void> => spans.stop(),
  };
}

const traceIdOf = (context: Context | undefined): string | undefined =>
  context && trace.getSpanContext(context)?.traceId;

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
