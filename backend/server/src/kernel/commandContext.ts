import { createHash } from 'node:crypto';
import type { Actor } from '@portal/domain';
import { v7 } from 'uuid';

/**
 * Id, time and actor of a command, stored with its Idempotency-Key before anything is appended, so that a retry makes the
 * same decisions. All ids a command creates derive from its id.
 */
export interface CommandContext {
  /** UUIDv7. */
  readonly id: string;
  /** ISO instant. */
  readonly time: string;
  readonly actor: Actor;
  /** The request id. */
  readonly correlationId: string;
  /** The second member of staff who approved it; absent where none had to. */
  readonly approvedBy?: string | undefined;
  /** When the request's calls of the event store must have ended, as `performance.now()`. Not stored. */
  readonly until?: number | undefined;
}

/** A fresh command identity at `now`. */
export function newCommand(now: Date, actor: Actor, correlationId: string): CommandContext {
  return {
    id: v7({ msecs: now.getTime() }),
    time: now.toISOString(),
    actor,
    correlationId,
  };
}

/** A UUIDv7 for `name` that depends only on the command's id and time, so that a retry gets the same one. */
export function deriveId(command: Pick<CommandContext, 'id' | 'time'>, name: string): string {
  const random = createHash('sha256').update(`${command.id}/${name}`).digest().subarray(0, 16);
  return v7({ msecs: Date.parse(command.time), random, seq: random.readUInt32BE(0) });
}
