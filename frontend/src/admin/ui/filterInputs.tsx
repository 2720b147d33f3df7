import ClearIcon from '@mui/icons-material/Clear';
import SearchIcon from '@mui/icons-material/Search';
import { Autocomplete, Box, IconButton, InputAdornment, MenuItem, TextField } from '@mui/material';
import type { Account } from '@portal/contract';
import { useEffect, useRef, useState } from 'react';
import { useListContext } from 'react-admin';
import type { FilterOf, ResourceName } from '../dataProvider/resourcePaths.ts';
import { useCompanySearch } from '../records/companyChoice.tsx';

/** Long enough to type on, short enough to feel immediate. */
const TYPING_PAUSE_MS = 250;

/** Two inputs beside each other on a phone. */
const HALF = 'calc(50% - 8px)';

/** @typeParam Name the list's resource, as in `<MonthInput<'invoices'> source="period" label="Month" />` */
interface FilterInputProps<Name extends ResourceName> {
  /** The filter's field, e.g. `period`; its value is in the address. */
  readonly source: FilterOf<Name>;
  readonly label: string;
}

/** A value of the list's filter, and a function that sets it; undefined or '' removes it. */
function useFilterValue(source: FilterOf<ResourceName>): readonly [unknown, (value: unknown) => void] {
  const { filterValues, setFilters } = useListContext();
  const { [source]: current, ...others } = filterValues;
  const setValue = (value: unknown) =>
    setFilters(value === undefined || value === '' ? others : { ...others, [source]: value });
  return [current, setValue];
}

/** Full-text search of the list. */
export function SearchInput({ label, placeholder }: Readonly<Record<'label' | 'placeholder', string>>) {
  const [value, setValue] = useFilterValue('q');
  const inAddress = typeof value === 'string' ? value : '';
  const [text, setText] = useState(inAddress);
  const timer = useRef<number | undefined>(undefined);
  // the last search of this field; another one in the address came from Back, a tab or a link
  const asked = useRef(inAddress);

  useEffect(() => {
    if (inAddress === asked.current) return;
    asked.current = inAddress;
    setText(inAddress);
  }, [inAddress]);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  // for the timer, which changes the filters of the moment it fires
  const latest = useRef(setValue);
  latest.current = setValue;
  const search = (next: string, pause: number) => {
    setText(next);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      asked.current = next.trim();
      latest.current(asked.current);
    }, pause);
  };

  return (
    <TextField
      name="q"
      type="text"
      role="search"
      size="small"
      label={label}
      placeholder={placeholder}
      value={text}
      onChange={(event) => search(event.target.value, TYPING_PAUSE_MS)}
      sx={{ flex: '1 1 260px', maxWidth: { sm: 340 }, '& input::placeholder': { opacity: 0.75 } }}
      slotProps={{
        htmlInput: { enterKeyHint: 'search', autoComplete: 'off', maxLength: 200 },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <SearchIcon fontSize="small" />
            </InputAdornment>
          ),
          endAdornment: text !== '' && (
            <InputAdornment position="end">
              <IconButton size="small" aria-label="Clear search" onClick={() => search('', 0)}>
                <ClearIcon fontSize="small" />
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  );
}

interface SelectInputProps<Name extends ResourceName> extends FilterInputProps<Name> {
  /** Values by their labels. */
  readonly choices: Readonly<Record<string, string | boolean>>;
}

/** A filter with few values. */
export function SelectInput<Name extends ResourceName = never>(props: SelectInputProps<Name>) {
  const { source, label, choices } = props;
  const [value, setValue] = useFilterValue(source);
  const values: readonly unknown[] = Object.values(choices);
  const current = values.indexOf(value);
  return (
    <TextField
      name={source}
      select
      size="small"
      label={label}
      value={current === -1 ? '' : current}
      // the first choice has the value 0
      onChange={({ target }) => setValue(target.value === '' ? undefined : values[Number(target.value)])}
      sx={{ width: { xs: HALF, sm: 136 } }}
      slotProps={{ select: { displayEmpty: true } }}
    >
      <MenuItem value="">All</MenuItem>
      {Object.keys(choices).map((name, index) => (
        <MenuItem key={name} value={index}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}

const MODES = { Live: false, Demo: true };

/** Demo or live. */
export const ModeInput = <Name extends ResourceName = never>({
  source,
}: Pick<FilterInputProps<Name>, 'source'>) => (
  <SelectInput<Name> source={source} label="Mode" choices={MODES} />
);

/** A filter by month, `2026-12`. */
export function MonthInput<Name extends ResourceName = never>({ source, label }: FilterInputProps<Name>) {
  const [value, setValue] = useFilterValue(source);
  // browsers without a month input report every letter
  const choose = (month: string) => {
    if (month === '' || /^\d{4}-(0[1-9]|1[0-2])$/.test(month)) setValue(month);
  };
  return (
    <TextField
      name={source}
      type="month"
      size="small"
      label={label}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => choose(event.target.value)}
      sx={{ width: { xs: HALF, sm: 180 } }}
    />
  );
}

/** The fields of a list that are filtered by a range, e.g. `day`. */
type RangeOf<Name extends ResourceName> =
  FilterOf<Name> extends infer Filter ? (Filter extends `${infer Field}_lte` ? Field : never) : never;

/** A filter by first and last day, e.g. `day_gte` and `day_lte`. */
export function DayRangeInput<Name extends ResourceName = never>({
  source,
}: {
  readonly source: RangeOf<Name>;
}) {
  return (
    <Box sx={{ display: 'flex', gap: 2, width: { xs: '100%', sm: 'auto' } }}>
      <DayInput source={`${source}_gte`} label="From" />
      <DayInput source={`${source}_lte`} label="To" />
    </Box>
  );
}

function DayInput({ source, label }: FilterInputProps<ResourceName>) {
  const [value, setValue] = useFilterValue(source);
  return (
    <TextField
      name={source}
      type="date"
      size="small"
      label={label}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => setValue(event.target.value)}
      sx={{ width: { xs: '100%', sm: 160 } }}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  );
}

/** A filter by company, `account_id` in the address. */
export function CompanyFilter() {
  const [chosen, choose] = useFilterValue('account_id');
  const search = useCompanySearch(typeof chosen === 'string' ? chosen : '');
  return (
    <Autocomplete<Account>
      {...search}
      onChange={(_event, company) => choose(company?.id)}
      sx={{ width: { xs: '100%', sm: 180 } }}
      renderInput={({ InputProps, InputLabelProps, ...input }) => (
        <TextField
          {...input}
          name="account_id"
          label="Company"
          placeholder="All"
          // as high as the other filters, and their color of 'All'
          sx={{ '& .MuiInputBase-root': { minHeight: 44 }, '& input::placeholder': { opacity: 1 } }}
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
