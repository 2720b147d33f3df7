import { Box, Button, Chip } from '@mui/material';
import { wordsOfName } from '@portal/domain/values';
import type { ReactNode } from 'react';
import { useGetRecordRepresentation, useListContext, useReference } from 'react-admin';
import { formatMonth } from '../../shared/months.ts';
import { modeText, showDate } from '../../shared/text.ts';
import { type FilterTabsProps, useTabs } from './filters.tsx';

type Filter = Readonly<Record<string, unknown>>;

export const NO_TABS: FilterTabsProps = { label: '', field: '', tabs: [] };

/** The filters that neither the tab nor the search shows, by field. @param defaults the list's filter without a choice */
export function useFurtherFilters(tabs: FilterTabsProps | undefined, defaults: Filter) {
  const { filterValues } = useListContext();
  const { current, others } = useTabs(tabs ?? NO_TABS);
  return Object.entries(current === -1 ? filterValues : others).filter(
    ([field, value]) => field !== 'q' && defaults[field] !== value,
  );
}

interface FilterChipsProps {
  readonly tabs: FilterTabsProps | undefined;
  readonly defaults: Filter;
}

/** A chip for each further filter, with a button that clears them. */
export function FilterChips({ tabs, defaults }: FilterChipsProps) {
  const { filterValues, setFilters } = useListContext();
  const shown = useFurtherFilters(tabs, defaults);
  if (shown.length === 0) return null;
  const without = (fields: readonly string[]) =>
    setFilters({
      ...Object.fromEntries(Object.entries(filterValues).filter(([field]) => !fields.includes(field))),
      ...Object.fromEntries(Object.entries(defaults).filter(([field]) => fields.includes(field))),
    });
  return (
    <Box
      component="section"
      aria-label="Active filters"
      sx={{
        px: 2,
        py: 1,
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      {shown.map(([field, value]) => (
        <Chip
          key={field}
          size="small"
          title="Remove this filter"
          label={<FilterText field={field} value={value} />}
          onClick={() => without([field])}
          onDelete={() => without([field])}
        />
      ))}
      <Button size="small" onClick={() => without(shown.map(([field]) => field))}>
        Clear filters
      </Button>
    </Box>
  );
}

type Words = readonly [label: string, text?: (value: unknown) => ReactNode];

const MODE: Words = ['Mode', (isDemo) => modeText(isDemo === true)];

/** Words for fields whose name is not plain, and for their values. */
const WORDS: Readonly<Record<string, Words>> = {
  account_id: ['Company', (id) => <Name resource="companies" id={String(id)} />],
  user_id: ['User', (id) => <Name resource="users" id={String(id)} />],
  period: ['Month', (month) => formatMonth(String(month))],
  is_demo: MODE,
  is_demo_account: MODE,
  test_mode: MODE,
  kind: ['Kind'],
  is_approved: ['Approved'],
  is_admin: ['Administrator'],
};

function FilterText({ field, value }: { readonly field: string; readonly value: unknown }) {
  const [, base = field, bound] = /^(.+)_(gte|lte)$/.exec(field) ?? [];
  if (bound !== undefined) {
    return `${bound === 'gte' ? 'From' : 'To'} ${base.endsWith('_at') ? showDate(String(value)) : String(value)}`;
  }
  const [label, text = plain] = WORDS[field] ?? [plain(field)];
  return (
    <>
      {label}: {text(value)}
    </>
  );
}

const plain = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(plain).join(', ');
  return typeof value === 'boolean'
    ? value
      ? 'Yes'
      : 'No'
    : wordsOfName(String(value).replaceAll('_', ' '));
};

function Name({ resource, id }: { readonly resource: string; readonly id: string }) {
  const represent = useGetRecordRepresentation(resource);
  const { referenceRecord } = useReference({ reference: resource, id });
  return referenceRecord === undefined ? '…' : represent(referenceRecord);
}
