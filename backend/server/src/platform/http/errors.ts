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

/** A refusal by the HTTP edge. */
export class HttpProblem extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly path: string | undefined;
  readonly errors: Problem['errors'];
  /** For programs. */
  readonly code: string | undefined;
  /** With 412: who changed what meanwhile. */
  readonly conflict: Problem['conflict'];
  /** With 409 of a correction. */
  readonly preview: Problem['preview'];

  constructor(
    status: number,
    message: string,
    options: {
      readonly headers?: Record<string, string>;
      readonly path?: string;
      readonly errors?: Problem['errors'];
      readonly code?: string;
      readonly conflict?: Problem['conflict'];
      readonly preview?: Problem['preview'];
    } = {},
  ) {
    super(message);
    this.name = 'HttpProblem';
    this.status = status;
    this.headers = options.headers ?? {};
    this.path = options.path;
    this.errors =
      options.errors ?? (options.path === undefined ? undefined : [{ path: options.path, message }]);
    this.code = options.code;
    this.conflict = options.conflict;
    this.preview = options.preview;
  }
}

/** 503: a user in the log whom the read model lacks. */
export const beingSetUp = (): HttpProblem =>
  new HttpProblem(503, 'Your account is being set up. Please try again in a moment.', {
    headers: { 'Retry-After': '1' },
  });

/** Retry-After of a 503, in seconds. */
const RETRY_AFTER_SECONDS = '2';

const STATUS_OF_REFUSAL: Record<RefusalKind, number> = {
  conflict: 409,
  not_found: 404,
  forbidden: 403,
  unprocessable: 422,
  payment_required: 402,
  stale: 412,
};

export interface ErrorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
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
  if (error instanceof HttpProblem) {
    return problem(error.status, error.message, {
      headers: error.headers,
      code: error.code,
      errors: error.errors,
      conflict: error.conflict,
      preview: error.preview,
    });
  }
  if (error instanceof BusinessRefusal) {
    const { kind, message, path, code } = error;
    return problem(STATUS_OF_REFUSAL[kind], message, {
      code,
      errors: path === undefined ? undefined : [{ path: fieldPath(path), message }],
    });
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
    return {
      ...problem(503, error.message, { headers: { 'Retry-After': RETRY_AFTER_SECONDS } }),
      logged: 'fault',
    };
  }
  if (error instanceof DamagedStream) {
    return {
      ...problem(500, 'This record is damaged: a part of it is missing. The administrators have been told.'),
      logged: 'fault',
    };
  }
  if (error instanceof EventTooLarge) return problem(413, 'The request is too large');
  if (error instanceof QueueFull) return busy();
  if (error instanceof TooMuchWaiting) {
    return problem(429, error.message, { headers: { 'Retry-After': RETRY_AFTER_SECONDS } });
  }
  if (error instanceof StoreUnavailable || isConnectionFault(error)) return { ...busy(), logged: 'outage' };
  const status = clientErrorStatus(error);
  if (status !== null)
    return problem(status, error instanceof Error ? error.message : 'The request is not valid');
  return { ...problem(500, 'Something went wrong on our side. Please try again.'), logged: 'fault' };
}

const busy = () =>
  problem(503, 'The service is busy at the moment. Please try again shortly.', {
    headers: { 'Retry-After': RETRY_AFTER_SECONDS },
  });

function problem(
  status: number,
  text: string,
  extra: {
    readonly headers?: Readonly<Record<string, string>>;
    readonly code?: Problem['code'];
    readonly errors?: Problem['errors'];
    readonly conflict?: Problem['conflict'];
    readonly preview?: Problem['preview'];
  } = {},
): ErrorAnswer {
  return {
    status,
    headers: extra.headers ?? {},
    body: {
      error: text,
      message: text,
      code: extra.code,
      errors: extra.errors,
      conflict: extra.conflict,
      preview: extra.preview,
    },
    logged: 'no',
  };
}

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
function clientErrorStatus(error: unknown): number | null {
  if (!(error instanceof Error)) return null;
  const { status, expose } = error as { readonly status?: unknown; readonly expose?: unknown };
  return typeof status === 'number' && status >= 400 && status < 500 && expose === true ? status : null;
}
