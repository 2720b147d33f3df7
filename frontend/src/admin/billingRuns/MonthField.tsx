import { FormControl, FormHelperText, FormLabel, OutlinedInput } from '@mui/material';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

interface MonthFieldProps<Input extends FieldValues, Output> {
  readonly form: UseFormReturn<Input, unknown, Output>;
  readonly name: FieldPath<Input>;
  readonly label: string;
}

/** A month of a form, `2026-12`. */
export function MonthField<Input extends FieldValues, Output>(props: MonthFieldProps<Input, Output>) {
  const { form, name, label } = props;
  const { ref, ...field } = form.register(name);
  const problem = form.getFieldState(name, form.formState).error?.message;
  return (
    <FormControl fullWidth required error={problem !== undefined}>
      <FormLabel htmlFor={name} sx={{ mb: 0.75, fontSize: '0.9rem', fontWeight: 600, color: 'text.primary' }}>
        {label}
      </FormLabel>
      <OutlinedInput
        size="small"
        {...field}
        id={name}
        type="month"
        placeholder="YYYY-MM"
        inputRef={ref}
        {...(problem === undefined ? {} : { 'aria-describedby': `${name}-hint` })}
      />
      {problem !== undefined && (
        <FormHelperText id={`${name}-hint`} sx={{ mx: 0 }}>
          {problem}
        </FormHelperText>
      )}
    </FormControl>
  );
}
