import type { AutocompleteProps } from '@mui/material';
import type { Account } from '@portal/contract';
import { useState } from 'react';
import { useGetList, useGetOne } from 'react-admin';

/** As many as fit a list one looks through; more are found by typing. */
const SHOWN = { page: 1, perPage: 20 };
const BY_NAME = { field: 'company_name', order: 'ASC' } as const;

const nameOf = (company: Account) => company.company_name || company.name;
const textOf = (company: Account) =>
  company.dealer_id === null ? nameOf(company) : `${nameOf(company)} (${company.dealer_id})`;

type Search = Omit<AutocompleteProps<Account, false, false, false>, 'renderInput'>;

/**
 * What an Autocomplete needs to find one company among thousands: the first by name, or what one types.
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
    // the server has searched, in more than the text shown
    filterOptions: (companies) => companies,
    noOptionsText: 'No companies found.',
    onInputChange: (_event, text, why) => {
      if (why === 'input' || why === 'clear') setTyped(text);
    },
  } satisfies Search;
}
