import type { PortalEventType } from '@portal/domain';
import { LRUCache } from 'lru-cache';
import type { Execute, PortalEnvelope } from './execute.ts';

/** Events remembered: more than followers ever lag behind in normal operation. */
const MAX_EVENTS = 10_000;

/** A command runs the processes of what it appended within this time, unless it failed. */
const BEGINS_WITHIN_MS = 2_000;

type Succeeded = ReadonlySet<string>;
type End = (succeeded: Succeeded | Promise<Succeeded>) => void;

/**
 * Which processes this portal has run inline for an event, so that its followers do not decide the event again. It is lost
 * with the portal; a follower that knows nothing of an event runs its process.
 */
export class InlineRuns {
  readonly #runs = new LRUCache<string, Promise<Succeeded>>({ max: MAX_EVENTS });
  /** Ends the wait for a run that has not begun. */
  readonly #expected = new Map<string, End>();

  /**
   * Followers wait a moment for the inline run of what a command appends, so that it may do other work in between.
   * @param types what processes follow
   */
  expecting(execute: Execute, types: ReadonlySet<PortalEventType>): Execute {
    return async (execution) => {
      const done = await execute(execution);
      for (const envelope of done.appended) if (types.has(envelope.event.type)) this.#expect(envelope);
      return done;
    };
  }

  #expect(envelope: PortalEnvelope): void {
    const { id } = envelope;
    const end = this.begin(envelope);
    const expected: End = (run) => {
      clearTimeout(timer);
      if (this.#expected.get(id) === expected) this.#expected.delete(id);
      end(run);
    };
    const timer = setTimeout(() => expected(new Set()), BEGINS_WITHIN_MS).unref();
    this.#expected.set(id, expected);
  }

  /** The processes of this event are run inline now. @returns ends it, with the names of those that succeeded */
  begin({ id }: PortalEnvelope): End {
    let end: End = () => {};
    const run = new Promise<Succeeded>((resolve) => (end = resolve));
    this.#expected.get(id)?.(run);
    this.#runs.set(id, run);
    return end;
  }

  /** Whether this process has succeeded for the event; waits while it may run. */
  async succeeded(process: string, { id }: PortalEnvelope): Promise<boolean> {
    return (await this.#runs.get(id))?.has(process) ?? false;
  }
}
