import type { Logger } from 'pino';
import type { Accounts } from '../accounts.ts';
import { invalid, StripeFailure } from '../failures.ts';
import { canonical } from '../form.ts';
import { keptAnswer } from '../idempotency.ts';
import type { Account } from '../state/account.ts';
import { chargeRoutes } from './charges.ts';
import { customerRoutes } from './customers.ts';
import { disputeRoutes } from './disputes.ts';
import { paymentIntentRoutes } from './paymentIntents.ts';
import { paymentMethodRoutes } from './paymentMethods.ts';
import { refundRoutes } from './refunds.ts';
import { formOf, matchRoute } from './route.ts';
import { setupIntentRoutes } from './setupIntents.ts';

const API_ROUTES = [
  ...customerRoutes,
  ...paymentIntentRoutes,
  ...setupIntentRoutes,
  ...paymentMethodRoutes,
  ...refundRoutes,
  ...chargeRoutes,
  ...disputeRoutes,
];

/** A request of the secret API with its body. */
export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: string;
  readonly requestId: string;
  readonly idempotencyKey: string | null;
}

export interface ApiAnswer {
  readonly status: number;
  /** JSON. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** An error as Stripe writes it. */
export const errorAnswer = (status: number, error: { readonly code?: string | undefined }): ApiAnswer => ({
  status,
  body: JSON.stringify({ error: withDocs(error) }, null, 2),
  headers: {},
});

export const failureAnswer = ({ status, body }: StripeFailure): ApiAnswer => errorAnswer(status, body);

const withDocs = (error: { readonly code?: string | undefined }) =>
  error.code === undefined
    ? error
    : { ...error, doc_url: `https://docs.stripe.com/error-codes/${error.code.replaceAll('_', '-')}` };

/** The answer to a request with the fault `error500`. */
export const toldToFail = (): ApiAnswer =>
  failureAnswer(
    new StripeFailure(500, {
      type: 'api_error',
      message: 'The Stripe simulator was told to fail this request.',
    }),
  );

/**
 * Answers a call; its changes are saved first. With `fails`, the work is done, but answered with a 500, which the
 * idempotency key keeps.
 */
export function answerApi(
  request: ApiRequest,
  account: Account,
  now: Date,
  accounts: Accounts,
  fails: boolean,
  log: Logger,
): ApiAnswer {
  const { method, path, requestId, idempotencyKey } = request;
  try {
    const matched = matchRoute(API_ROUTES, method, path);
    if (matched === null)
      throw new StripeFailure(404, {
        type: 'invalid_request_error',
        message: `Unrecognized request URL (${method}: ${path}). The Stripe simulator does not have it.`,
      });
    const form = formOf(method, request.query, request.body);
    const key = method === 'POST' ? idempotencyKey : null;
    const endpoint = `${method} ${path}`;
    const fingerprint = canonical(form);
    const kept = key === null ? null : keptAnswer(key, endpoint, fingerprint, account);
    if (kept !== null)
      return {
        status: kept.status,
        body: kept.body,
        headers: {
          'Idempotent-Replayed': 'true',
          'Original-Request': kept.requestId,
          'Stripe-Should-Retry': 'false',
        },
      };
    // a request with wrong parameters leaves the key free, as with Stripe
    const work = matched.route.prepare(form);
    return accounts.change(account, { requestId, idempotencyKey: key }, () => {
      const done = outcome(() => work({ now, account, id: matched.id }), account);
      const answer = fails ? { ...toldToFail(), headers: { 'Stripe-Should-Retry': 'false' } } : done;
      if (key !== null)
        account.save('kept', {
          id: key,
          endpoint,
          fingerprint,
          status: answer.status,
          body: answer.body,
          requestId,
          created: account.now(),
        });
      return answer;
    });
  } catch (error) {
    return failureAnswer(asFailure(error, log));
  }
}

/** Runs a call. A decline keeps its changes; any other refusal undoes them. */
export function outcome(
  work: () => unknown,
  account: Account,
  asError: (error: StripeFailure) => ApiAnswer = failureAnswer,
): ApiAnswer {
  try {
    return { status: 200, body: JSON.stringify(work(), null, 2), headers: {} };
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error;
    if (error.status !== 402) account.rollBack();
    return asError(error);
  }
}

export function asFailure(error: unknown, log: Logger): StripeFailure {
  if (error instanceof StripeFailure) return error;
  log.error({ err: error }, 'the Stripe simulator is broken');
  return new StripeFailure(500, {
    type: 'api_error',
    message: 'The Stripe simulator is broken; its log says why.',
  });
}

/** @throws StripeFailure 400 for another version of the API */
export function mustBeOurVersion(given: string | undefined, version: string): void {
  if (given !== undefined && given !== version)
    throw invalid(`The Stripe simulator imitates version ${version}, not ${given}.`);
}
