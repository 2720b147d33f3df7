import { Autocomplete, TextField } from '@mui/material';
import type { Account } from '@portal/contract';
import { useListContext } from 'react-admin';
import { useCompanySearch } from '../companies/useCompanySearch.ts';

/** A filter by company, found among thousands by typing; it stands in the address as `account_id`. */
export default function CompanyFilter() {
  const { filterValues, setFilters } = useListContext();
  const id = typeof filterValues.account_id === 'string' ? filterValues.account_id : '';
  const search = useCompanySearch(id);
  const choose = (company: Account | null) => {
    const { account_id: _before, ...others } = filterValues;
    setFilters(company === null ? others : { ...others, account_id: company.id });
  };
  return (
    <Autocomplete<Account>
      {...search}
      onChange={(_event, company) => choose(company)}
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
