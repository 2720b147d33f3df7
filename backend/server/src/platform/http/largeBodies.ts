/**
 * Memory of this process for request bodies above the usual limit, in bytes. Smaller bodies never wait for it, so large
 * ones that stop halfway keep out neither webhooks nor orders.
 */
const MAX_LARGE_BYTES = 50_000_000;

let inUse = 0;

/** The share of one request. */
export function largeBodies() {
  let own = 0;
  return {
    /** Takes `bytes` in all. @returns false where there is no room */
    hold(bytes: number): boolean {
      if (inUse - own + bytes > MAX_LARGE_BYTES) return false;
      inUse += bytes - own;
      own = bytes;
      return true;
    },
    /** Gives them back. */
    release(): void {
      inUse -= own;
      own = 0;
    },
  };
}
