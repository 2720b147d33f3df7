import type { Logger } from 'pino';

/** What was started, in order; stopped in the opposite one. */
export interface Started {
  /** Remembers how to stop what has just been started. */
  onStop(stop: () => Promise<unknown>): void;
  /** Stops all of it, the latest first. What fails is logged and holds up nothing that was started before it. */
  stopAll(): Promise<void>;
}

export function createStarted(log: Logger): Started {
  const stops: (() => Promise<unknown>)[] = [];
  return {
    onStop: (stop) => void stops.push(stop),
    async stopAll() {
      for (const stop of stops.splice(0).reverse()) {
        await stop().catch((error: unknown) => log.error({ err: error }, 'stopping failed'));
      }
    },
  };
}
