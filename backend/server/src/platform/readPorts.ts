import type { Queryable } from '@portal/projections';
import type { PortalEnvelope, ReadStream } from '../kernel/execute.ts';

/**
 * Port: whole streams in the order of the names, as {@link ReadStream} reads one; lists in the fields `without` are read
 * as empty.
 */
export type ReadStreams = (
  streams: readonly string[],
  options?: { readonly personal?: boolean; readonly without?: readonly string[] },
) => Promise<readonly (readonly PortalEnvelope[])[]>;

/** Ports of routes that read. */
export interface ReadPorts {
  readonly db: Queryable;
  readonly readStream: ReadStream;
  readonly readStreams: ReadStreams;
  now(): Date;
  /** The current billing day. */
  today(): string;
  /** BILLING_TZ: decides days, and times in texts. */
  readonly timeZone: string;
}
