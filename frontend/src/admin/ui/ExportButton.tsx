import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import { Button } from '@mui/material';
import { csvAmount, csvCell, quotesCsvCell } from '@portal/contract';
import { centsFromDollars, dollarsFromCents, sumCents } from '@portal/domain/values';
import { useMutation } from '@tanstack/react-query';
import { type RaRecord, useListContext, useNotify } from 'react-admin';
import { keep } from '../../shared/http/download.ts';
import { modeText, today } from '../../shared/text.ts';
import { usePortal } from '../dataProvider/index.ts';
import { useActiveFilters } from './ActiveFilters.tsx';
import { type CsvColumn, csvColumnsOf } from './fields.tsx';
import { type ListSetup, useListSetup } from './listSetup.ts';
import { useStatusTabs } from './StatusTabs.tsx';

/** Says what is in the file: `invoices-overdue-2026-11`, `sites-2026-11-23-filtered`. */
function useFileName(setup: ListSetup, isSelection: boolean): string {
  const { file, tabs } = setup;
  const { filterValues } = useListContext();
  const { filters, current } = useStatusTabs(tabs);
  const isTab = Object.keys(filters[current] ?? {}).length > 0;
  const others = useActiveFilters(setup).filter(([source]) => source !== 'period');
  const isFiltered = others.length > 0 || filterValues.q !== undefined;
  return [
    file,
    ...(isTab ? [Object.keys(tabs?.tabs ?? {})[current]] : []),
    filterValues.period ?? today(),
    ...(isFiltered ? ['filtered'] : []),
    ...(isSelection ? ['selected'] : []),
  ]
    .join('-')
    .toLowerCase()
    .replaceAll(' ', '-');
}

/** Downloads the fields of every row of the list as it is filtered and sorted, or of the records with these ids. */
export function ExportButton({ ids }: { readonly ids?: readonly RaRecord['id'][] }) {
  const setup = useListSetup();
  const name = useFileName(setup, ids !== undefined);
  const { filter, filterValues, sort, resource, total } = useListContext();
  const provider = usePortal();
  const notify = useNotify();

  const readAll = async (): Promise<readonly RaRecord[]> => {
    if (ids !== undefined) return (await provider.getMany(resource, { ids: [...ids] })).data;
    const { data, total: found = data.length } = await provider.getList(resource, {
      sort,
      filter: { ...filterValues, ...filter },
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

  const { isPending, mutate } = useMutation({
    mutationFn: async () => {
      const rows = await readAll();
      const csv = await toCsv(rows, csvColumnsOf(setup.fields));
      // before the file: what is exported is told
      await provider.recordExport(resource, rows.length);
      // the mark makes spreadsheets read UTF-8
      keep(new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' }), `${name}.csv`);
    },
    onError: () => notify('Export Error: Failed to export report data.', { type: 'error' }),
  });

  return (
    <Button
      size="small"
      startIcon={<DownloadIcon />}
      disabled={isPending || total === undefined || total === 0}
      onClick={() => mutate()}
    >
      Export CSV
    </Button>
  );
}

/** The last rows of a file whose columns are summed up, one for each mode that it has (rule B24). */
function totalRows<R>(records: readonly R[], columns: readonly CsvColumn<R>[]): string[][] {
  if (!columns.some(({ total }) => total)) return [];
  const isDemo = (record: R) => (record as { readonly is_demo?: boolean }).is_demo === true;
  const modes = [false, true].filter((mode) => records.some((record) => isDemo(record) === mode));
  return modes.map((mode) => {
    const summed = records.filter((record) => isDemo(record) === mode);
    return columns.map(({ value, total }, index) => {
      if (index === 0) return modes.length === 1 ? 'Total' : `Total, ${modeText(mode)}`;
      const cents = summed.map((record) => centsFromDollars(Number(value(record))));
      return total ? csvAmount(dollarsFromCents(sumCents(cents))) : '';
    });
  });
}

/** The records as CSV with a header row, and totals where columns have any; papaparse is loaded only when somebody exports. */
export async function toCsv<R>(records: readonly R[], columns: readonly CsvColumn<R>[]): Promise<string> {
  const { default: papa } = await import('papaparse');
  const fields = columns.map((column) => column.label);
  const data = records.map((record) => columns.map((column) => csvCell(column.value(record)) ?? ''));
  return papa.unparse({ fields, data: [...data, ...totalRows(records, columns)] }, { quotes: quotesCsvCell });
}
