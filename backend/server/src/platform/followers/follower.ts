import type { PortalEventType } from '@portal/domain';
import type { PortalEnvelope } from '../../kernel/execute.ts';

/** Something that follows the log from a checkpoint of its own, one event after the other. */
export interface Follower {
  /** Stands in the checkpoint's row; never changes once released. */
  readonly name: string;
  readonly types: readonly PortalEventType[];
  /**
   * Called at least once for each event, so calling it twice must come to the same. A rejection holds the follower there.
   * @param signal aborts when the portal stops or the lease is lost: whoever waits for something leaves it to the next one
   */
  handle(envelope: PortalEnvelope, signal: AbortSignal): Promise<void>;
}
