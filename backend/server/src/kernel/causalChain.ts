import type { Position } from '@portal/event-store';

/** What one command and its processes appended. A response waits for it and reports its position. */
export interface CausalChain {
  /** Types of the events appended, for the projections that know them. */
  readonly types: readonly string[];
  /** Log position of the last event; null where nothing was appended. */
  readonly position: Position | null;
}

/** A command that was already true. */
export const NOTHING_APPENDED: CausalChain = { types: [], position: null };

/** Several chains as one, with the furthest position. */
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
