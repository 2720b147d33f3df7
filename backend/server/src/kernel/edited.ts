import type { CausalChain } from './causalChain.ts';
import type { PortalEnvelope } from './execute.ts';

/** Result of an edit of one record. */
export interface Edited {
  readonly chain: CausalChain;
  /** The record's new revision; null if nothing changed. */
  readonly revision: bigint | null;
}

export const revisionAfter = (appended: readonly PortalEnvelope[]): bigint | null =>
  appended.at(-1)?.revision ?? null;

export interface Precaution {
  /** Why, for the record's history. */
  readonly reason?: string | undefined;
  /** The revision that the caller saw (If-Match); undefined for any. */
  readonly seenRevision?: bigint | undefined;
}
