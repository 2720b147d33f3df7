/** Keys of actions whose outcome is not known yet: in flight, cut off, or answered with a server fault. */
const open = new Map<string, string>();

/** `crypto.randomUUID` is missing outside secure contexts, e.g. on a plain http address in a test network. */
function randomKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/** The Idempotency-Key of an action: a new one, or the one it was sent with when its outcome stayed unknown. */
export function commandKey(action: string): string {
  const key = open.get(action) ?? randomKey();
  open.set(action, key);
  return key;
}

/** The action has its answer; doing the same again is a new action. */
export function settleCommandKey(action: string): void {
  open.delete(action);
}
