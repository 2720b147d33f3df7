import { Box, Button, Chip } from '@mui/material';
import { wordsOfName } from '@portal/domain/values';
import type { ReactNode } from 'react';
import { useGetRecordRepresentation, useListContext, useReference } from 'react-admin';
import { formatMonth, modeText, showDate } from '../../shared/text.ts';
import { type Filter, type StatusTabsProps, useStatusTabs } from './StatusTabs.tsx';

interface ActiveFiltersProps {
  readonly tabs: StatusTabsProps | undefined;
  /** The list's filter without a choice. */
  readonly defaults: Filter;
}

/** The filters that neither the tab nor the search shows, by source. */
export function useActiveFilters({ tabs, defaults }: ActiveFiltersProps) {
  const { filterValues } = useListContext();
  const { current, others } = useStatusTabs(tabs);
  return Object.entries(current === -1 ? filterValues : others).filter(
    ([source, value]) => source !== 'q' && defaults[source] !== value,
  );
}

/** A chip for each further filter, with a button that clears them. */
export function ActiveFilters(props: ActiveFiltersProps) {
  const { filterValues, setFilters } = useListContext();
  const shown = useActiveFilters(props);
  if (shown.length === 0) return null;
  const clear = (sources: readonly string[]) => {
    const isCleared = ([source]: readonly [string, unknown]) => sources.includes(source);
    setFilters(
      Object.fromEntries([
        ...Object.entries(filterValues).filter((entry) => !isCleared(entry)),
        ...Object.entries(props.defaults).filter(isCleared),
      ]),
    );
  };
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
      {shown.map(([source, value]) => (
        <Chip
          key={source}
          size="small"
          title="Remove this filter"
          label={<FilterText source={source} value={value} />}
          onClick={() => clear([source])}
          onDelete={() => clear([source])}
        />
      ))}
      <Button size="small" onClick={() => clear(shown.map(([source]) => source))}>
        Clear filters
      </Button>
    </Box>
  );
}

type Words = readonly [label: string, text?: (value: unknown) => ReactNode];

const MODE: Words = ['Mode', (isDemo) => modeText(isDemo === true)];

/** Words for filters whose name is not plain, and for their values; any list may be opened with them. */
const WORDS: Readonly<Record<string, Words>> = {
  account_id: ['Company', (id) => <Name resource="companies" id={String(id)} />],
  user_id: ['User', (id) => <Name resource="users" id={String(id)} />],
  period: ['Month', (month) => formatMonth(String(month))],
  is_demo: MODE,
  is_demo_account: MODE,
  test_mode: MODE,
  // named as credit notes say it
  kind: ['Kind', (kind) => plain(kind === 'void' ? 'cancellation' : kind)],
  is_approved: ['Approved'],
  is_admin: ['Administrator'],
};

function FilterText({ source, value }: { readonly source: string; readonly value: unknown }) {
  const [, base = source, bound] = /^(.+)_(gte|lte)$/.exec(source) ?? [];
  if (bound !== undefined) {
    return `${bound === 'gte' ? 'From' : 'To'} ${base === 'day' || base.endsWith('_at') ? showDate(String(value)) : String(value)}`;
  }
  const [label, text = plain] = WORDS[source] ?? [plain(source)];
  return (
    <>
      {label}: {text(value)}
    </>
  );
}

const plain = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(plain).join(', ');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = String(value);
  // codes stay as they are, e.g. NY
  return /[a-z]/.test(text) ? wordsOfName(text.replaceAll('_', ' ')) : text;
};

function Name({ resource, id }: { readonly resource: string; readonly id: string }) {
  const represent = useGetRecordRepresentation(resource);
  const { referenceRecord } = useReference({ reference: resource, id });
  return referenceRecord === undefined ? '…' : represent(referenceRecord);
}
