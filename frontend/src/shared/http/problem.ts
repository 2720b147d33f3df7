import type { Problem } from '@portal/contract';

export type FieldProblem = NonNullable<Problem['errors']>[number];

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function isFieldProblem(value: unknown): value is FieldProblem {
  return isObject(value) && typeof value.path === 'string' && typeof value.message === 'string';
}

/**
 * A refusal as the contract's problemSchema describes it, or null where a body is none, e.g. a proxy's page. Written
 * by hand: the schema would bring its library to every page, forms or not.
 */
export function readProblem(
  body: string,
): { error: string; errors: readonly FieldProblem[]; conflict: unknown } | null {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return null;
  }
  if (!isObject(json) || typeof json.error !== 'string') return null;
  const errors = Array.isArray(json.errors) ? json.errors.filter(isFieldProblem) : [];
  return { error: json.error, errors, conflict: json.conflict };
}
