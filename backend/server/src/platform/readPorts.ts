import type { Queryable } from '@portal/projections';
import type { ReadStream } from '../kernel/execute.ts';

/** Ports of routes that read. */
export interface ReadPorts {
  readonly db: Queryable;
  readonly readStream: ReadStream;
  now(): Date;
  /** The current billing day. */
  today(): string;
  /** BILLING_TZ: decides days, and times in texts. */
  readonly timeZone: string;
}
