import { createHash, randomBytes } from 'node:crypto';
import type { Actor } from '@portal/domain';
import { v7 } from 'uuid';

/**
 * Fixed before a command appends and stored with its Idempotency-Key, so that a retry decides alike: id, time and
 * actor. All ids a command creates derive from its id.
 */
export interface CommandContext {
  /** UUIDv7. */
  readonly id: string;
  /** ISO instant. */
  readonly time: string;
  readonly actor: Actor;
  /** The request id. */
  readonly correlationId: string;
}

/** A fresh command identity at `now`. */
export function newCommand(now: Date, actor: Actor, correlationId: string): CommandContext {
  return {
    id: v7({ msecs: now.getTime(), random: randomBytes(16) }),
    time: now.toISOString(),
    actor,
    correlationId,
  };
}

/**
 * The UUIDv7 that this command gives to the thing called `name`: the command's time, and random bits that only its
 * id decides, so that a retry makes no second thing.
 */
export function deriveId(command: Pick<CommandContext, 'id' | 'time'>, name: string): string {
  const random = createHash('sha256').update(`${command.id}/${name}`).digest().subarray(0, 16);
  return v7({ msecs: Date.parse(command.time), random, seq: random.readUInt32BE(0) });
}
