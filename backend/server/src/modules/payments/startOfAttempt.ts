import { parse, validate, version } from 'uuid';

/** When an attempt began: its id is a UUIDv7 and begins with the time. Null for an id of another kind. */
export function startOfAttempt(attemptId: string): Date | null {
  if (!validate(attemptId) || version(attemptId) !== 7) return null;
  return new Date(Buffer.from(parse(attemptId)).readUIntBE(0, 6));
}
