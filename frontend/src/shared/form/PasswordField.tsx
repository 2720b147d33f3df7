import { IconButton } from '@mui/material';
import { useState } from 'react';
import { type FieldValues, useWatch } from 'react-hook-form';
import { Icon } from '../theme/Icon.tsx';
import { Field, type FieldProps } from './Field.tsx';
import { PasswordAdvice } from './PasswordAdvice.tsx';

const EYE =
  'M12 5c-5 0-9.27 3.11-11 7.5C2.73 16.89 7 20 12 20s9.27-3.11 11-7.5C21.27 8.11 17 5 12 5zm0 12.5a5 5 0 1 1 0-10 5 5 0 0 1 0 10zm0-8a3 3 0 1 0 0 6 3 3 0 0 0 0-6z';

/** Tells password managers whose new password this is. Nobody sees it. */
export function UsernameForManagers({ username }: { readonly username: string }) {
  return <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />;
}

interface PasswordFieldProps<Values extends FieldValues>
  extends Pick<FieldProps<Values>, 'name' | 'id' | 'label' | 'hint'> {
  readonly autoComplete: 'current-password' | 'new-password';
}

/** A password input whose text can be shown; a weak new password gets a hint. */
export function PasswordField<Values extends FieldValues = FieldValues>(props: PasswordFieldProps<Values>) {
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

function Advice({ name }: { readonly name: string }) {
  const values = useWatch();
  return <PasswordAdvice password={values[name]} form={values} />;
}
