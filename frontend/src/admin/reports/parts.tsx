import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import { Box, Button, Pagination } from '@mui/material';
import { type MoneyReportType, paths, type ReportType } from '@portal/contract';
import { addDays, mapValues } from '@portal/domain/values';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect } from 'react';
import { type DefaultValues, FormProvider, useForm } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { download } from '../../shared/http/download.ts';
import { useCommand } from '../../shared/http/useCommand.ts';
import { addMonths } from '../../shared/text.ts';
import { withQuery } from '../dataProvider/command.ts';
import { usePortal } from '../dataProvider/index.ts';

/** The parameters in the address, and a function that changes some of them; blank ones are removed. */
export function useQueryParameters() {
  const [query, setQuery] = useSearchParams();
  const go = useCallback(
    (next: Readonly<Record<string, string>>) =>
      setQuery(
        (before) => {
          const after = new URLSearchParams(before);
          for (const [name, value] of Object.entries(next)) {
            if (value === '') after.delete(name);
            else after.set(name, value);
          }
          return after;
        },
        { replace: true },
      ),
    [setQuery],
  );
  return [query, go] as const;
}

interface FilterFormProps<Values extends Readonly<Record<string, string>>> {
  /** Those in the address; blank where nothing is chosen. */
  readonly filters: Values;
  /** What is in force, where the server chooses what is blank. */
  readonly values?: Values;
  /** CSS columns of the fields on a wide screen. */
  readonly columns: string;
  readonly onChange: (values: Values) => void;
  readonly children: ReactNode;
}

/** Filters in a row, with the form that its fields read; applied at once, with Clear. */
export function FilterForm<Values extends Readonly<Record<string, string>>>(props: FilterFormProps<Values>) {
  const { filters, values = filters, columns, onChange, children } = props;
  const isFiltered = Object.values(filters).some((value) => value !== '');
  const blank = mapValues(filters, () => '') as Values;
  const form = useForm<Values>({ values, defaultValues: values as DefaultValues<Values> });
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values: changed, type }) => {
          // values set from the address are no change
          if (type === 'change') onChange(changed);
        },
      }),
    [form, onChange],
  );
  return (
    <Box
      component="section"
      aria-label="Filters"
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'end',
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: `${columns} auto` },
        '& > div:first-of-type': { gridColumn: { xs: '1 / -1', sm: 'auto' } },
        mb: 2,
      }}
    >
      <FormProvider {...form}>{children}</FormProvider>
      <Button
        disabled={!isFiltered}
        onClick={() => onChange(blank)}
        // keeps its place on a wide screen
        sx={{
          minHeight: 44,
          ...(!isFiltered && { visibility: 'hidden', display: { xs: 'none', md: 'flex' } }),
        }}
      >
        Clear
      </Button>
    </Box>
  );
}

const CSV_AND_PDF = { csv: 'CSV', pdf: 'PDF' } as const;

interface ExportButtonsProps<Format extends string> {
  readonly pathOf: (format: Format) => string;
  /** Name of the file, without its ending, where the server gives none. */
  readonly file: string;
  /** The names of the formats. */
  readonly formats: Readonly<Record<Format, string>>;
}

/** A button for each format, which exports the whole report, not the page shown (S2-2-reports). */
export const ExportButtons = (props: Omit<ExportButtonsProps<keyof typeof CSV_AND_PDF>, 'formats'>) => (
  <FormatButtons {...props} formats={CSV_AND_PDF} />
);

/** The same for these formats. */
export function FormatButtons<Format extends string>({ pathOf, file, formats }: ExportButtonsProps<Format>) {
  const { isPending, variables, mutate } = useCommand({
    send: (format: Format) => download(pathOf(format), `${file}.${format === 'pdf' ? 'pdf' : 'csv'}`),
    failed: { title: 'Export Error', fallback: 'Failed to export report data.' },
  });
  return (Object.keys(formats) as Format[]).map((format) => (
    <Button
      key={format}
      variant="outlined"
      startIcon={<DownloadIcon />}
      disabled={isPending}
      onClick={() => mutate(format)}
    >
      {isPending && variables === format ? 'Exporting...' : `Export ${formats[format]}`}
    </Button>
  ));
}

interface PagesProps {
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
  readonly label: string;
}

/** Previous, the pages and Next; nothing for one page. */
export function Pages({ page, pages, onPage, label }: PagesProps) {
  if (pages <= 1) return null;
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'center',
        gap: 1,
        mt: 2,
      }}
    >
      <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <Pagination
        count={pages}
        page={Math.min(page, pages)}
        onChange={(_event, to) => onPage(to)}
        hidePrevButton
        hideNextButton
        aria-label={label}
      />
      <Button disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </Box>
  );
}

/** The modes to choose from (rule B24). */
export const MODES = [
  { value: 'live', label: 'Live' },
  { value: 'demo', label: 'Demo' },
] as const;

/** The filters of a report; blank for all. Days are `YYYY-MM-DD`, both included. */
export type Filters = Readonly<Record<'companyId' | 'startDate' | 'endDate', string>>;

/** The first and last day of months like `2026-12`. */
export const daysOf = (from: string, to = from) => ({
  startDate: `${from}-01`,
  endDate: addDays(`${addMonths(to, 1)}-01`, -1),
});

/** The days of the same months a year earlier. */
export const daysYearBefore = (months: readonly string[]) => {
  const [first = '', last = first] = [months[0], months.at(-1)];
  return first === '' ? {} : daysOf(addMonths(first, -12), addMonths(last, -12));
};

/** The path of a report. */
export const reportPath = (
  tab: ReportType | MoneyReportType,
  { companyId: company, startDate: start, endDate: end, mode }: Filters & { readonly mode?: string },
) => withQuery('/reports', { tab, company, start, end, mode });

/** Also `live` or `demo`; blank for what the server chooses. */
export type MoneyFilters = Filters & { readonly mode: string };

export const PAGE_SIZE = 25;

/** Of a failed read (S2-7). */
const NO_ROWS = { rows: [], total: 0 };

/** A page of a report, counted from 1. Keeps the previous page while it reads. */
export function useReport(type: ReportType, filters: Filters, page: number) {
  const first = (page - 1) * PAGE_SIZE;
  const portal = usePortal();
  const { data, isPending, error, refetch } = useQuery({
    queryKey: [paths.admin.report(type), filters, page],
    queryFn: () => portal.report(type, filters, [first, first + PAGE_SIZE - 1]),
    placeholderData: (before, query) =>
      query?.queryKey[0] === paths.admin.report(type) ? keepPreviousData(before) : undefined,
  });
  return { ...(data ?? NO_ROWS), isPending, error, refetch };
}
