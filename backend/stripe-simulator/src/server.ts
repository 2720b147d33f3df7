import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Accounts } from './accounts.ts';
import { type ApiAnswer, type ApiRequest, answerCall, failureAnswer, toldToFail } from './api/answer.ts';
import { keyInUse } from './api/idempotency.ts';
import { StripeFailure } from './failures.ts';
import type { Faults } from './faults.ts';
import { API_VERSION } from './state/account.ts';
import { newId } from './state/ids.ts';

/** A request of the secret API, for tests. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  /** The form as sent; never a card number: the browser's calls are not recorded. */
  readonly body: string;
  readonly idempotencyKey: string | null;
}

interface ServerOptions {
  readonly accounts: Accounts;
  readonly faults: Faults;
  readonly requests: RecordedRequest[];
  readonly clock: () => Date;
  readonly log: Logger;
  /** Origin of the portal's pages. */
  readonly browserOrigin: () => string;
}

const MAX_BODY = 1_000_000;
const KEPT_REQUESTS = 1_000;

/** Answers requests. It logs method, path and status, never a body, key or query. */
export function createRequestListener(options: ServerOptions): RequestListener {
  const { accounts, faults, requests, clock, log } = options;
  const scripts = readScripts();
  const running = new Set<string>();

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const read = await readRequest(request);
    const { method, path } = read;
    response.once('close', () =>
      log.debug({ method, path, status: response.statusCode }, 'simulated Stripe'),
    );
    const script = scripts.get(path);
    if (script !== undefined && (method === 'GET' || method === 'HEAD')) {
      response.writeHead(200, {
        'Content-Type': 'text/javascript; charset=utf-8',
        'Cache-Control': 'no-cache',
        'X-Content-Type-Options': 'nosniff',
      });
      response.end(method === 'HEAD' ? undefined : script);
      return;
    }
    const answer = await answerTo(read, request.headers.origin);
    if (answer === 'hang') return;
    if (answer === 'drop') return void request.socket.destroy();
    response.writeHead(answer.status, {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      'Request-Id': read.requestId,
      'Stripe-Version': API_VERSION,
      ...answer.headers,
    });
    response.end(answer.body);
  }

  /** Does the work, with the fault that was added for it. */
  async function answerTo(
    read: ApiRequest,
    origin: string | undefined,
  ): Promise<ApiAnswer | 'drop' | 'hang'> {
    const { method, path, body, query, idempotencyKey } = read;
    if (body.length > MAX_BODY) return refusal(413, 'The request is too large.');
    if (method === 'POST' && origin !== undefined && origin !== options.browserOrigin())
      return refusal(403, 'The request comes from a page of another site.');
    const fault = faults.take(method, path);
    const name = `${read.authorization} ${idempotencyKey}`;
    if (idempotencyKey !== null && running.has(name)) return failureAnswer(keyInUse(idempotencyKey));
    if (idempotencyKey !== null) running.add(name);
    const [before, after] = fault?.when === 'before' ? [fault, null] : [null, fault];
    try {
      if (before?.action === 'drop' || before?.action === 'hang') return before.action;
      if (before?.action === 'error500') return toldToFail(true);
      if (before !== null) await pause(before.milliseconds);
      const answer = answerCall(read, {
        accounts,
        now: clock(),
        log,
        fails: after?.action === 'error500',
        heard: () => {
          requests.push({ method, path, body: body || query, idempotencyKey });
          if (requests.length > KEPT_REQUESTS) requests.shift();
        },
      });
      if (after?.action === 'drop' || after?.action === 'hang') return after.action;
      running.delete(name);
      if (after?.action === 'delay') await pause(after.milliseconds);
      return answer;
    } finally {
      running.delete(name);
    }
  }

  return (request, response) => {
    serve(request, response).catch((error: unknown) => {
      log.error({ err: error }, 'the Stripe simulator is broken');
      request.socket.destroy();
    });
  };
}

const refusal = (status: number, message: string) =>
  failureAnswer(new StripeFailure(status, { type: 'invalid_request_error', message }));

/** The browser script by address: `/stripe-simulator/v3.js` and the modules it imports. */
function readScripts(): ReadonlyMap<string, string> {
  const folder = path.join(import.meta.dirname, 'browser');
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'));
  return new Map(
    names.map((name) => [`/stripe-simulator/${name}`, readFileSync(path.join(folder, name), 'utf8')]),
  );
}

/** A body that is too long is not read to its end. */
async function readRequest(request: IncomingMessage): Promise<ApiRequest> {
  const [path = '', query = ''] = (request.url ?? '').split('?', 2);
  const headerOf = (name: string): string | null => {
    const value = request.headers[name];
    return typeof value === 'string' ? value : null;
  };
  let body = '';
  request.setEncoding('utf8');
  for await (const chunk of request) {
    body += chunk;
    if (body.length > MAX_BODY) break;
  }
  return {
    method: request.method ?? 'GET',
    path,
    query,
    body,
    requestId: newId('req'),
    authorization: headerOf('authorization'),
    idempotencyKey: headerOf('idempotency-key'),
    version: headerOf('stripe-version'),
  };
}
