import { z } from 'zod';
import type { Erased, Personal } from './event.ts';

/** The value of a personal field whose key was erased, or that was read without decrypting. */
export const ERASED: Erased = Object.freeze({ erased: true });

/** Shown in place of an erased value. A person may write the same word, so nothing compares with it. */
const ERASED_TEXT = 'erased';

/** Schema of a personal field: the value, or the mark that it was erased or is still sealed (event-store, `Sealed`). */
export function personal<T>(schema: z.ZodType<T>): z.ZodType<Personal<T>> {
  return z.union([schema, z.looseObject({ erased: z.literal(true) })]) as z.ZodType<Personal<T>>;
}

export function isErased(value: unknown): value is Erased {
  return typeof value === 'object' && value !== null && 'erased' in value;
}

/** The value, or `fallback` (default 'erased', for display alone) where it was erased. */
export function reveal<T>(value: Personal<T>): T | typeof ERASED_TEXT;
export function reveal<T, F>(value: Personal<T>, fallback: F): T | F;
export function reveal<T, F>(value: Personal<T>, fallback?: F): T | F | typeof ERASED_TEXT {
  if (!isErased(value)) return value;
  return fallback === undefined ? ERASED_TEXT : fallback;
}
