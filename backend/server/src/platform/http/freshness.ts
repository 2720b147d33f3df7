import { LOG_POSITION, PROJECTION, READ_AFTER } from '@portal/contract';
import type { Context } from 'koa';
import type { CausalChain } from '../../kernel/causalChain.ts';

/** How long a response waits for its projections, in milliseconds. */
export const FRESHNESS_MS = 2_000;

/** Port to the projection runtime: true when reached within the time, false when not. */
export interface Freshness {
  waitForTypes(types: readonly string[], position: string, milliseconds: number): Promise<boolean>;
  waitForProjections(names: readonly string[], position: string, milliseconds: number): Promise<boolean>;
  /** Whether the log reaches as far as `position`. */
  isInLog(position: string): Promise<boolean>;
}

const POSITION = /^[\w.:/-]{1,100}$/;

/** Waits until appended events are visible, and adds `X-Log-Position`. */
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
 * Waits at most `milliseconds` for `X-Read-After`, in any process. Positions that are not in the log (another log's, or from before
 * a restore) are ignored.
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
