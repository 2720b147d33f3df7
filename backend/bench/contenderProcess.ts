import path from 'node:path';
import { startTaskProcess } from './taskProcess.ts';

export type Task =
  | { readonly do: 'append'; readonly callers: number; readonly seconds: number; readonly tell: boolean }
  | { readonly do: 'write'; readonly streams: readonly string[]; readonly events: number }
  | {
      readonly do: 'readStreams';
      readonly streams: readonly string[];
      /** Events in each. */
      readonly events: number;
      readonly seconds: number;
    }
  | { readonly do: 'readLog' | 'count' };

export interface Appended {
  readonly did: 'append';
  readonly appended: number;
  readonly perSecond: number;
  /** In milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** With `tell`: each event with its acknowledged position. */
  readonly places: readonly (readonly [id: string, place: string | null])[];
}

export interface Read {
  readonly did: 'read';
  readonly events: number;
  /** NaN if the store can't. */
  readonly perSecond: number;
}

export type TaskAnswer =
  | Appended
  | Read
  | { readonly did: 'count'; readonly events: number }
  | { readonly did: 'write' };

/** An event store that is measured, in its own process. */
export interface ContenderProcess {
  append(callers: number, seconds: number, tell?: boolean): Promise<Appended>;
  write(streams: readonly string[], events: number): Promise<void>;
  readStreams(streams: readonly string[], events: number, seconds: number): Promise<Read>;
  readLog(): Promise<Read>;
  count(): Promise<number>;
  /** Kills it. */
  end(): void;
}

const PROGRAM = path.join(import.meta.dirname, 'programs/contender.ts');

/** @param file the contender's module, relative to this folder, e.g. `contenders/ours.ts` @param prepare creates its schema */
export async function startContender(
  file: string,
  databaseUrl: string,
  prepare: boolean,
): Promise<ContenderProcess> {
  const { ask, end } = await startTaskProcess<Task, TaskAnswer>(
    PROGRAM,
    path.join(import.meta.dirname, file),
    { DATABASE_URL: databaseUrl, PREPARE: prepare ? 'yes' : 'no' },
  );
  return {
    append: (callers, seconds, tell = false) => ask({ do: 'append', callers, seconds, tell }, 'append'),
    write: async (streams, events) => void (await ask({ do: 'write', streams, events }, 'write')),
    readStreams: (streams, events, seconds) => ask({ do: 'readStreams', streams, events, seconds }, 'read'),
    readLog: () => ask({ do: 'readLog' }, 'read'),
    count: async () => (await ask({ do: 'count' }, 'count')).events,
    end,
  };
}
