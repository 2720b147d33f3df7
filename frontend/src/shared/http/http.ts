import { IDEMPOTENCY_KEY, LOG_POSITION, READ_AFTER, STEP_UP_REQUIRED } from '@portal/contract';
import { sessionExpired } from './askedPage.ts';
import { causeOf, HttpError, messageOf, problemIn, UserError } from './problem.ts';
import { stepUp } from './stepUp.ts';

export { causeOf, HttpError, messageOf, UserError };

/** The log position of our latest command: reads wait until it is visible. */
let lastPosition: string | null = null;

/**
 * One call with session, read position and, for a change, an Idempotency-Key; the caller's headers win. The same change
 * sent again after an unknown outcome has the same key. Rejects when the network fails.
 */
export async function call(path: string, init: RequestInit = {}): Promise<Response> {
  const { method = 'GET' } = init;
  const body = typeof init.body === 'string' ? init.body : null;
  const action = method === 'GET' ? null : { method, path, body };
  const headers = new Headers({ Accept: 'application/json' });
  if (body !== null) headers.set('Content-Type', 'application/json');
  if (lastPosition !== null) headers.set(READ_AFTER, lastPosition);
  if (action !== null) headers.set(IDEMPOTENCY_KEY, commandKey(action));
  for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
  const response = await fetch(path, { ...init, credentials: 'include', headers });
  const position = response.headers.get(LOG_POSITION);
  // sortable text of fixed width; answers may arrive out of order
  if (position !== null && (lastPosition === null || position > lastPosition)) lastPosition = position;
  if (action !== null && response.status < 500) settleCommandKey(action);
  return response;
}

export async function problemOf(response: Response): Promise<HttpError> {
  return problemIn(await response.text(), response);
}

/** The body of an answer: JSON, text or null. */
export async function answerOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return null;
  return response.headers.get('Content-Type')?.includes('json') ? JSON.parse(text) : text;
}

interface RequestOptions {
  /** `own`: the caller handles a 401 (the login call); otherwise the session counts as expired. */
  readonly unauthorized?: 'expired' | 'own';
  /** The revision that was read: a newer one is refused with 412. */
  readonly ifMatch?: string | null | undefined;
  /** In place of the key that {@link call} makes. */
  readonly idempotencyKey?: string | undefined;
}

export type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Sends one user action. Where it needs a step-up, asks for it and sends it again; an expired session ends. Rejects with
 * {@link HttpError} on any answer that is no success, with TypeError when the network fails.
 */
export async function send(
  method: Method,
  path: string,
  data?: unknown,
  options: RequestOptions = {},
): Promise<Response> {
  const { unauthorized, ifMatch, idempotencyKey } = options;
  const response = await call(path, {
    method,
    body: data === undefined ? null : JSON.stringify(data),
    headers: {
      ...(ifMatch ? { 'If-Match': ifMatch } : {}),
      ...(idempotencyKey ? { [IDEMPOTENCY_KEY]: idempotencyKey } : {}),
    },
  });
  if (response.ok) return response;
  const problem = await problemOf(response);
  if (response.status === 401 && unauthorized !== 'own') await sessionExpired();
  // the change is sent again once the user has confirmed the password
  if (problem.code === STEP_UP_REQUIRED && (await stepUp())) return send(method, path, data, options);
  throw problem;
}

/** Sends one user action and returns its JSON (S1-7). Rejects as {@link send}. */
export const request = async (...action: Parameters<typeof send>): Promise<unknown> =>
  answerOf(await send(...action));

/** GET of a path, its JSON. A 401 is an error unless `null` is asked for (S1-7). */
export async function read(path: string, unauthorized: 'error' | 'null' = 'error'): Promise<unknown> {
  const response = await call(path);
  if (response.ok) return answerOf(response);
  if (response.status === 401 && unauthorized === 'null') return null;
  throw await problemOf(response);
}

/** A record and its revision for If-Match; null where the server sent none. */
export interface Revised<R> {
  readonly record: R;
  readonly etag: string | null;
}

const revisedOf = async (response: Response): Promise<Revised<unknown>> => ({
  record: await answerOf(response),
  etag: response.headers.get('ETag'),
});

/** Reads a record with its revision. Rejects with {@link HttpError}. */
export async function readRevised(path: string): Promise<Revised<unknown>> {
  const response = await call(path);
  if (!response.ok) throw await problemOf(response);
  return revisedOf(response);
}

/** Changes the record that was read at `ifMatch`; a newer one is refused with 412. As {@link request}. */
export const revise = async (method: Method, path: string, data: unknown, ifMatch: string | null) =>
  revisedOf(await send(method, path, data, { ifMatch }));

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
interface Action {
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
