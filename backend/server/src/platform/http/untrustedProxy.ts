import type { Logger } from 'pino';

/** How long a proxy counts as seen after its last request, in milliseconds. */
const SEEN_MS = 15 * 60_000;

export type UntrustedProxy = ReturnType<typeof watchUntrustedProxy>;

/** Watches for a proxy that TRUST_PROXY does not name: all its clients share its address, and so the limits on sign-in. */
export function watchUntrustedProxy(log: Logger, now: () => number = Date.now) {
  let last: { readonly address: string; readonly at: number } | null = null;
  let logged = Number.NEGATIVE_INFINITY;
  return {
    /** Records a request with X-Forwarded-For from this address; logs the first of each quarter of an hour. */
    seen(address: string): void {
      last = { address, at: now() };
      if (now() - logged < SEEN_MS) return;
      logged = now();
      log.warn(
        { proxy: address },
        'requests arrive through a proxy that TRUST_PROXY does not name: its clients count as one address',
      );
    },
    /** The last such address, for an alert; null for none within a quarter of an hour. */
    last: (): string | null => (last !== null && now() - last.at < SEEN_MS ? last.address : null),
  };
}
