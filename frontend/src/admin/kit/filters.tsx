import ClearIcon from '@mui/icons-material/Clear';
import SearchIcon from '@mui/icons-material/Search';
import { Box, Chip, IconButton, InputAdornment, MenuItem, Tab, Tabs, TextField } from '@mui/material';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useGetList, useListContext } from 'react-admin';
import { showCount } from '../../shared/text.ts';

/** Search and filters of a list in a row; below each other on a phone. */
export function FilterBar({ children }: { readonly children: ReactNode }) {
  return (
    <Box
      sx={{
        p: 2,
        borderBottom: 1,
        borderColor: 'divider',
        display: 'flex',
        flexWrap: 'wrap',
        gap: 2,
        alignItems: 'center',
        '& > *': { flex: { xs: '1 1 100%', sm: '0 0 auto' } },
      }}
    >
      {children}
    </Box>
  );
}

/** Long enough to type on, short enough to feel immediate. */
const TYPING_PAUSE_MS = 250;

export interface SearchFieldProps {
  readonly label: string;
  readonly hint: string;
}

/** Full-text search of the list, kept in the address. */
export function SearchField({ label, hint }: SearchFieldProps) {
  const { filterValues, setFilters } = useListContext();
  const inUrl = typeof filterValues.q === 'string' ? filterValues.q : '';
  const [text, setText] = useState(inUrl);
  const timer = useRef<number | undefined>(undefined);
  // what this field itself asked for last: anything else in the address came from outside (Back, a tab, a link)
  const asked = useRef(inUrl);
  // the timer must build on the filters as they are when it fires
  const filters = useRef(filterValues);
  filters.current = filterValues;

  useEffect(() => {
    if (inUrl === asked.current) return;
    asked.current = inUrl;
    setText(inUrl);
  }, [inUrl]);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const search = (next: string, pause: number) => {
    setText(next);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      const { q: _before, ...others } = filters.current;
      const q = next.trim();
      asked.current = q;
      setFilters(q === '' ? others : { ...others, q });
    }, pause);
  };

  return (
    <TextField
      type="text"
      role="search"
      size="small"
      label={label}
      placeholder={hint}
      value={text}
      onChange={(event) => search(event.target.value, TYPING_PAUSE_MS)}
      sx={{ width: { xs: '100%', sm: 340 }, '& input::placeholder': { opacity: 0.75 } }}
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

interface Choice {
  readonly label: string;
  readonly value: string | boolean;
}

interface FilterChoiceProps {
  /** The filter's field, e.g. `is_demo`. */
  readonly field: string;
  readonly label: string;
  readonly choices: readonly Choice[];
}

/** A filter of few values beside the search; what is chosen stands in the address. */
export function FilterChoice({ field, label, choices }: FilterChoiceProps) {
  const { filterValues, setFilters } = useListContext();
  const current = choices.findIndex(({ value }) => value === filterValues[field]);
  const choose = (index: number) => {
    const { [field]: _before, ...others } = filterValues;
    const choice = choices[index];
    setFilters(choice === undefined ? others : { ...others, [field]: choice.value });
  };
  return (
    <TextField
      select
      size="small"
      label={label}
      value={current === -1 ? '' : current}
      onChange={(event) => choose(event.target.value === '' ? -1 : Number(event.target.value))}
      sx={{ width: { xs: '100%', sm: 160 } }}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">All</MenuItem>
      {choices.map((choice, index) => (
        <MenuItem key={choice.label} value={index}>
          {choice.label}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** A filter by month, `2026-12`; what is chosen stands in the address. */
export function MonthFilter({ field, label }: { readonly field: string; readonly label: string }) {
  const { filterValues, setFilters } = useListContext();
  const value = typeof filterValues[field] === 'string' ? filterValues[field] : '';
  const choose = (month: string) => {
    const { [field]: _before, ...others } = filterValues;
    if (month === '') setFilters(others);
    // browsers without a month input hand on what is typed, letter by letter
    else if (/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) setFilters({ ...others, [field]: month });
  };
  return (
    <TextField
      type="month"
      size="small"
      label={label}
      value={value}
      onChange={(event) => choose(event.target.value)}
      sx={{ width: { xs: '100%', sm: 180 } }}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  );
}

const BY_DATE = { field: 'created_at', order: 'DESC' } as const;
const ONE_ROW = { page: 1, perPage: 1 };

/** How many records a filter finds: the Content-Range total of a one-row page. Undefined until it is known. */
function useTotal(resource: string, filter: Readonly<Record<string, unknown>>): number | undefined {
  return useGetList(resource, { pagination: ONE_ROW, sort: BY_DATE, filter }).total;
}

type Filter = Readonly<Record<string, unknown>>;

interface FilterTab {
  readonly label: string;
  /** The value the filter takes; undefined leaves it out. */
  readonly value?: string | boolean | undefined;
  /** In place of a value: several fields, or one of its own. */
  readonly filter?: Filter;
}

export interface FilterTabsProps {
  readonly label: string;
  /** The filter's field, e.g. `status`. */
  readonly field: string;
  readonly tabs: readonly FilterTab[];
}

/** Tabs that set a filter, each with the number of records behind it. The choice stands in the address. */
export function FilterTabs({ label, field, tabs }: FilterTabsProps) {
  const { filterValues, setFilters } = useListContext();
  const filters = tabs.map(({ value, filter }) => filter ?? (value === undefined ? {} : { [field]: value }));
  // a choice takes the place of whatever any of the tabs sets
  const fields = new Set(filters.flatMap((filter) => Object.keys(filter)));
  const now = Object.fromEntries(Object.entries(filterValues).filter(([name]) => fields.has(name)));
  const current = filters.findIndex((filter) => isSame(filter, now));
  const choose = (index: number) => {
    const others = Object.entries(filterValues).filter(([name]) => !fields.has(name));
    setFilters({ ...Object.fromEntries(others), ...filters[index] });
  };
  return (
    <Tabs
      aria-label={label}
      value={current === -1 ? false : current}
      onChange={(_event, index: number) => choose(index)}
      variant="scrollable"
      scrollButtons="auto"
      allowScrollButtonsMobile
    >
      {tabs.map((tab, index) => (
        <Tab
          key={tab.label}
          label={
            <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
              {tab.label}
              <TabCount filter={filters[index] ?? {}} />
            </Box>
          }
        />
      ))}
    </Tabs>
  );
}

const isSame = (one: Filter, other: Filter) =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value);

function TabCount({ filter }: { readonly filter: Filter }) {
  const { resource } = useListContext();
  const total = useTotal(resource, filter);
  if (total === undefined) return null;
  return <Chip component="span" size="small" label={showCount(total)} sx={{ cursor: 'inherit' }} />;
}
