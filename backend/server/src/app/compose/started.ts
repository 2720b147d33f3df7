import type { Logger } from 'pino';

/** Stops what was started, in the opposite order. */
export interface Started {
  onStop(stop: () => Promise<unknown>): void;
  /** Stops everything, latest first; failures are logged. */
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
