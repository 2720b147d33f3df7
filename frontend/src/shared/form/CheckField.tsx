import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import { Controller, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form';

interface CheckFieldProps<Input extends FieldValues, Output> {
  readonly form: UseFormReturn<Input, unknown, Output>;
  readonly name: FieldPath<Input>;
  readonly label: string;
  readonly required?: boolean;
}

/** A checkbox with its label and, below, its error. */
export function CheckField<Input extends FieldValues, Output>({
  form,
  name,
  label,
  required = false,
}: CheckFieldProps<Input, Output>) {
  const problemId = `${name}-problem`;
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, ref, ...field }, fieldState: { error } }) => (
        <FormControl error={error !== undefined}>
          <FormControlLabel
            label={label}
            control={
              <Checkbox
                {...field}
                checked={value === true}
                slotProps={{
                  input: {
                    ref,
                    'aria-required': required,
                    'aria-invalid': error !== undefined,
                    ...(error ? { 'aria-describedby': problemId } : {}),
                  },
                }}
              />
            }
          />
          {error && <FormHelperText id={problemId}>{error.message}</FormHelperText>}
        </FormControl>
      )}
    />
  );
}
