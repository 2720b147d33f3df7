import type { Logger } from 'pino';
import type { Accounts } from '../accounts.ts';
import { invalid, StripeFailure } from '../failures.ts';
import { canonical, parseForm } from '../form.ts';
import { type Account, API_VERSION } from '../state/account.ts';
import { browserRoutes, errorSeenByPages } from './browser.ts';
import { keptAnswer } from './idempotency.ts';
import { intentRoutes } from './intents.ts';
import { recordRoutes } from './records.ts';
import { matchRoute } from './route.ts';

const API_ROUTES = [...intentRoutes, ...recordRoutes];

/** A request with its body. The headers are those that the simulator reads; null for none. */
export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: string;
  readonly requestId: string;
  readonly authorization: string | null;
  readonly idempotencyKey: string | null;
  readonly version: string | null;
}

export interface ApiAnswer {
  readonly status: number;
  /** JSON. */
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const failureAnswer = ({ status, body }: StripeFailure): ApiAnswer => errorAnswer(status, body);

const errorAnswer = (status: number, error: object): ApiAnswer => ({
  status,
  body: JSON.stringify({ error }, null, 2),
});

/** The answer to a request with the fault `error500`. */
export const toldToFail = (mayRetry: boolean): ApiAnswer => ({
  ...errorAnswer(500, { type: 'api_error', message: 'The Stripe simulator was told to fail this request.' }),
  headers: { 'Stripe-Should-Retry': String(mayRetry) },
});

/**
 * Answers a call of the secret API or of the browser script; its changes are saved first.
 * @param options.fails the work is done, but answered with a 500, which the idempotency key keeps
 * @param options.heard called with each call of the secret API by a known account
 */
export function answerCall(
  request: ApiRequest,
  options: {
    readonly accounts: Accounts;
    readonly now: Date;
    readonly fails: boolean;
    readonly log: Logger;
    readonly heard: () => void;
  },
): ApiAnswer {
  const { method, path, requestId, idempotencyKey } = request;
  const { accounts, now, fails, log, heard } = options;
  try {
    const isSecret = path.startsWith('/v1/');
    const matched = matchRoute(isSecret ? API_ROUTES : browserRoutes, method, path);
    const noSuchCall = () => refused(404, `The Stripe simulator does not have ${method} ${path}.`);
    if (!isSecret && matched === null) throw noSuchCall();
    const form = parseForm(method === 'POST' ? request.body : request.query);
    const account = isSecret
      ? ofSecretKey(request, accounts)
      : accounts.byPublishableKey(String(form.get('key')));
    if (account === undefined) throw refused(401, 'Invalid API Key provided.');
    if (isSecret) heard();
    if (matched === null) throw noSuchCall();
    const key = method === 'POST' && isSecret ? idempotencyKey : null;
    const kept = { endpoint: `${method} ${path}`, fingerprint: canonical(form) };
    const before = key === null ? null : keptAnswer(key, kept.endpoint, kept.fingerprint, account);
    if (before !== null) {
      const { status, body } = before;
      return { status, body, headers: { 'Idempotent-Replayed': 'true', 'Stripe-Should-Retry': 'false' } };
    }
    // a request with wrong parameters leaves the key free, as with Stripe
    const work = matched.route.prepare(form);
    return accounts.change(account, { requestId, idempotencyKey: key }, () => {
      const done = outcome(() => work({ now, account, id: matched.id }), account, isSecret);
      const answer = fails ? toldToFail(false) : done;
      const { status, body } = answer;
      if (key !== null)
        account.save('kept', { id: key, ...kept, status, body, requestId, created: account.now() });
      return answer;
    });
  } catch (error) {
    if (error instanceof StripeFailure) return failureAnswer(error);
    log.error({ err: error }, 'the Stripe simulator is broken');
    return errorAnswer(500, {
      type: 'api_error',
      message: 'The Stripe simulator is broken; its log says why.',
    });
  }
}

/** Runs a call. A decline keeps its changes; any other refusal undoes them. */
function outcome(work: () => unknown, account: Account, isSecret: boolean): ApiAnswer {
  try {
    return { status: 200, body: JSON.stringify(work(), null, 2) };
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error;
    if (error.status !== 402) account.rollBack();
    return errorAnswer(error.status, isSecret ? error.body : errorSeenByPages(error.body));
  }
}

const refused = (status: number, message: string, code?: string) =>
  new StripeFailure(status, { type: 'invalid_request_error', message, code });

/** @throws StripeFailure 401 without a known secret key, 403 with a publishable one, 400 for another version of the API */
function ofSecretKey({ authorization, version }: ApiRequest, accounts: Accounts): Account {
  const key = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1];
  if (key === undefined) throw refused(401, 'You did not provide an API key.');
  if (key.startsWith('pk_'))
    throw refused(403, 'This API call cannot be made with a publishable API key.', 'secret_key_required');
  const account = accounts.bySecretKey(key);
  if (account === undefined) throw refused(401, `Invalid API Key provided: ${key.slice(0, 8)}***`);
  if (version !== null && version !== API_VERSION)
    throw invalid(`The Stripe simulator imitates version ${API_VERSION}, not ${version}.`);
  return account;
}
