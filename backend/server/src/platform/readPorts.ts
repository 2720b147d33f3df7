import type { Actor } from '@portal/domain';
import type { Queryable } from '@portal/projections';
import type { Logger } from 'pino';
import type { CommandPorts } from '../kernel/commandPorts.ts';
import type { PortalEnvelope, ReadStream } from '../kernel/execute.ts';

/**
 * Port: whole streams in the order of the names, as {@link ReadStream} reads one; lists in the fields `without` are read
 * as empty.
 */
export type ReadStreams = (
  streams: readonly string[],
  options?: { readonly personal?: boolean; readonly without?: readonly string[] },
) => Promise<readonly (readonly PortalEnvelope[])[]>;

/**
 * Port: who asked for each of these events. For an event of a process that is the person whose command it followed from;
 * else the event's own actor.
 */
export type Initiators = (
  envelopes: readonly PortalEnvelope[],
) => Promise<(envelope: PortalEnvelope) => Actor>;

/** Ports of routes that read. */
export interface ReadPorts {
  readonly db: Queryable;
  readonly readStream: ReadStream;
  readonly readStreams: ReadStreams;
  readonly initiators: Initiators;
  now(): Date;
  /** The current billing day. */
  today(): string;
  /** BILLING_TZ: decides days, and times in texts. */
  readonly timeZone: string;
}

/** Ports of jobs that give commands. */
export interface JobPorts extends Pick<ReadPorts, 'db' | 'now' | 'today'> {
  readonly commands: CommandPorts;
  readonly log: Pick<Logger, 'warn'>;
}
