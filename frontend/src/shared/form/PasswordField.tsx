import IconButton from '@mui/material/IconButton';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Icon } from '../theme/Icon.tsx';
import { Field, type FieldProps } from './Field.tsx';
import type { PasswordAdviceProps } from './PasswordAdvice.tsx';

const EYE =
  'M12 5c-5 0-9.27 3.11-11 7.5C2.73 16.89 7 20 12 20s9.27-3.11 11-7.5C21.27 8.11 17 5 12 5zm0 12.5a5 5 0 1 1 0-10 5 5 0 0 1 0 10zm0-8a3 3 0 1 0 0 6 3 3 0 0 0 0-6z';

interface PasswordFieldProps<Input extends FieldValues, Output>
  extends Pick<FieldProps<Input, Output>, 'form' | 'name' | 'id' | 'label' | 'hint'> {
  readonly autoComplete: 'current-password' | 'new-password';
}

/** Loaded after the page. Where that fails, the form works without it. */
const PasswordAdvice = lazy(
  (): Promise<{ default: ComponentType<PasswordAdviceProps> }> =>
    import('./PasswordAdvice.tsx').catch(() => ({ default: () => null })),
);

/** A password input whose text can be shown; a weak new password gets a hint. */
export function PasswordField<Input extends FieldValues, Output>(props: PasswordFieldProps<Input, Output>) {
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
      <Suspense>
        <PasswordAdvice password={props.form.watch(props.name)} form={props.form.getValues()} />
      </Suspense>
    </div>
  );
}
