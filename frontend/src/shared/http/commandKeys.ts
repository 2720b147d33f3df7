/** A random UUID (version 4). `crypto.randomUUID` is missing outside secure contexts, e.g. on plain http. */
export function randomId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** A change as it is sent. */
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

/** Keys of actions with an unknown outcome: in flight, cut off, or answered with a 5xx. */
const open = new Map<string, OpenKey>();

/** After this long the same action counts as a new one, not as a retry. */
const FORGET_AFTER_MS = 5 * 60_000;

const nameOf = ({ method, path, body }: Action) => `${method} ${path} ${body ?? ''}`;

/** The Idempotency-Key of an action: that of its last try if the outcome is unknown, else a new one. */
export function commandKey(action: Action): string {
  const known = open.get(nameOf(action));
  if (known !== undefined && Date.now() - known.since < FORGET_AFTER_MS) return known.key;
  const key = randomId();
  open.set(nameOf(action), { key, path: action.path, since: Date.now() });
  return key;
}

/**
 * The action has its answer, so the same is a new action from now on. So are all open ones on the same path: of
 * approve, disapprove, approve the third must not get the answer of the first.
 */
export function settleCommandKey(action: Action): void {
  for (const [name, { path }] of open) if (path === action.path) open.delete(name);
}
