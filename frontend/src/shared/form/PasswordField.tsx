import IconButton from '@mui/material/IconButton';
import SvgIcon from '@mui/material/SvgIcon';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Field, type FieldProps } from './Field.tsx';

const EYE =
  'M12 5c-5 0-9.270 3.110-11 7.500C2.730 16.890 7 20 12 20s9.270-3.110 11-7.500C21.270 8.110 17 5 12 5zm0 12.500a5 5 0 1 1 0-10 5 5 0 0 1 0 10zm0-8a3 3 0 1 0 0 6 3 3 0 0 0 0-6z';

interface PasswordFieldProps<Input extends FieldValues, Output>
  extends Pick<FieldProps<Input, Output>, 'form' | 'name' | 'id' | 'label' | 'hint'> {
  readonly autoComplete: 'current-password' | 'new-password';
}

/** A password input whose text can be shown while typing. */
export function PasswordField<Input extends FieldValues, Output>(props: PasswordFieldProps<Input, Output>) {
  const [shown, setShown] = useState(false);
  return (
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
          <SvgIcon fontSize="small" color={shown ? 'primary' : 'inherit'}>
            <path d={EYE} />
          </SvgIcon>
        </IconButton>
      }
    />
  );
}
