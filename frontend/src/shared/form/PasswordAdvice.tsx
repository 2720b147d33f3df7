import { EASY_TO_GUESS, isEasyToGuess } from './weakPassword.ts';

/** Says of a new password that it is easy to guess, by what is usual and by what else the form holds; it is taken all the same. */
export default function PasswordAdvice({
  password,
  form,
}: {
  readonly password: unknown;
  readonly form: Readonly<Record<string, unknown>>;
}) {
  const typed = typeof password === 'string' ? password : '';
  const known = Object.values(form)
    .filter((one) => typeof one === 'string')
    .filter((one) => one !== typed);
  // a bare element: a component of the library would be split off for it alone, which every page pays for
  return (
    <p role="status" style={{ margin: '3px 0 0', fontSize: '0.75rem' }}>
      {typed !== '' && isEasyToGuess(typed, known) ? EASY_TO_GUESS : ''}
    </p>
  );
}
