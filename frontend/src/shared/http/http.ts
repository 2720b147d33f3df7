import { IDEMPOTENCY_KEY, LOG_POSITION, READ_AFTER } from '@portal/contract';
import { commandKey, settleCommandKey } from './commandKeys.ts';
import { HttpError, messageOf, problemIn } from './problem.ts';
import { sessionExpired } from './sessionExpired.ts';

export { HttpError, messageOf };

/** How far the log had come at our latest command; queries wait for it, so that one reads one's own writes. */
let lastPosition: string | null = null;

/** Positions are fixed-width sortable text; answers may come back in another order than they were given. */
function rememberPosition(response: Response): void {
  const position = response.headers.get(LOG_POSITION);
  if (position !== null && (lastPosition === null || position > lastPosition)) lastPosition = position;
}

function headersFor(body: string | null, key: string | null): Headers {
  const headers = new Headers({ Accept: 'application/json' });
  if (body !== null) headers.set('Content-Type', 'application/json');
  if (lastPosition !== null) headers.set(READ_AFTER, lastPosition);
  if (key !== null) headers.set(IDEMPOTENCY_KEY, key);
  return headers;
}

async function send(
  method: string,
  path: string,
  body: string | null,
  key: string | null,
  ifMatch: string | null = null,
): Promise<Response> {
  const headers = headersFor(body, key);
  if (ifMatch !== null) headers.set('If-Match', ifMatch);
  const response = await fetch(path, {
    method,
    credentials: 'include',
    headers,
    ...(body === null ? {} : { body }),
  });
  rememberPosition(response);
  return response;
}

/**
 * One call for the admin area's data provider, which reads the answer itself: session, read position and, for a
 * change, the Idempotency-Key are ours; headers and abort signal are the caller's. Rejects when the network fails.
 */
export async function call(path: string, init: RequestInit): Promise<Response> {
  const method = init.method ?? 'GET';
  const body = typeof init.body === 'string' ? init.body : null;
  const action = method === 'GET' ? null : { method, path, body };
  const headers = headersFor(body, action === null ? null : commandKey(action));
  for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
  const response = await fetch(path, { ...init, credentials: 'include', headers });
  rememberPosition(response);
  if (action !== null && response.status < 500) settleCommandKey(action);
  return response;
}

/** The error an answer stands for. */
export async function problemOf(response: Response): Promise<HttpError> {
  return problemIn(await response.text(), response);
}

async function answerOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return null;
  return response.headers.get('Content-Type')?.includes('json') ? JSON.parse(text) : text;
}

interface RequestOptions {
  /** `own`: the caller explains a 401 itself (the login call); otherwise the session counts as expired. */
  readonly unauthorized?: 'expired' | 'own';
  /** The revision that was read: where the record is another by now, the answer is a 412. */
  readonly ifMatch?: string | null;
}

/**
 * Sends one user action and answers its JSON (S1-7). Rejects with {@link HttpError} on any answer that
 * is no success, with TypeError when the network fails. The same action sent again after an unknown outcome carries
 * the same Idempotency-Key. A 401 waits 100 ms and goes to /auth (section 8).
 */
export async function request(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  data?: unknown,
  options: RequestOptions = {},
): Promise<unknown> {
  const body = data === undefined ? null : JSON.stringify(data);
  const action = { method, path, body };
  const response = await send(method, path, body, commandKey(action), options.ifMatch);
  if (response.status < 500) settleCommandKey(action);
  if (response.ok) return answerOf(response);
  const problem = await problemOf(response);
  if (response.status === 401 && options.unauthorized !== 'own') await sessionExpired();
  throw problem;
}

/** The default read: GET of a path, its JSON. A 401 is an error unless `null` is asked for (S1-7). */
export async function read(path: string, unauthorized: 'error' | 'null' = 'error'): Promise<unknown> {
  const response = await send('GET', path, null, null);
  if (response.ok) return answerOf(response);
  if (response.status === 401 && unauthorized === 'null') return null;
  throw await problemOf(response);
}

/** A record as it is read, with the revision for the If-Match of a change; null where the answer has none. */
export interface Revised {
  readonly json: unknown;
  readonly etag: string | null;
}

/** Reads one record with its revision. Rejects with {@link HttpError}. */
export async function readRevised(path: string): Promise<Revised> {
  const response = await send('GET', path, null, null);
  if (!response.ok) throw await problemOf(response);
  return { json: await answerOf(response), etag: response.headers.get('ETag') };
}
