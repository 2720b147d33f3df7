import type { Position } from '@portal/event-store';

/** What a command and its processes appended; the response waits for it. */
export interface CausalChain {
  /** Event types, for the projections that handle them. */
  readonly types: readonly string[];
  /** Position of the last event; null if nothing was appended. */
  readonly position: Position | null;
}

/** For commands that changed nothing. */
export const NOTHING_APPENDED: CausalChain = { types: [], position: null };

/** Merges chains, keeping the furthest position. */
export function joinChains(
  compare: (a: Position, b: Position) => number,
  ...chains: CausalChain[]
): CausalChain {
  let position: Position | null = null;
  for (const chain of chains) {
    if (chain.position !== null && (position === null || compare(chain.position, position) > 0)) {
      position = chain.position;
    }
  }
  return { types: [...new Set(chains.flatMap((chain) => chain.types))], position };
}
