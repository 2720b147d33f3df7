import { problemIn } from '../../shared/http/problem.ts';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  readonly json: unknown;
}

/** Sends one request to the portal; sessions, read positions and command keys are its business. */
export type Send = (url: string, init: RequestInit) => Promise<Response>;

/**
 * What the data provider calls: rejects with an HttpError unless the answer is a 2xx, with
 * TypeError where the network fails.
 */
export type HttpClient = (url: string, options?: RequestInit) => Promise<HttpAnswer>;

/** Builds the http client of the data provider over `send`, the portal's own way of calling the API. */
export function createHttpClient(send: Send): HttpClient {
  return async (url, options = {}) => {
    const response = await send(url, options);
    const body = await response.text();
    if (!response.ok) throw problemIn(body, response);
    const json = parseJson(body);
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
