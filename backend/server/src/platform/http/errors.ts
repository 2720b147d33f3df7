import { fieldErrors, fieldPath, type Problem } from '@portal/contract';
import { BusinessRefusal, NotAnId, type RefusalKind } from '@portal/domain';
import {
  DamagedStream,
  EventTooLarge,
  StaleRevision,
  StoreUnavailable,
  WrongExpectedRevision,
} from '@portal/event-store';
import { InvalidListQuery } from '@portal/projections';
import { z } from 'zod';
import { TooMuchWaiting } from '../../kernel/fairQueue.ts';
import { QueueFull } from '../../kernel/groupedQueue.ts';
import { ServiceUnavailable } from '../../kernel/serviceUnavailable.ts';

type Headers = Readonly<Record<string, string>>;

/** What an answer says beside its message. `conflict`: with 412, who changed what meanwhile. `preview`: with 409 of a correction. */
type Details = Pick<Problem, 'errors' | 'code' | 'conflict' | 'preview'>;

/** A refusal by the HTTP edge. */
export class HttpProblem extends Error {
  readonly status: number;
  readonly headers: Headers;
  readonly details: Details;

  /** @param options `path`: the field that the message is about */
  constructor(
    status: number,
    message: string,
    options: Details & { readonly headers?: Headers; readonly path?: string } = {},
  ) {
    super(message);
    const { headers = {}, path, ...details } = options;
    this.name = 'HttpProblem';
    this.status = status;
    this.headers = headers;
    this.details = path === undefined ? details : { errors: [{ path, message }], ...details };
  }
}

/** 503: a user in the log whom the read model lacks. */
export const beingSetUp = (): HttpProblem =>
  new HttpProblem(503, 'Your account is being set up. Please try again in a moment.', {
    headers: { 'Retry-After': '1' },
  });

const RETRY: Headers = { 'Retry-After': '2' };

const STATUS_OF_REFUSAL: Record<RefusalKind, number> = {
  conflict: 409,
  not_found: 404,
  forbidden: 403,
  unprocessable: 422,
  payment_required: 402,
  stale: 412,
};

interface ErrorAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Problem;
  /** Whether it is logged as a server fault, with its stack, or counted as part of an outage. */
  readonly logged: 'no' | 'fault' | 'outage';
}

/**
 * Turns errors into responses (rule T4): 400 schema, 409 conflict, 412 stale, 422 business refusal, 503 with Retry-After if the
 * store or the card provider is unreachable or overloaded, else a 500 without details. A damaged record is a 500 that says so.
 */
export function answerFor(error: unknown): ErrorAnswer {
  if (error instanceof z.ZodError) {
    const errors = fieldErrors(error);
    return problem(400, errors[0]?.message ?? 'The request is not valid', { errors });
  }
  if (error instanceof HttpProblem) return problem(error.status, error.message, error.details, error.headers);
  if (error instanceof BusinessRefusal) {
    const { kind, message, path, code } = error;
    const errors = path === undefined ? undefined : [{ path: fieldPath(path), message }];
    return problem(STATUS_OF_REFUSAL[kind], message, { code, errors });
  }
  // from a body; paths are checked by their patterns
  if (error instanceof NotAnId) return problem(404, 'Not found');
  if (error instanceof InvalidListQuery) {
    return problem(400, error.message, { errors: [{ path: error.path, message: error.message }] });
  }
  if (error instanceof StaleRevision) {
    return problem(412, 'Somebody else changed this meanwhile. Please load it again.');
  }
  if (error instanceof WrongExpectedRevision) {
    return problem(409, 'Somebody else changed this at the same moment. Please load it again.');
  }
  if (error instanceof ServiceUnavailable) {
    return { ...problem(503, error.message, {}, RETRY), logged: 'fault' };
  }
  if (error instanceof DamagedStream) {
    const text = 'This record is damaged: a part of it is missing. The administrators have been told.';
    return { ...problem(500, text), logged: 'fault' };
  }
  if (error instanceof EventTooLarge) return problem(413, 'The request is too large');
  if (error instanceof TooMuchWaiting) return problem(429, error.message, {}, RETRY);
  const isOutage = error instanceof StoreUnavailable || isConnectionFault(error);
  if (error instanceof QueueFull || isOutage) {
    const text = 'The service is busy at the moment. Please try again shortly.';
    return { ...problem(503, text, {}, RETRY), logged: isOutage ? 'outage' : 'no' };
  }
  const refused = clientError(error);
  if (refused !== null) return problem(refused.status, refused.message);
  return { ...problem(500, 'Something went wrong on our side. Please try again.'), logged: 'fault' };
}

const problem = (
  status: number,
  text: string,
  details: Details = {},
  headers: Headers = {},
): ErrorAnswer => ({
  status,
  headers,
  body: { error: text, message: text, ...details },
  logged: 'no',
});

const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  '53100',
  '53200',
  '53300',
  '57P01',
  '57P02',
  '57P03',
  '57014',
]);

/**
 * A database that is starting, stopping, full or unreachable: PostgreSQL's classes 08 and 53, 57P0x, and socket errors.
 * `pg` and knex report some by text only.
 */
function isConnectionFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'KnexTimeoutError') return true;
  const { code } = error as { readonly code?: unknown };
  if (typeof code === 'string' && (CONNECTION_CODES.has(code) || /^08/.test(code))) return true;
  return /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
    error.message,
  );
}

/** Koa's and its libraries' own 4xx errors carry `status` and `expose`; nothing else of theirs is shown. */
function clientError(error: unknown): { readonly status: number; readonly message: string } | null {
  if (!(error instanceof Error)) return null;
  const { status, expose } = error as { readonly status?: unknown; readonly expose?: unknown };
  const isShown = typeof status === 'number' && status >= 400 && status < 500 && expose === true;
  return isShown ? { status, message: error.message } : null;
}
