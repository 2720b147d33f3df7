import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { CheckBox } from './CheckBox.tsx';

interface CheckFieldProps<Input extends FieldValues, Output> {
  readonly form: UseFormReturn<Input, unknown, Output>;
  readonly name: FieldPath<Input>;
  readonly label: string;
  readonly required?: boolean;
}

/** A checkbox with its label and, below, its error. */
export function CheckField<Input extends FieldValues, Output>(props: CheckFieldProps<Input, Output>) {
  const { form, name, label, required = false } = props;
  const problem = form.getFieldState(name, form.formState).error?.message;
  return (
    <div>
      <Box
        component="label"
        sx={{ display: 'flex', alignItems: 'center', gap: 1.5, py: 0.75, cursor: 'pointer' }}
      >
        <CheckBox
          type="checkbox"
          {...form.register(name)}
          required={required}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : `${name}-hint`}
        />
        {label}
      </Box>
      {problem !== undefined && (
        <FormHelperText error id={`${name}-hint`}>
          {problem}
        </FormHelperText>
      )}
    </div>
  );
}
