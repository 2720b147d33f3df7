import { IconButton } from '@mui/material';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Icon } from '../theme/Icon.tsx';
import { Field, type FieldProps } from './Field.tsx';

const EYE =
  'M12 5c-5 0-9.27 3.11-11 7.5C2.73 16.89 7 20 12 20s9.27-3.11 11-7.5C21.27 8.11 17 5 12 5zm0 12.5a5 5 0 1 1 0-10 5 5 0 0 1 0 10zm0-8a3 3 0 1 0 0 6 3 3 0 0 0 0-6z';

/** Tells password managers whose new password this is. Nobody sees it. */
export function UsernameForManagers({ username }: { readonly username: string }) {
  return <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />;
}

interface PasswordFieldProps extends Pick<FieldProps, 'name' | 'id' | 'label' | 'hint'> {
  readonly autoComplete: 'current-password' | 'new-password';
}

/** A password input whose text can be shown; a weak new password gets a hint. */
export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const field = (
    <Field
      {...props}
      required
      type={shown ? 'text' : 'password'}
      endAdornment={
        <IconButton
          edge="end"
          aria-label={`Show ${props.label.toLowerCase()}`}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon path={EYE} fontSize="small" color={shown ? 'primary' : 'inherit'} />
        </IconButton>
      }
    />
  );
  // the field for the repetition has no hint and gets no advice
  if (props.autoComplete !== 'new-password' || props.hint === undefined) return field;
  return (
    <div>
      {field}
      <Advice name={props.name} />
    </div>
  );
}

/** A hint below a new password that is easy to guess; one that repeats another value of the form is. */
function Advice({ name }: { readonly name: string }) {
  const values = useWatch();
  const texts = Object.values(values).filter((value) => typeof value === 'string');
  const typed = String(values[name] ?? '');
  const known = texts.filter((text) => text !== typed);
  return (
    <p role="status" style={{ margin: '3px 0 0', fontSize: '0.75rem' }}>
      {typed !== '' && isEasyToGuess(typed, known) ? EASY_TO_GUESS : ''}
    </p>
  );
}

/** A new password, which gets advice, and its repetition. */
export const NewPasswordFields = ({ name, label }: Pick<FieldProps, 'name' | 'label'>) => (
  <>
    <PasswordField name={name} label={label} autoComplete="new-password" hint="At least 6 characters" />
    <PasswordField name="confirmPassword" label="Confirm password" autoComplete="new-password" />
  </>
);

/** The password of the user who is signed in, for changes that an open session must not suffice for. */
export const OwnPasswordField = ({ id }: { readonly id: string }) => (
  <PasswordField name="currentPassword" id={id} label="Your password" autoComplete="current-password" />
);

export const CodeField = ({ id = 'code' }: { readonly id?: string }) => (
  <Field
    name="code"
    id={id}
    label="Code"
    required
    autoComplete="one-time-code"
    hint="The 6 digits that your authenticator app shows, or a recovery code"
  />
);

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
