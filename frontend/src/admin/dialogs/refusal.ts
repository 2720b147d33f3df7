import { type Problem, problemSchema } from '@portal/contract';
import { HttpError } from '../../shared/http/http.ts';

export type Conflict = NonNullable<Problem['conflict']>;

/** What a 412 says about who was faster; null for any other refusal. */
export function conflictOf(error: unknown): Conflict | null {
  if (!(error instanceof HttpError) || error.status !== 412) return null;
  return problemSchema.shape.conflict.safeParse(error.conflict).data ?? null;
}
