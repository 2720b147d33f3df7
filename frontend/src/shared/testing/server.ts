import { vi } from 'vitest';

/** A call that a page made. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: unknown;
  readonly credentials: RequestCredentials | undefined;
}

/** The marker that the server sets beside a session: without it the pages ask for no user. */
export function markSignedIn(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store
  document.cookie = 'portal-signed-in=1';
}

/** Takes the marker away again. */
export function markSignedOut(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store
  document.cookie = 'portal-signed-in=; max-age=0';
}

/** JSON with status 200, or whatever a function answers. */
export type Answer = unknown | ((call: Call) => Response | Promise<Response>);

export const json = (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });

/**
 * Answers fetch from a table `{'GET /api/user': …}` and keeps the calls; what is not in it is a 404. A double of the
 * network alone: what the server decides is proved by the browser tests.
 */
export function answerFetch(table: Readonly<Record<string, Answer>>): Call[] {
  const calls: Call[] = [];
  markSignedIn();
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const call: Call = {
      method: init.method ?? 'GET',
      path: String(input),
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      credentials: init.credentials,
    };
    calls.push(call);
    const name = `${call.method} ${call.path}`;
    if (!(name in table)) return json({ error: `${name} is not there` }, 404);
    const answer = table[name];
    return typeof answer === 'function' ? answer(call) : json(answer);
  });
  return calls;
}
