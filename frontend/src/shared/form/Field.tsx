import TextField, { type TextFieldProps } from '@mui/material/TextField';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

interface FieldProps<Input extends FieldValues, Output>
  extends Omit<TextFieldProps, 'form' | 'name' | 'error' | 'defaultValue' | 'value'> {
  readonly form: UseFormReturn<Input, unknown, Output>;
  readonly name: FieldPath<Input>;
}

/** A labelled text input of a form; its error stands below it and is read with it. */
export function Field<Input extends FieldValues, Output>({
  form,
  name,
  helperText,
  ...rest
}: FieldProps<Input, Output>) {
  const { ref, ...field } = form.register(name);
  const problem = form.getFieldState(name, form.formState).error?.message;
  return (
    <TextField
      id={name}
      {...rest}
      {...field}
      inputRef={ref}
      error={problem !== undefined}
      helperText={problem ?? helperText}
    />
  );
}
