import { z } from 'zod';
import type { Erased, Personal } from './event.ts';

/** The form a personal field takes once its key is gone (or where the reader did not ask to decrypt). */
export const ERASED: Erased = Object.freeze({ erased: true });

/** What people see in place of a value that was erased. */
export const ERASED_TEXT = 'erased';

/** Schema of a personal field: the value, or the mark that it was erased. */
export function personal<T>(schema: z.ZodType<T>): z.ZodType<Personal<T>> {
  return z.union([schema, z.object({ erased: z.literal(true) })]) as z.ZodType<Personal<T>>;
}

/** True where a personal field can't be read any more. */
export function isErased(value: unknown): value is Erased {
  return typeof value === 'object' && value !== null && 'erased' in value;
}

/** The readable value, or `fallback` (default the word people see for it: 'erased'). */
export function reveal<T>(value: Personal<T>): T | typeof ERASED_TEXT;
export function reveal<T, F>(value: Personal<T>, fallback: F): T | F;
export function reveal<T, F>(value: Personal<T>, fallback?: F): T | F | typeof ERASED_TEXT {
  if (!isErased(value)) return value;
  return fallback === undefined ? ERASED_TEXT : fallback;
}
