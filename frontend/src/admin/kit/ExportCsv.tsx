import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import { Button } from '@mui/material';
import { csvCell, quotesCsvCell } from '@portal/contract';
import { useMutation } from '@tanstack/react-query';
import { type RaRecord, useListContext, useNotify } from 'react-admin';
import { today } from '../../shared/text.ts';
import { usePortal } from '../dataProvider/index.ts';
import { NO_TABS, useFurtherFilters } from './FilterChips.tsx';
import { type FilterTabsProps, useTabs } from './filters.tsx';

export type Cell = string | number | boolean | null | undefined;

export interface CsvColumn<R> {
  readonly label: string;
  readonly value: (record: R) => Cell;
}

/** The records as CSV with a header row; papaparse is loaded only when somebody exports. */
export async function toCsv<R>(records: readonly R[], columns: readonly CsvColumn<R>[]): Promise<string> {
  const { default: papa } = await import('papaparse');
  const fields = columns.map((column) => column.label);
  const data = records.map((record) => columns.map((column) => csvCell(column.value(record)) ?? ''));
  return papa.unparse({ fields, data }, { quotes: quotesCsvCell });
}

/** Hands `csv` to the browser as a file. */
function downloadCsv(csv: string, filename: string): void {
  // the mark makes spreadsheets read UTF-8
  const url = URL.createObjectURL(new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  document.body.append(link);
  link.click();
  link.remove();
  URL.revokeObjectURL(url);
}

export interface ExportCsvProps<R> {
  readonly columns: readonly CsvColumn<R>[];
  /** Begin of the file's name. */
  readonly file: string;
  readonly tabs: FilterTabsProps | undefined;
  /** The list's filter without a choice. */
  readonly defaults: Readonly<Record<string, unknown>>;
  /** Only these records. */
  readonly ids?: readonly RaRecord['id'][];
}

/** Says what is in the file: `invoices-overdue-2026-11`, `sites-2026-11-23-filtered`. */
function useFileName<R>({ file, tabs, defaults, ids }: ExportCsvProps<R>): string {
  const { filterValues } = useListContext();
  const { filters, current } = useTabs(tabs ?? NO_TABS);
  const isTab = Object.keys(filters[current] ?? {}).length > 0;
  const others = useFurtherFilters(tabs, defaults).filter(([field]) => field !== 'period');
  const isFiltered = others.length > 0 || filterValues.q !== undefined;
  return [
    file,
    ...(isTab ? [tabs?.tabs[current]?.label] : []),
    filterValues.period ?? today(),
    ...(isFiltered ? ['filtered'] : []),
    ...(ids === undefined ? [] : ['selected']),
  ]
    .join('-')
    .toLowerCase()
    .replaceAll(' ', '-');
}

/** Downloads every row of the list as it is filtered and sorted, not this page alone. */
export function ExportCsv<R extends RaRecord>(props: ExportCsvProps<R>) {
  const { columns, ids } = props;
  const name = useFileName(props);
  const { filterValues, sort, resource, total } = useListContext();
  const provider = usePortal();
  const notify = useNotify();

  const readAll = async (): Promise<readonly R[]> => {
    if (ids !== undefined) return (await provider.getMany<R>(resource, { ids: [...ids] })).data;
    const { data, total: found = data.length } = await provider.getList<R>(resource, {
      sort,
      filter: filterValues,
      meta: { whole: true },
    });
    if (data.length < found) {
      const [some, all] = [data.length, found].map((rows) => rows.toLocaleString('en-US'));
      notify(`The file has the first ${some} of ${all} rows. Filter the list to export the others.`, {
        type: 'warning',
      });
    }
    return data;
  };

  const { isPending: busy, mutate: run } = useMutation({
    mutationFn: async () => downloadCsv(await toCsv(await readAll(), columns), `${name}.csv`),
    onError: () => notify('Export Error: Failed to export report data.', { type: 'error' }),
  });

  return (
    <Button
      size="small"
      startIcon={<DownloadIcon />}
      disabled={busy || total === undefined || total === 0}
      onClick={() => run()}
    >
      Export CSV
    </Button>
  );
}
