import type { IncomingMessage } from 'node:http';
import type { RecordedEvent } from '@portal/event-store';
import type { Middleware } from 'koa';
import type { Execute, PortalEnvelope } from '../../kernel/execute.ts';
import type { Process } from '../../kernel/process.ts';
import type { AroundAppend } from '../eventStore/aroundAppend.ts';
import type { Job } from '../jobs/jobs.ts';
import type { MailTransport } from '../mail/sender.ts';

/**
 * Spans of what the portal does, from a request to what follows from its events. There is one where settings name a
 * receiver; else compose wraps nothing and nothing of it is loaded.
 */
export interface Tracing {
  /** The id for a request that comes within a trace of its caller (`traceparent`); undefined for any other. */
  requestId(request: IncomingMessage): string | undefined;
  /** One span a request. Stands after what settles the request's id. */
  readonly requests: Middleware;
  readonly append: AroundAppend;
  execute(execute: Execute): Execute;
  process(process: Process): Process;
  /** Writing the letters of an event. */
  notification(name: string, envelope: PortalEnvelope, work: () => Promise<void>): Promise<void>;
  job(job: Job): Job;
  mailTransport(transport: MailTransport): MailTransport;
  /** A projection has written a batch: one span in each of the traces that its events are from. */
  batch(projection: string, events: readonly RecordedEvent[], startedAt: number): void;
  /** Of the span that is under way, for what is done later: a mail that waits to be sent. */
  traceparent(): string | null;
  /** Hands over what was not sent yet. */
  stop(): Promise<void>;
}
