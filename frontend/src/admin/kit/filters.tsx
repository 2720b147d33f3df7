import ClearIcon from '@mui/icons-material/Clear';
import SearchIcon from '@mui/icons-material/Search';
import { Box, Chip, IconButton, InputAdornment, MenuItem, Tab, Tabs, TextField } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useListContext } from 'react-admin';
import { showCount } from '../../shared/text.ts';
import { usePortal } from '../dataProvider/index.ts';

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
  // the last search of this field; another one in the address came from Back, a tab or a link
  const asked = useRef(inUrl);
  // for the timer, which changes the filters of the moment it fires
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

/** A field of the list's filter, kept in the address; undefined removes it. */
export function useFilter(field: string): readonly [unknown, (value: unknown) => void] {
  const { filterValues, setFilters } = useListContext();
  const { [field]: current, ...others } = filterValues;
  return [current, (value) => setFilters(value === undefined ? others : { ...others, [field]: value })];
}

/** A filter with few values. */
export function FilterChoice({ field, label, choices }: FilterChoiceProps) {
  const [value, setValue] = useFilter(field);
  const current = choices.findIndex((choice) => choice.value === value);
  return (
    <TextField
      select
      size="small"
      label={label}
      value={current === -1 ? '' : current}
      onChange={(event) => setValue(choices[Number(event.target.value || -1)]?.value)}
      sx={{ width: { xs: '100%', sm: 160 } }}
      slotProps={{ select: { displayEmpty: true } }}
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

/** A filter by month, `2026-12`. */
export function MonthFilter({ field, label }: { readonly field: string; readonly label: string }) {
  const [value, setValue] = useFilter(field);
  const choose = (month: string) => {
    if (month === '') setValue(undefined);
    // browsers without a month input report every letter
    else if (/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) setValue(month);
  };
  return (
    <TextField
      type="month"
      size="small"
      label={label}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => choose(event.target.value)}
      sx={{ width: { xs: '100%', sm: 180 } }}
    />
  );
}

type Filter = Readonly<Record<string, unknown>>;

interface FilterTab {
  readonly label: string;
  /** Of the tabs' field; absent for all. */
  readonly value?: string | boolean;
  /** In place of a value: a filter of other fields. */
  readonly filter?: Filter;
}

export interface FilterTabsProps {
  readonly label: string;
  /** The filter's field, e.g. `status`. */
  readonly field: string;
  readonly tabs: readonly FilterTab[];
}

/** The filters of the tabs, the one in force (-1 for none), and the filter besides. */
export function useTabs({ field, tabs }: Pick<FilterTabsProps, 'field' | 'tabs'>) {
  const { filterValues } = useListContext();
  const filters = tabs.map(({ value, filter }) => filter ?? (value === undefined ? {} : { [field]: value }));
  // a tab replaces what the others set
  const fields = new Set(filters.flatMap((filter) => Object.keys(filter)));
  const part = (ofTabs: boolean): Filter =>
    Object.fromEntries(Object.entries(filterValues).filter(([name]) => fields.has(name) === ofTabs));
  const now = part(true);
  return { filters, current: filters.findIndex((filter) => isSame(filter, now)), others: part(false) };
}

/** Tabs that set a filter, each with its number of records under the other filters. */
export function FilterTabs({ label, field, tabs }: FilterTabsProps) {
  const { setFilters, resource } = useListContext();
  const { filters, current, others } = useTabs({ field, tabs });
  const portal = usePortal();
  const { data: counts } = useQuery({
    queryKey: [resource, 'counts', others, filters],
    queryFn: () => portal.tabCounts(resource, others, filters),
    placeholderData: keepPreviousData,
  });
  return (
    <Tabs
      aria-label={label}
      value={current === -1 ? false : current}
      onChange={(_event, index: number) => setFilters({ ...others, ...filters[index] })}
      variant="scrollable"
      scrollButtons={false}
    >
      {tabs.map((tab, index) => {
        const count = counts?.[index];
        return (
          <Tab
            key={tab.label}
            // eight tabs fit 1280 px
            sx={{ px: 1.25, minWidth: 0 }}
            label={
              <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
                {tab.label}
                {count !== undefined && (
                  <Chip component="span" size="small" label={showCount(count)} sx={{ cursor: 'inherit' }} />
                )}
              </Box>
            }
          />
        );
      })}
    </Tabs>
  );
}

const isSame = (one: Filter, other: Filter) =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value);
