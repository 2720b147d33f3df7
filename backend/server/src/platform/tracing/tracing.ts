import type { IncomingMessage } from 'node:http';
import type { AppendResult, EventToAppend, RecordedEvent } from '@portal/event-store';
import type { Middleware } from 'koa';
import type { Execute, PortalEnvelope } from '../../kernel/execute.ts';
import type { Process } from '../../kernel/process.ts';
import type { Job } from '../jobs/jobs.ts';
import type { MailTransport } from '../mail/sender.ts';

/** Spans from a request to what follows from its events. Exists only if settings name a receiver; else nothing is loaded. */
export interface Tracing {
  /** An id for a request with a `traceparent`, within its caller's trace; undefined for any other. */
  requestId(request: IncomingMessage): string | undefined;
  /** One span per request. Needs the request's id, so it comes after the middleware that sets it. */
  readonly requests: Middleware;
  append(
    stream: string,
    events: readonly EventToAppend[],
    append: () => Promise<AppendResult>,
  ): Promise<AppendResult>;
  execute(execute: Execute): Execute;
  process(process: Process): Process;
  /** Traces writing an event's letters. */
  notification(name: string, envelope: PortalEnvelope, work: () => Promise<void>): Promise<void>;
  job(job: Job): Job;
  mailTransport(transport: MailTransport): MailTransport;
  /** Records a written batch of a projection: one span in each trace that its events belong to. */
  batch(projection: string, events: readonly RecordedEvent[], startedAt: number): void;
  /** `traceparent` (W3C) of the current span, for later work, e.g. sending a mail; null for none. */
  traceparent(): string | null;
  /** Sends remaining spans. */
  stop(): Promise<void>;
}
