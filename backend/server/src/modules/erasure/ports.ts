import type { KeyRing, Position } from '@portal/event-store';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { ReadStream } from '../../kernel/execute.ts';
import type { ReadStreams } from '../../platform/readPorts.ts';
import type { SessionStore, UserCommandPorts } from '../users/module.ts';

export interface ErasurePorts {
  readonly commands: UserCommandPorts;
  readonly pool: pg.Pool;
  readonly keyRing: Pick<KeyRing, 'erase'>;
  /** Secret of the `commands` table; also keys the limits on reset links. */
  readonly secret: Buffer;
  readonly sessions: Pick<SessionStore, 'destroyAllOf'>;
  readonly readStream: ReadStream;
  readonly readStreams: ReadStreams;
  /** Waits until these read models have caught up with the log. @throws ReadModelsBehind */
  upToDate(names: readonly string[]): Promise<void>;
  /** Milliseconds for which portals may cache keys and decrypted data. */
  readonly keysKeptMs: number;
  /** Drops replaced read model tables. */
  dropReplaced(): Promise<unknown>;
  compare(a: Position, b: Position): number;
  /** The current billing day. */
  today(): string;
  readonly log: Logger;
}
