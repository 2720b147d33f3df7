import { LRUCache } from 'lru-cache';
import type { PortalEnvelope } from './execute.ts';

/** Events remembered: more than followers ever lag behind in normal operation. */
const MAX_EVENTS = 10_000;

/**
 * Which processes this portal has run inline for an event, so that its followers do not decide the event again. It is lost
 * with the portal; a follower that knows nothing of an event runs its process.
 */
export class InlineRuns {
  readonly #runs = new LRUCache<string, Promise<ReadonlySet<string>>>({ max: MAX_EVENTS });

  /** The processes of this event are run inline now. @returns ends it, with the names of those that succeeded */
  begin({ id }: PortalEnvelope): (succeeded: ReadonlySet<string>) => void {
    let end: (succeeded: ReadonlySet<string>) => void = () => {};
    this.#runs.set(id, new Promise((resolve) => (end = resolve)));
    return end;
  }

  /** Whether this process has succeeded for the event; waits while it may run. */
  async succeeded(process: string, { id }: PortalEnvelope): Promise<boolean> {
    return (await this.#runs.get(id))?.has(process) ?? false;
  }
}
