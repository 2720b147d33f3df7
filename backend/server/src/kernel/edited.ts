import type { CausalChain } from './causalChain.ts';
import type { PortalEnvelope } from './execute.ts';

/** Result of an edit of one record. */
export interface Edited {
  readonly chain: CausalChain;
  /** The record's stream after it; null where nothing had to change. */
  readonly revision: bigint | null;
}

/** The revision that these events brought their stream to; null for none. */
export const revisionAfter = (appended: readonly PortalEnvelope[]): bigint | null =>
  appended.at(-1)?.revision ?? null;

export interface Precaution {
  /** Why, for the record's history. */
  readonly reason?: string | undefined;
  /** The revision that was looked at (If-Match); undefined where any will do. */
  readonly seenRevision?: bigint | undefined;
}
