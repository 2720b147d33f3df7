/** Shown below a new password that is easy to guess. The server refuses the most common ones, which pages don't know. */
export const EASY_TO_GUESS = 'Easy to guess. Several words in a row are safer.';

const RUNS = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  '1qaz2wsx3edc',
  '1q2w3e4r5t6y',
];
/** The most common passwords, without digits and signs at the end. */
const COMMON = new Set(
  'password passwort passw pass admin administrator welcome letmein login master monkey dragon sunshine princess football baseball iloveyou trustno shadow superman batman secret changeme default security dealer portal access hello test user guest summer winter spring autumn qwerty abc'.split(
    ' ',
  ),
);
/** Shorter passwords can be found by trying. */
const SHORT = 8;
/** Shorter words of the form occur in too many passwords by chance. */
const LONG_WORD = 4;

/** @param known other values of the form, which an attacker may know */
export function isEasyToGuess(password: string, known: readonly string[] = []): boolean {
  if (password.length < SHORT || new Set(password).size < 4) return true;
  const lower = password.toLowerCase();
  const word = lower
    .replace(/[^\p{L}]+$/u, '')
    .replaceAll('0', 'o')
    .replaceAll('@', 'a')
    .replaceAll('$', 's')
    .replaceAll('3', 'e');
  if (COMMON.has(word)) return true;
  const backward = [...lower].reverse().join('');
  if (RUNS.some((run) => run.includes(lower) || run.includes(backward) || run.repeat(2).includes(lower)))
    return true;
  return known
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .some(
      (part) => part.length >= LONG_WORD && lower.includes(part) && lower.length - part.length < LONG_WORD,
    );
}

export interface PasswordAdviceProps {
  readonly password: unknown;
  /** All values of the form: a password that repeats them is weak. */
  readonly form: Readonly<Record<string, unknown>>;
}

/** A hint below a new password that is easy to guess. */
export function PasswordAdvice({ password, form }: PasswordAdviceProps) {
  const typed = typeof password === 'string' ? password : '';
  const texts = Object.values(form).filter((value) => typeof value === 'string');
  const known = texts.filter((text) => text !== typed);
  return (
    <p role="status" style={{ margin: '3px 0 0', fontSize: '0.75rem' }}>
      {typed !== '' && isEasyToGuess(typed, known) ? EASY_TO_GUESS : ''}
    </p>
  );
}
