import { FormControl, FormHelperText, FormLabel, NativeSelect, OutlinedInput } from '@mui/material';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

interface ChoiceFieldProps<Input extends FieldValues, Output> {
  readonly form: UseFormReturn<Input, unknown, Output>;
  readonly name: FieldPath<Input>;
  readonly label: string;
  /** The first entry, which chooses nothing; none where something is always chosen. */
  readonly blank?: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly hint?: string | undefined;
}

/** A choice among things that have a name for people and another for the server. */
export function ChoiceField<Input extends FieldValues, Output>(props: ChoiceFieldProps<Input, Output>) {
  const { form, name, label, blank, choices, hint } = props;
  const { ref, ...field } = form.register(name);
  const problem = form.getFieldState(name, form.formState).error?.message;
  const below = problem ?? hint;
  return (
    <FormControl fullWidth required error={problem !== undefined}>
      <FormLabel htmlFor={name} sx={{ mb: 0.75, fontSize: '0.9rem', fontWeight: 600, color: 'text.primary' }}>
        {label}
      </FormLabel>
      <NativeSelect
        {...field}
        inputRef={ref}
        input={<OutlinedInput size="small" />}
        inputProps={{
          id: name,
          ...(below === undefined ? {} : { 'aria-describedby': `${name}-hint` }),
        }}
      >
        {blank !== undefined && <option value="">{blank}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </NativeSelect>
      {below !== undefined && (
        <FormHelperText id={`${name}-hint`} sx={{ mx: 0 }}>
          {below}
        </FormHelperText>
      )}
    </FormControl>
  );
}
