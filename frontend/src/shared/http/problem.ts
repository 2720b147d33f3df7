import type { Problem } from '@portal/contract';

type FieldProblem = NonNullable<Problem['errors']>[number];

/** An error with a text for users. The message of any other error is for logs only. */
export class UserError extends Error {
  /** For the user; null where there is none. */
  readonly userText: string | null;

  constructor(userText: string | null, message = userText ?? '') {
    super(message);
    this.userText = userText;
  }
}

interface HttpErrorDetails {
  readonly code?: string | undefined;
  readonly errors?: readonly FieldProblem[];
  readonly conflict?: unknown;
  /** The body or the status text, for logs. */
  readonly text?: string;
}

/**
 * An answer that is no success. `userText` is `error` of its body, null for a body without one (e.g. a proxy's page); then
 * the message is `status: text of the body` or `status: status text`.
 */
export class HttpError extends UserError {
  readonly status: number;
  readonly errors: readonly FieldProblem[];
  /** For programs, e.g. `step_up_required`. */
  readonly code: string | undefined;
  /** With 412: the contract's `conflict`, unchecked. */
  readonly conflict: unknown;

  constructor(
    status: number,
    userText: string | null,
    { errors = [], code, conflict, text = '' }: HttpErrorDetails = {},
  ) {
    super(userText, userText ?? `${status}: ${text}`);
    this.status = status;
    this.errors = errors;
    this.code = code;
    this.conflict = conflict;
  }
}

/** The text for the user about a failed call: the server's, or `fallback`. */
export const messageOf = (error: unknown, fallback: string): string =>
  (error instanceof UserError && error.userText) || fallback;

/** The text for the user about a failed call: the server's, else what is known of the cause. */
export const causeOf = (error: unknown): string =>
  messageOf(
    error,
    // fetch's error where the network fails
    error instanceof TypeError
      ? 'Please check your connection and try again.'
      : 'Something went wrong on our side. Please try again.',
  );

/** The error of an answer. @param text its body */
export function problemIn(
  text: string,
  { status, statusText }: Pick<Response, 'status' | 'statusText'>,
): HttpError {
  const problem = readProblem(text);
  return problem === null
    ? new HttpError(status, null, { text: text || statusText })
    : new HttpError(status, problem.error, problem);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function isFieldProblem(value: unknown): value is FieldProblem {
  return isObject(value) && typeof value.path === 'string' && typeof value.message === 'string';
}

/**
 * A body as the contract's problemSchema describes it, or null where it is none, e.g. a proxy's page. Checked by hand:
 * the schema would bring zod to every page.
 */
export function readProblem(
  body: string,
): { error: string; errors: readonly FieldProblem[]; code: string | undefined; conflict: unknown } | null {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return null;
  }
  if (!isObject(json) || typeof json.error !== 'string') return null;
  const errors = Array.isArray(json.errors) ? json.errors.filter(isFieldProblem) : [];
  const code = typeof json.code === 'string' ? json.code : undefined;
  return { error: json.error, errors, code, conflict: json.conflict };
}
