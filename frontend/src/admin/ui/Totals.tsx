import { Box, TableCell, TableFooter, TableRow } from '@mui/material';
import { centsFromDollars, dollarsFromCents, sumCents } from '@portal/domain/values';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Children, cloneElement, isValidElement, type ReactNode } from 'react';
import { RecordContextProvider, useDataTableConfigContext, useListContext } from 'react-admin';
import { modeText } from '../../shared/text.ts';
import { usePortal } from '../dataProvider/index.ts';
import { CardAmount, columnLabelOf, hasTotals, isTotal, totalIn } from './fields.tsx';
import { useListSetup } from './listSetup.ts';

/** Totals of all that the list finds, whatever its page. */
export function useTotals<Totals>(enabled = true) {
  const { resource, filter: permanent, filterValues } = useListContext();
  const filter = { ...filterValues, ...permanent };
  const portal = usePortal();
  return useQuery<readonly Totals[]>({
    queryKey: [resource, 'totals', filter],
    queryFn: () => portal.listTotals<Totals>(resource, filter),
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** Totals as they are read, by day or status too. */
interface ReadTotals {
  readonly is_demo?: boolean;
  readonly [source: string]: unknown;
}

/** Sums by the fields' sources, with the mode whose records they are of. */
interface Sums {
  readonly id: string;
  readonly is_demo: boolean;
  readonly name: string;
}

/** A row for each mode that the list has; none for a list without totals. */
function useSums(): readonly Sums[] {
  const { fields } = useListSetup();
  const isSummed = hasTotals(fields);
  const { data: read } = useTotals<ReadTotals>(isSummed);
  // a list without such fields may show totals of its own
  const rows = (isSummed && read) || [];
  const modeOf = ({ is_demo: isDemo = false }: ReadTotals) => isDemo;
  const modes = [...new Set(rows.map(modeOf))];
  return modes.map((is_demo) => {
    const of = rows.filter((row) => modeOf(row) === is_demo);
    const sum = (source: string) =>
      dollarsFromCents(sumCents(of.map((row) => centsFromDollars(Number(row[source] ?? 0)))));
    const amounts = Object.keys(fields).flatMap((source) =>
      isTotal(fields, source as 'id') ? [[source, sum(source)]] : [],
    );
    const mode = modeText(is_demo);
    const name = modes.length === 1 ? 'Total' : `Total, ${mode}`;
    return { ...Object.fromEntries(amounts), is_demo, id: mode, name };
  });
}

/** The foot of every admin table: totals of the fields that have any. */
export function TotalsFoot({ children }: { readonly children?: ReactNode }) {
  const { fields } = useListSetup();
  const { hasBulkActions = false } = useDataTableConfigContext();
  const sums = useSums();
  if (sums.length === 0) return null;
  const columns = Children.toArray(children).map((column, index) => {
    if (!isValidElement<{ source?: string }>(column)) return column;
    const source = (column.props.source ?? '') as 'id';
    const render = (row: Sums) => {
      if (index === 0) return row.name;
      return isTotal(fields, source) ? totalIn(fields, source, row) : null;
    };
    return cloneElement(column, { render } as object);
  });
  return (
    <TableFooter>
      {sums.map((row) => (
        <RecordContextProvider key={row.id} value={row}>
          <TableRow>
            {hasBulkActions && <TableCell />}
            {columns}
          </TableRow>
        </RecordContextProvider>
      ))}
    </TableFooter>
  );
}

/** The same on a phone, below the cards. */
export function TotalsOnCard() {
  const { fields, columns } = useListSetup();
  const sums = useSums();
  const summed = columns.filter((source) => isTotal(fields, source));
  return sums.map((row) => (
    <Box component="li" key={row.id} sx={{ p: 2, borderTop: 2, borderColor: 'divider' }}>
      <Box component="span" sx={{ fontWeight: 700 }}>
        {row.name}
      </Box>
      <Box
        component="dl"
        sx={{
          m: 0,
          mt: 0.5,
          display: 'grid',
          gridTemplateColumns: '1fr auto',
          gap: 0.5,
          '& dd': { m: 0, textAlign: 'right' },
        }}
      >
        {summed.map((source) => (
          <Box key={source} sx={{ display: 'contents' }}>
            <dt>{columnLabelOf(fields, source)}</dt>
            <dd>
              <CardAmount>{totalIn(fields, source, row)}</CardAmount>
            </dd>
          </Box>
        ))}
      </Box>
    </Box>
  ));
}
