import { Autocomplete, type AutocompleteProps, TextField } from '@mui/material';
import type { Account } from '@portal/contract';
import { useState } from 'react';
import { useGetList, useGetOne } from 'react-admin';
import { useController } from 'react-hook-form';
import { Labelled } from '../../shared/form/Field.tsx';
import type { SortOf } from '../dataProvider/resourcePaths.ts';

/** Options shown; others are found by typing. */
const SHOWN = { page: 1, perPage: 20 };
const BY_NAME: SortOf<'companies'> = { field: 'company_name', order: 'ASC' };

const nameOf = (company: Account) => company.company_name || company.name;
const textOf = (company: Account) =>
  company.dealer_id === null ? nameOf(company) : `${nameOf(company)} (${company.dealer_id})`;

type Search = Omit<AutocompleteProps<Account, false, false, false>, 'renderInput'>;

/**
 * Props of an Autocomplete that searches companies on the server.
 * @param id the chosen company's, blank for none
 */
export function useCompanySearch(id: string) {
  const [typed, setTyped] = useState('');
  const { data: found = [], isFetching } = useGetList<Account>('companies', {
    pagination: SHOWN,
    sort: BY_NAME,
    filter: typed.trim() === '' ? {} : { q: typed.trim() },
  });
  const { data: chosen } = useGetOne<Account>('companies', { id }, { enabled: id !== '' });
  return {
    size: 'small',
    value: id === '' ? null : (found.find((company) => company.id === id) ?? chosen ?? null),
    options: found,
    loading: isFetching,
    getOptionLabel: textOf,
    getOptionKey: (company) => company.id,
    isOptionEqualToValue: (one, other) => one.id === other.id,
    // the server searches in more than the text shown
    filterOptions: (companies) => companies,
    noOptionsText: 'No companies found.',
    onInputChange: (_event, text, why) => {
      if (why === 'input' || why === 'clear') setTyped(text);
    },
  } satisfies Search;
}

interface CompanyFieldProps {
  readonly name: string;
  readonly label: string;
  readonly required?: boolean;
  readonly hint?: string;
  /** What no choice means. */
  readonly blank?: string;
}

/** A choice of a company. Its value is the id, blank for none. */
export function CompanyField(props: CompanyFieldProps) {
  const { name, label, required = false, hint, blank } = props;
  const { field, fieldState } = useController({ name });
  const id = typeof field.value === 'string' ? field.value : '';
  const search = useCompanySearch(id);
  const problem = fieldState.error?.message;
  return (
    <Labelled id={name} label={label} required={required} problem={problem} hint={hint}>
      {(describedBy) => (
        <Autocomplete<Account>
          {...search}
          id={name}
          onChange={(_event, company) => field.onChange(company?.id ?? '')}
          onBlur={field.onBlur}
          renderInput={({ InputProps, inputProps, ...input }) => (
            <TextField
              {...input}
              inputRef={field.ref}
              placeholder={blank}
              error={problem !== undefined}
              // as high as the other inputs
              sx={{ '& .MuiInputBase-root': { minHeight: 44 }, '& input::placeholder': { opacity: 1 } }}
              slotProps={{
                input: InputProps,
                htmlInput: { ...inputProps, 'aria-required': required, 'aria-describedby': describedBy },
              }}
            />
          )}
        />
      )}
    </Labelled>
  );
}
