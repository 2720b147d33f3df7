import { Autocomplete, FormControl, FormHelperText, FormLabel, TextField } from '@mui/material';
import type { Account } from '@portal/contract';
import { type FieldPath, type FieldValues, type UseFormReturn, useController } from 'react-hook-form';
import { useCompanySearch } from '../companies/useCompanySearch.ts';

interface CompanyFieldProps<Input extends FieldValues, Output> {
  readonly form: UseFormReturn<Input, unknown, Output>;
  readonly name: FieldPath<Input>;
  readonly label: string;
  readonly required?: boolean;
  readonly hint?: string;
}

/** A choice of one company among thousands. Its value is the id, blank for none. */
export function CompanyField<Input extends FieldValues, Output>(props: CompanyFieldProps<Input, Output>) {
  const { form, name, label, required = false, hint } = props;
  const { field, fieldState } = useController({ name, control: form.control });
  const id = typeof field.value === 'string' ? field.value : '';
  const search = useCompanySearch(id);
  const problem = fieldState.error?.message;
  const below = problem ?? hint;
  return (
    <FormControl fullWidth required={required} error={problem !== undefined}>
      <FormLabel htmlFor={name} sx={{ mb: 0.75, fontSize: '0.9rem', fontWeight: 600, color: 'text.primary' }}>
        {label}
      </FormLabel>
      <Autocomplete<Account>
        {...search}
        id={name}
        onChange={(_event, company) => field.onChange(company?.id ?? '')}
        onBlur={field.onBlur}
        renderInput={({ InputProps, inputProps, ...input }) => (
          <TextField
            {...input}
            inputRef={field.ref}
            error={problem !== undefined}
            // as high as the other inputs
            sx={{ '& .MuiInputBase-root': { minHeight: 44 } }}
            slotProps={{
              input: InputProps,
              htmlInput: {
                ...inputProps,
                'aria-required': required,
                ...(below === undefined ? {} : { 'aria-describedby': `${name}-hint` }),
              },
            }}
          />
        )}
      />
      {below !== undefined && (
        <FormHelperText id={`${name}-hint`} sx={{ mx: 0 }}>
          {below}
        </FormHelperText>
      )}
    </FormControl>
  );
}
