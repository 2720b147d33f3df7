import { snake } from '@portal/domain/values';
import { z } from 'zod';
import { correctionPreviewSchema } from './corrections.ts';

/**
 * Body of every error (rule T4): `error` is text for people, `message` repeats it for react-admin, `errors` names fields.
 * Statuses: 400 schema, 401 no session, 402 payment, 403 role, 404 missing or another company's, 409 conflict, 412 stale
 * If-Match, 413 size, 415 not JSON, 422 business refusal, 429 limit, 503 try again.
 */
export const problemSchema = z.object({
  error: z.string(),
  message: z.string().optional(),
  /** For programs: what has to come first, e.g. `step_up_required`. */
  code: z.string().optional(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** With 409 of a correction: what it would do now (rule B45). */
  preview: correctionPreviewSchema.optional(),
  /** With 412: who changed the record meanwhile, and both values of each field that differs. */
  conflict: z
    .object({
      changed_by: z.string(),
      /** ISO instant. */
      changed_at: z.string(),
      /** For the If-Match of a second try. */
      etag: z.string(),
      fields: z.array(z.object({ path: z.string(), yours: z.unknown(), theirs: z.unknown() })),
      /** The record as it is now. */
      current: z.record(z.string(), z.unknown()),
    })
    .optional(),
});

export type Problem = z.infer<typeof problemSchema>;

/** Fields that requests spell in camel case. */
const IN_CAMEL_CASE: ReadonlySet<string> = new Set(['currentPassword', 'orderId', 'siteId']);

/** The request field that a refusal names: `effectiveFrom` is `effective_from`. */
export const fieldPath = (field: string): string => (IN_CAMEL_CASE.has(field) ? field : snake(field));

/** A zod error as `errors[]`, in the order of the fields, without repeated messages. */
export function fieldErrors(error: z.ZodError): NonNullable<Problem['errors']> {
  const errors = error.issues.map((issue) => ({
    path: issue.path.map(String).join('.'),
    message: issue.message,
  }));
  return errors.filter(
    (one, index) =>
      errors.findIndex((other) => other.path === one.path && other.message === one.message) === index,
  );
}
