import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Accounts } from './accounts.ts';
import {
  type ApiAnswer,
  answerApi,
  errorAnswer,
  failureAnswer,
  mustBeOurVersion,
  toldToFail,
} from './api/answer.ts';
import { readAssets } from './assets.ts';
import { answerBrowser } from './browserApi.ts';
import { StripeFailure } from './failures.ts';
import type { Faults } from './faults.ts';
import { keyInUse } from './idempotency.ts';
import type { Account } from './state/account.ts';
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
  readonly version: string;
}

interface ReadRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: string;
  readonly requestId: string;
}

const MAX_BODY = 1_000_000;
const KEPT_REQUESTS = 1_000;

/** Answers requests. It logs method, path and status, never a body, key or query. */
export function createRequestListener(options: ServerOptions): RequestListener {
  const assets = readAssets();
  const running = new Set<string>();

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = '', query = ''] = (request.url ?? '').split('?', 2);
    const method = request.method ?? 'GET';
    const requestId = newId('req');
    response.once('close', () =>
      options.log.debug({ method, path, status: response.statusCode }, 'simulated Stripe'),
    );
    const body = await readBody(request);
    if (body === null)
      return send(response, errorAnswer(413, { code: 'request_too_large' }), requestId, options.version);
    const read: ReadRequest = { method, path, query, body, requestId };
    const origin = headerOf(request, 'origin');
    if (method === 'POST' && origin !== null && origin !== options.browserOrigin())
      return send(response, errorAnswer(403, { code: 'foreign_origin' }), requestId, options.version);

    const asset = assets.get(path);
    if (asset !== undefined && (method === 'GET' || method === 'HEAD')) {
      response.writeHead(200, {
        'Content-Type': asset.type,
        'Cache-Control': 'no-cache',
        'X-Content-Type-Options': 'nosniff',
      });
      response.end(method === 'HEAD' ? undefined : asset.text);
      return;
    }
    await withFaults(request, response, read, (fails) => {
      if (path.startsWith('/v1/')) return answerSecret(request, read, fails);
      const answer = answerBrowser(read, options.accounts, options.clock(), options.log);
      return fails ? toldToFail() : answer;
    });
  }

  /** Does the work, with the fault that was added for it. */
  async function withFaults(
    request: IncomingMessage,
    response: ServerResponse,
    read: ReadRequest,
    work: (fails: boolean) => ApiAnswer,
  ): Promise<void> {
    const fault = options.faults.take(read.method, read.path);
    const key = headerOf(request, 'idempotency-key');
    const name = `${headerOf(request, 'authorization')} ${key}`;
    if (key !== null && running.has(name))
      return send(response, failureAnswer(keyInUse(key)), read.requestId, options.version);
    if (key !== null) running.add(name);
    try {
      if (fault?.when === 'before') {
        if (fault.action === 'drop') return void request.socket.destroy();
        if (fault.action === 'hang') return;
        if (fault.action === 'error500') {
          return send(
            response,
            { ...toldToFail(), headers: { 'Stripe-Should-Retry': 'true' } },
            read.requestId,
            options.version,
          );
        }
        await pause(fault.milliseconds);
      }
      const answer = work(fault?.when === 'after' && fault.action === 'error500');
      if (fault?.when === 'after') {
        if (fault.action === 'drop') return void request.socket.destroy();
        if (fault.action === 'hang') return;
        if (fault.action === 'delay') {
          running.delete(name);
          await pause(fault.milliseconds);
        }
      }
      send(response, answer, read.requestId, options.version);
    } finally {
      running.delete(name);
    }
  }

  function answerSecret(request: IncomingMessage, read: ReadRequest, fails: boolean): ApiAnswer {
    const idempotencyKey = headerOf(request, 'idempotency-key');
    try {
      const account = accountFor(request, options.accounts);
      mustBeOurVersion(headerOf(request, 'stripe-version') ?? undefined, options.version);
      options.requests.push({
        method: read.method,
        path: read.path,
        body: read.body || read.query,
        idempotencyKey,
      });
      if (options.requests.length > KEPT_REQUESTS) options.requests.shift();
      const answer = answerApi(
        { ...read, idempotencyKey },
        account,
        options.clock(),
        options.accounts,
        fails,
        options.log,
      );
      return idempotencyKey === null
        ? answer
        : { ...answer, headers: { ...answer.headers, 'Idempotency-Key': idempotencyKey } };
    } catch (error) {
      if (error instanceof StripeFailure) return failureAnswer(error);
      throw error;
    }
  }

  return (request, response) => {
    serve(request, response).catch((error: unknown) => {
      options.log.error({ err: error }, 'the Stripe simulator is broken');
      request.socket.destroy();
    });
  };
}

/** @throws StripeFailure 401 without a known secret key, 403 with a publishable one */
function accountFor(request: IncomingMessage, accounts: Accounts): Account {
  const key = /^Bearer (\S+)$/.exec(headerOf(request, 'authorization') ?? '')?.[1];
  const refused = (status: number, message: string, code?: string) =>
    new StripeFailure(status, { type: 'invalid_request_error', message, code });
  if (key === undefined) throw refused(401, 'You did not provide an API key.');
  if (key.startsWith('pk_'))
    throw refused(
      403,
      'This API call cannot be made with a publishable API key. Please use a secret API key.',
      'secret_key_required',
    );
  const account = accounts.bySecretKey(key);
  if (account === undefined) throw refused(401, `Invalid API Key provided: ${key.slice(0, 8)}***`);
  return account;
}

const headerOf = (request: IncomingMessage, name: string): string | null => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : null;
};

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BODY) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, answer: ApiAnswer, requestId: string, version: string): void {
  response.writeHead(answer.status, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'Request-Id': requestId,
    'Stripe-Version': version,
    ...answer.headers,
  });
  response.end(answer.body);
}
