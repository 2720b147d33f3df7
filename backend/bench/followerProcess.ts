import path from 'node:path';
import type { CaughtUp, Follower, Tuning } from './contenders/follower.ts';
import { startTaskProcess } from './taskProcess.ts';

export type FollowerTask =
  | { readonly do: 'writeSites'; readonly sites: number; readonly atOnce: number }
  | { readonly do: 'catchUp'; readonly tuning: Tuning }
  | { readonly do: 'visible'; readonly tuning: Tuning; readonly seconds: number };

export type FollowerAnswer =
  | { readonly did: 'writeSites'; readonly events: number }
  | ({ readonly did: 'catchUp' } & CaughtUp)
  | { readonly did: 'visible'; readonly latencies: readonly number[] };

/** A follower in its own process. */
export interface FollowerProcess extends Follower {
  /** Kills it. */
  end(): void;
}

const PROGRAM = path.join(import.meta.dirname, 'programs/follower.ts');

/** @param file the follower's module, relative to this folder, e.g. `contenders/ourFollower.ts` */
export async function startFollower(file: string, databaseUrl: string): Promise<FollowerProcess> {
  const { ask, end } = await startTaskProcess<FollowerTask, FollowerAnswer>(
    PROGRAM,
    path.join(import.meta.dirname, file),
    { DATABASE_URL: databaseUrl },
  );
  return {
    writeSites: async (sites, atOnce) =>
      (await ask({ do: 'writeSites', sites, atOnce }, 'writeSites')).events,
    catchUp: (tuning) => ask({ do: 'catchUp', tuning }, 'catchUp'),
    visible: async (tuning, seconds) => (await ask({ do: 'visible', tuning, seconds }, 'visible')).latencies,
    end,
  };
}
