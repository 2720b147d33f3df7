import { EASY_TO_GUESS, isEasyToGuess } from './weakPassword.ts';

export interface PasswordAdviceProps {
  readonly password: unknown;
  /** All values of the form: a password that repeats them is weak. */
  readonly form: Readonly<Record<string, unknown>>;
}

/** A hint below a new password that is easy to guess. */
export default function PasswordAdvice({ password, form }: PasswordAdviceProps) {
  const typed = typeof password === 'string' ? password : '';
  const texts = Object.values(form).filter((value) => typeof value === 'string');
  const known = texts.filter((text) => text !== typed);
  // a plain element: a MUI component would become a chunk of its own
  return (
    <p role="status" style={{ margin: '3px 0 0', fontSize: '0.75rem' }}>
      {typed !== '' && isEasyToGuess(typed, known) ? EASY_TO_GUESS : ''}
    </p>
  );
}
