import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { Controller, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form';

interface SelectFieldProps<Input extends FieldValues, Output> {
  readonly form: UseFormReturn<Input, unknown, Output>;
  readonly name: FieldPath<Input>;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly required?: boolean;
}

/** One of a list; the open list is at most 24 rem high (spec 1, section 9). */
export function SelectField<Input extends FieldValues, Output>(props: SelectFieldProps<Input, Output>) {
  const { form, name, label, options, required = false } = props;
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { ref, value, ...field }, fieldState: { error } }) => (
        <TextField
          {...field}
          id={name}
          select
          label={label}
          value={value ?? ''}
          inputRef={ref}
          error={error !== undefined}
          helperText={error?.message}
          slotProps={{
            inputLabel: { required },
            select: {
              MenuProps: { slotProps: { paper: { sx: { maxHeight: '24rem' } } } },
              SelectDisplayProps: { 'aria-required': required, 'aria-invalid': error !== undefined },
            },
          }}
        >
          {options.map((option) => (
            <MenuItem key={option.value} value={option.value}>
              {option.label}
            </MenuItem>
          ))}
        </TextField>
      )}
    />
  );
}
