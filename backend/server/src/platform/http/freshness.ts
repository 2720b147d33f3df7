import { LOG_POSITION, PROJECTION, READ_AFTER } from '@portal/contract';
import type { Context } from 'koa';
import type { CausalChain } from '../../kernel/causalChain.ts';

/** How long a response waits for its projections, in milliseconds. */
export const FRESHNESS_MS = 2_000;

/** Port to the projection runtime: true when reached within the time, false when not. */
export interface Freshness {
  /** Until every projection that knows one of `types` has passed `position`. */
  waitForTypes(types: readonly string[], position: string, milliseconds: number): Promise<boolean>;
  /** Until these projections have passed `position`. */
  waitForProjections(names: readonly string[], position: string, milliseconds: number): Promise<boolean>;
  /** Whether the log reaches as far as `position`. */
  isInLog(position: string): Promise<boolean>;
}

const POSITION = /^[\w.:/-]{1,100}$/;

/** Waits for what a command appended and tells the client where the log stands. */
export async function waitUntilVisible(
  ctx: Context,
  freshness: Freshness,
  chain: CausalChain,
): Promise<boolean> {
  if (chain.position === null) return true;
  const done = await freshness.waitForTypes(chain.types, chain.position, FRESHNESS_MS);
  ctx.set(LOG_POSITION, chain.position);
  if (!done) ctx.set(PROJECTION, 'catching-up');
  return done;
}

/**
 * Honours `X-Read-After`: the query's own projections first reach what this client wrote, in whichever process, for at
 * most `milliseconds`. A position that is not in the log (another log's, or from before a restore) is not waited for.
 */
export async function waitForOwnWrites(
  ctx: Context,
  freshness: Freshness,
  names: readonly string[],
  milliseconds: number,
): Promise<void> {
  const position = ctx.get(READ_AFTER);
  if (position === '' || !POSITION.test(position) || names.length === 0) return;
  if (await freshness.waitForProjections(names, position, 0)) return;
  if (!(await freshness.isInLog(position))) return;
  const done = await freshness.waitForProjections(names, position, milliseconds);
  if (!done) ctx.set(PROJECTION, 'catching-up');
}
