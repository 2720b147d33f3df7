import { MAX_NOTE, MAX_PASSWORD_BYTES, MAX_TEXT, type TextField } from '@portal/domain/values';
import { z } from 'zod';

/** Control characters, CR and LF too, are refused in names, addresses and mail headers. */
const CONTROL = /\p{Cc}/u;
const SINGLE_LINE = 'Please remove line breaks and control characters';
const SEVERAL_LINES = 'Please remove control characters';
const isPlainNote = (text: string) => !CONTROL.test(text.replace(/[\r\n\t]/g, ''));
const TOO_LONG = `Please use at most ${MAX_TEXT} characters`;

/** A trimmed single-line text of at least `min` characters; one message for missing, wrong type, empty and too short. */
export function requiredText(message: string, min = 1) {
  return z
    .string({ error: message })
    .trim()
    .min(min, message)
    .max(MAX_TEXT, TOO_LONG)
    .refine((text) => !CONTROL.test(text), SINGLE_LINE);
}

/** A trimmed single-line text that may be empty or absent. */
export function optionalText() {
  return formText({ max: MAX_TEXT }).optional();
}

/** A trimmed text that may be empty, of one or several lines. */
export function formText({ max, multiline = false }: Pick<TextField, 'max' | 'multiline'>) {
  const text = z.string().trim().max(max, `Please use at most ${max} characters`);
  return multiline
    ? text.refine(isPlainNote, SEVERAL_LINES)
    : text.refine((line) => !CONTROL.test(line), SINGLE_LINE);
}

/** A day `YYYY-MM-DD` of the years 1900 to 2199. */
export function dayText(message = 'Please enter a date') {
  return z.iso.date(message).refine((day) => /^(19|20|21)/.test(day), message);
}

/** As {@link dayText}; blank or missing is `undefined`. */
export function dayOrBlank(message = 'Please enter a date') {
  return z
    .string({ error: message })
    .optional()
    .transform((day) => day?.trim() || undefined)
    .pipe(dayText(message).optional());
}

/** A text of several lines without control characters other than line breaks and tabs. */
export function noteText({ required }: { readonly required?: string } = {}) {
  if (required === undefined) return formText({ max: MAX_NOTE, multiline: true });
  return z
    .string({ error: required })
    .trim()
    .min(1, required)
    .max(MAX_NOTE, `Please use at most ${MAX_NOTE} characters`)
    .refine(isPlainNote, SEVERAL_LINES);
}

/** A valid email address, or `message`. */
export function emailAddress(message: string) {
  return z.string({ error: message }).trim().max(254, message).pipe(z.email(message));
}

/** A password of at least `min` characters and at most 72 bytes of UTF-8; never trimmed. */
export function password(min: number, message = `Password must be at least ${min} characters`) {
  return z
    .string({ error: message })
    .min(min, message)
    .refine(
      (text) => new TextEncoder().encode(text).length <= MAX_PASSWORD_BYTES,
      'Password must be at most 72 bytes',
    );
}

/** Why an administrator does something, for the record's history; optional. */
export function actionReason() {
  return z.string().trim().max(500, 'Please use at most 500 characters').optional();
}
