/**
 * A random UUID (version 4). `crypto.randomUUID` is missing outside secure contexts, e.g. on a plain http address in a
 * test network.
 */
export function randomId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** What a user asks of the server, as it goes over the wire. */
export interface Action {
  readonly method: string;
  readonly path: string;
  readonly body: string | null;
}

interface OpenKey {
  readonly key: string;
  readonly path: string;
  readonly since: number;
}

/** Keys of actions whose outcome is not known yet: in flight, cut off, or answered with a server fault. */
const open = new Map<string, OpenKey>();

/** After this long the same action is taken for a new wish, no longer for another try of the old one. */
const FORGET_AFTER_MS = 5 * 60_000;

const nameOf = ({ method, path, body }: Action) => `${method} ${path} ${body ?? ''}`;

/** The Idempotency-Key of an action: a new one, or the one it was sent with when its outcome stayed unknown. */
export function commandKey(action: Action): string {
  const known = open.get(nameOf(action));
  if (known !== undefined && Date.now() - known.since < FORGET_AFTER_MS) return known.key;
  const key = randomId();
  open.set(nameOf(action), { key, path: action.path, since: Date.now() });
  return key;
}

/**
 * The action has its answer; doing the same again is a new action. So is any other that was left open on the
 * same thing: approve, disapprove, approve are three wishes, and the third must not get the first one's answer.
 */
export function settleCommandKey(action: Action): void {
  for (const [name, { path }] of open) if (path === action.path) open.delete(name);
}
