import { Autocomplete, TextField } from '@mui/material';
import type { Account } from '@portal/contract';
import { useState } from 'react';
import { useGetList, useGetOne, useListContext } from 'react-admin';

/** As many as fit a list one looks through; more are found by typing. */
const SHOWN = { page: 1, perPage: 20 };
const BY_NAME = { field: 'company_name', order: 'ASC' } as const;
const nameOf = (company: Account) => company.company_name || company.name;
const textOf = (company: Account) =>
  company.dealer_id === null ? nameOf(company) : `${nameOf(company)} (${company.dealer_id})`;

/** A filter by company, found among thousands by typing; it stands in the address as `account_id`. */
export default function CompanyFilter() {
  const { filterValues, setFilters } = useListContext();
  const id = typeof filterValues.account_id === 'string' ? filterValues.account_id : '';
  const [typed, setTyped] = useState('');
  const { data: found = [], isFetching } = useGetList<Account>('companies', {
    pagination: SHOWN,
    sort: BY_NAME,
    filter: typed.trim() === '' ? {} : { q: typed.trim() },
  });
  const { data: chosen } = useGetOne<Account>('companies', { id }, { enabled: id !== '' });
  const value = id === '' ? null : (found.find((company) => company.id === id) ?? chosen ?? null);
  const choose = (company: Account | null) => {
    const { account_id: _before, ...others } = filterValues;
    setFilters(company === null ? others : { ...others, account_id: company.id });
  };
  return (
    <Autocomplete<Account>
      size="small"
      value={value}
      options={found}
      loading={isFetching}
      getOptionLabel={textOf}
      getOptionKey={(company) => company.id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      // the server has searched, in more than the text shown
      filterOptions={(companies) => companies}
      noOptionsText="No companies found."
      onChange={(_event, company) => choose(company)}
      onInputChange={(_event, text, why) => {
        if (why === 'input' || why === 'clear') setTyped(text);
      }}
      sx={{ width: { xs: '100%', sm: 240 } }}
      renderInput={({ InputProps, InputLabelProps, ...input }) => (
        <TextField
          {...input}
          label="Company"
          placeholder="All"
          slotProps={{
            input: InputProps,
            inputLabel: { ...InputLabelProps, shrink: true },
            htmlInput: input.inputProps,
          }}
        />
      )}
    />
  );
}
