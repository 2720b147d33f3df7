import { HttpError } from 'react-admin';
import { type FieldProblem, readProblem } from '../../shared/http/problem.ts';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  readonly json: unknown;
}

/** Sends one request to the portal; sessions, read positions and command keys are its business. */
export type Send = (url: string, init: RequestInit) => Promise<Response>;

/** What the data provider calls: rejects with react-admin's HttpError unless the answer is a 2xx. */
export type HttpClient = (url: string, options?: RequestInit) => Promise<HttpAnswer>;

const UNREACHABLE = 'The portal could not be reached. Please check your connection and try again.';

/** Builds the http client of the data provider over `send`, the portal's own way of calling the API. */
export function createHttpClient(send: Send): HttpClient {
  return async (url, options = {}) => {
    const response = await send(url, options).catch((cause: unknown) => {
      if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
      throw new HttpError(UNREACHABLE, 0, {});
    });
    const body = await response.text();
    const json = parseJson(body);
    if (!response.ok) throw toHttpError(response.status, body, json);
    return { status: response.status, headers: response.headers, body, json };
  };
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // a proxy's page or an empty body: the status decides what it means
    return undefined;
  }
}

/**
 * The portal's problem ({error, errors: [{path, message}]}) in react-admin's form: `message` is the text for a
 * person, `body.errors` maps each field to its message, `root.serverError` carries what belongs to no field,
 * `body.conflict` is what a 412 says of both values. A body without text shows as 'status: text'.
 */
function toHttpError(status: number, body: string, json: unknown): HttpError {
  const problem = readProblem(body);
  if (problem === null) return new HttpError(`${status}: ${body.slice(0, 200)}`, status, {});
  const { error, errors } = problem;
  return new HttpError(error, status, {
    errors: { ...byField(errors), root: { serverError: error } },
    ...(typeof json === 'object' && json !== null && 'conflict' in json ? { conflict: json.conflict } : {}),
  });
}

function byField(errors: readonly FieldProblem[]): Record<string, string> {
  const fields: Record<string, string> = {};
  // the first message of a field wins: it names the most basic thing to mend
  for (const { path, message } of errors) fields[path] ??= message;
  return fields;
}
