import { IDEMPOTENCY_KEY } from '@portal/contract';
import { sessionExpired } from '../../shared/http/askedPage.ts';
import { answerOf, call, type Method, problemOf, read, send } from '../../shared/http/http.ts';

/** What goes along with a change, as react-admin's `meta`. */
export interface CommandMeta {
  /** The revision that was read: a newer one is refused with 412. */
  readonly ifMatch?: string | undefined;
  /** In place of the key that every change gets. */
  readonly idempotencyKey?: string | undefined;
  /** Kept in the record's history. */
  readonly reason?: string | undefined;
}

function sendCommand(method: Method, path: string, body: object | undefined, meta: CommandMeta) {
  const { ifMatch, idempotencyKey, reason } = meta;
  return send(method, path, reason === undefined ? body : { ...body, reason }, { ifMatch, idempotencyKey });
}

/** Sends a change, with a step-up where it needs one; resolves to the answer's JSON. Rejects as `send`. */
export const command = async <Answer = unknown>(
  method: Method,
  path: string,
  body?: object,
  meta: CommandMeta = {},
): Promise<Answer> => (await answerOf(await sendCommand(method, path, body, meta))) as Answer;

export const post = <Answer = unknown>(path: string, body?: object, meta?: CommandMeta) =>
  command<Answer>('POST', path, body, meta);

/** Changes a record: {@link command}; resolves to the record with its new revision as `etag`. */
export async function change<Changed extends object>(
  method: Method,
  path: string,
  body: object,
  meta: CommandMeta = {},
): Promise<Changed & { readonly etag: string | null }> {
  const response = await sendCommand(method, path, body, meta);
  return { ...((await answerOf(response)) as Changed), etag: response.headers.get('ETag') };
}

type Query = Readonly<Record<string, string | number | null | undefined>>;

/** A path with a query; blank values are left out. */
export function withQuery(path: string, query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === '' || value == null ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

/** GET of a path, its JSON. Rejects with HttpError, also on a 401. */
export const get = async <Answer>(path: string, query: Query = {}): Promise<Answer> =>
  (await read(withQuery(path, query))) as Answer;

/** Sends a file, CSV by default; each upload is a new action, whatever came of the last one. Rejects as {@link get}. */
export async function postFile<Answer>(
  path: string,
  file: File,
  query: Query,
  type = 'text/csv',
): Promise<Answer> {
  const key = Array.from(crypto.getRandomValues(new Uint32Array(4)), String).join('-');
  const response = await call(withQuery(path, query), {
    method: 'POST',
    body: file,
    headers: { 'Content-Type': type, [IDEMPOTENCY_KEY]: key },
  });
  if (response.status === 401) await sessionExpired();
  if (!response.ok) throw await problemOf(response);
  return (await answerOf(response)) as Answer;
}
