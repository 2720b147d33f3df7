/** Within the 10 s that a supervisor waits. */
const STOP_WITHIN_MS = 9_500;
const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/**
 * Stops the portal and exits at SIGTERM or Ctrl+C, at once at the second one. Replaces the handlers of `start.mjs`.
 */
export function stopOnSignals(portal: { stop(): Promise<unknown> }): void {
  let stopping = false;
  const stop = () => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    void portal.stop().then(() => process.exit(0));
  };
  for (const signal of SIGNALS) {
    const earlier = process.listeners(signal);
    process.on(signal, stop);
    for (const handler of earlier) process.off(signal, handler);
  }
}

/** Aborts at the first SIGTERM or Ctrl+C, which do not end the process. */
export function abortedBySignals(): AbortSignal {
  const stopping = new AbortController();
  for (const signal of SIGNALS) process.once(signal, () => stopping.abort());
  return stopping.signal;
}
