import {
  emailProblem,
  emailsIn,
  hasLetterOrDigit,
  isBlank,
  isUsername,
  MAX_INVOICE_EMAILS,
  MAX_NOTE,
  MAX_PASSWORD_BYTES,
  MAX_TEXT,
  MIN_USERNAME_LENGTH,
  type TextField,
  USERNAME_PROBLEM,
} from '@portal/domain/values';
import { z } from 'zod';

/**
 * Refused in names, addresses and mail headers: control characters (CR and LF too), Unicode's line and paragraph separators, marks
 * that reverse the text after them, and halves of a character.
 */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069]/u;
/** Characters that the fonts of PDFs lack, by script. */
const SCRIPTS =
  'Latin Greek Cyrillic Hebrew Arabic Han Hiragana Katakana Bopomofo Hangul Thai Devanagari Common Inherited';
const UNPRINTABLE = new RegExp(`[^${SCRIPTS.replace(/(\w+) ?/g, '\\p{Script=$1}')}]`, 'u');
const SINGLE_LINE = 'Please remove line breaks and control characters';
const SEVERAL_LINES = 'Please remove control characters';
const isPlainNote = (text: string) => !CONTROL.test(text.replace(/[\r\n\t]/g, ''));

/** Without characters that are not `isPlain`, nor any that documents can't show. */
const written = (text: z.ZodString, isPlain: (text: string) => boolean, message: string) =>
  text.refine(isPlain, message).refine((value) => !isPlain(value) || !UNPRINTABLE.test(value), {
    error: ({ input }) => unprintable(input),
  });
const unprintable = (input: unknown) =>
  `Documents can't show the character ${String(input).match(UNPRINTABLE)?.[0]}. Please leave it out.`;
const isPlainLine = (text: string) => !CONTROL.test(text);
const TOO_LONG = `Please use at most ${MAX_TEXT} characters`;

/**
 * A trimmed single-line text of at least `min` characters; one message for missing, wrong type, empty and too short.
 * All texts are stored in Unicode's composed form (rule B50).
 */
export function requiredText(message: string, min = 1) {
  const text = z
    .string({ error: message })
    .trim()
    .normalize()
    .min(min, message)
    .max(MAX_TEXT, TOO_LONG)
    .refine((line) => line === '' || !isBlank(line), message);
  return written(text, isPlainLine, SINGLE_LINE);
}

/** As {@link requiredText}, of a person, a company or a site: at least one letter or digit (rule B50). */
export function nameText(message: string, min = 1) {
  return requiredText(message, min).refine(
    (text) => isBlank(text) || hasLetterOrDigit(text),
    'Please use at least one letter or digit',
  );
}

/** The username of a new user (rule B50). */
export function newUsername(message: string) {
  return requiredText(message, MIN_USERNAME_LENGTH).refine(
    (text) => isBlank(text) || isUsername(text),
    USERNAME_PROBLEM,
  );
}

/** The username of a user, perhaps from before rule B50. */
export function anyUsername(message: string, min = MIN_USERNAME_LENGTH) {
  return z.string({ error: message }).trim().min(min, message).max(MAX_TEXT, TOO_LONG);
}

/** A trimmed single-line text that may be empty or absent. */
export function optionalText() {
  return formText({ max: MAX_TEXT }).optional();
}

/** A trimmed text that may be empty, of one or several lines. */
export function formText({ max, multiline = false }: Pick<TextField, 'max' | 'multiline'>) {
  const text = z.string().trim().normalize().max(max, `Please use at most ${max} characters`);
  return multiline ? written(text, isPlainNote, SEVERAL_LINES) : written(text, isPlainLine, SINGLE_LINE);
}

/** A ZIP code of a site (rule B49); blank only without `required`. */
export function zipCode(required?: string) {
  return (required === undefined ? formText({ max: MAX_TEXT }) : requiredText(required)).refine(
    (zip) => /^\d{5}(-\d{4})?$/.test(zip) || (zip === '' && required === undefined),
    'Please enter a ZIP code of 5 digits, or of 5 and 4 as in 12207-1234',
  );
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
  const text = z
    .string({ error: required })
    .trim()
    .normalize()
    .min(1, required)
    .max(MAX_NOTE, `Please use at most ${MAX_NOTE} characters`);
  return written(text, isPlainNote, SEVERAL_LINES);
}

/** A valid email address, or `message` with what is wrong; `message` alone where nothing or no address is given. */
export function emailAddress(message: string, { orBlank = false } = {}) {
  return z
    .string({ error: message })
    .trim()
    .normalize()
    .refine((text) => (orBlank && text === '') || emailProblem(text) === null, {
      error: ({ input }) => {
        const problem = emailProblem(String(input));
        return !String(input).includes('@') || problem === null ? message : `${message}: ${problem}`;
      },
    });
}

/** At most {@link MAX_INVOICE_EMAILS} valid addresses, separated by commas; may be empty. */
export function emailList() {
  return z
    .string()
    .trim()
    .normalize()
    .refine((text) => emailsIn(text).length <= MAX_INVOICE_EMAILS, {
      error: `Please enter at most ${MAX_INVOICE_EMAILS} addresses`,
    })
    .refine((text) => wrongIn(text) === undefined, {
      error: ({ input }) => {
        const address = wrongIn(String(input)) ?? '';
        return `${address} is not a valid email: ${emailProblem(address)}`;
      },
    })
    .transform((text) => emailsIn(text).join(', '));
}
const wrongIn = (text: string) => emailsIn(text).find((address) => emailProblem(address) !== null);

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
  return formText({ max: 500, multiline: true }).optional();
}
