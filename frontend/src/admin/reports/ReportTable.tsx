import { Box, TableCell, TableRow } from '@mui/material';
import type { ActiveCompanyRow, ActiveSiteRow, ReportType, SiteChangeRow } from '@portal/contract';
import { Fragment } from 'react';
import { useReference } from 'react-admin';
import { showCount, showDate } from '../../shared/text.ts';
import { SmallTable } from '../kit/parts.tsx';
import { RecordLink } from '../records/links.tsx';

interface RecordOfRow {
  readonly resource: 'sites' | 'companies';
  readonly id: string;
}

interface ReportColumn {
  readonly label: string;
  readonly text: (row: never) => string;
  readonly numeric?: boolean;
  /** The record that the text names. */
  readonly record?: (row: never) => RecordOfRow;
}

interface ReportLayout {
  readonly label: string;
  readonly columns: readonly ReportColumn[];
  /** Heading above the rows that share it; null for a report without groups. */
  readonly group: ((row: never) => { readonly id: string; readonly label: string }) | null;
  /** The values of its chart. */
  readonly chart: 'active' | 'changes';
}

/** The columns that name a site or a company, each as a link to it. */
const siteColumn: ReportColumn = {
  label: 'Site',
  text: ({ site }: Pick<ActiveSiteRow, 'site'>) => site.site_name,
  record: ({ site }: Pick<ActiveSiteRow, 'site'>) => ({ resource: 'sites', id: site.id }),
};
const companyColumn = <Row,>(accountOf: (row: Row) => ActiveCompanyRow['account']): ReportColumn => ({
  label: 'Company',
  text: (row: Row) => accountOf(row).company_name,
  record: (row: Row) => ({ resource: 'companies', id: accountOf(row).id }),
});

const dealerId = (account: ActiveSiteRow['site']['account']) => account.dealer_id ?? 'No Dealer ID';

const changes = (label: string): ReportLayout => ({
  label,
  group: null,
  chart: 'changes',
  columns: [
    siteColumn,
    companyColumn((row: SiteChangeRow) => row.site.account),
    { label: 'Change', text: (row: SiteChangeRow) => row.changeType },
    { label: 'Date', text: (row: SiteChangeRow) => showDate(row.changeDate) },
    { label: 'Readers', text: (row: SiteChangeRow) => showCount(row.readers), numeric: true },
  ],
});

/** The four tabs (S2-2-reports). */
export const LAYOUTS: Readonly<Record<ReportType, ReportLayout>> = {
  'active-sites': {
    label: 'Active Sites',
    chart: 'active',
    group: ({ site: { account } }: ActiveSiteRow) => ({
      id: account.id,
      label: `${account.company_name} (${dealerId(account)})`,
    }),
    columns: [
      siteColumn,
      { label: 'Readers', text: (row: ActiveSiteRow) => showCount(row.readers), numeric: true },
      { label: 'Active since', text: (row: ActiveSiteRow) => showDate(row.startDate) },
    ],
  },
  'active-companies': {
    label: 'Active Companies',
    chart: 'active',
    group: null,
    columns: [
      companyColumn((row: ActiveCompanyRow) => row.account),
      { label: 'Dealer ID', text: (row: ActiveCompanyRow) => dealerId(row.account) },
      { label: 'Active sites', text: (row: ActiveCompanyRow) => showCount(row.activeSites), numeric: true },
      { label: 'Total readers', text: (row: ActiveCompanyRow) => showCount(row.totalReaders), numeric: true },
      { label: 'Active since', text: (row: ActiveCompanyRow) => showDate(row.startDate) },
    ],
  },
  'site-additions': changes('Site Additions'),
  'site-deactivations': changes('Site Deactivations'),
};

interface ReportTableProps {
  readonly type: ReportType;
  readonly rows: readonly unknown[];
}

/** The rows of a page, grouped by company where the report is. */
export function ReportTable({ type, rows }: ReportTableProps) {
  const { label, columns, group } = LAYOUTS[type];
  const shown = rows as readonly never[];
  return (
    <SmallTable
      label={label}
      columns={columns.map(({ label: name, numeric }) => (numeric ? { figure: name } : name))}
    >
      {shown.map((row, index) => {
        const here = group?.(row);
        const above = index === 0 ? undefined : group?.(shown[index - 1] as never);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity, a page is replaced whole
          <Fragment key={index}>
            {here !== undefined && here.id !== above?.id && (
              <TableRow>
                <TableCell
                  component="th"
                  scope="rowgroup"
                  colSpan={columns.length}
                  sx={{ bgcolor: 'background.default', fontWeight: 650 }}
                >
                  {here.label}
                </TableCell>
              </TableRow>
            )}
            <TableRow hover>
              {columns.map((column, place) => (
                <TableCell
                  key={column.label}
                  align={alignOf(column)}
                  {...(place === 0 ? { sx: { fontWeight: 600 } } : { 'data-label': column.label })}
                >
                  <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
                    {column.record === undefined ? (
                      column.text(row)
                    ) : (
                      <Named {...column.record(row)}>{column.text(row)}</Named>
                    )}
                  </Box>
                </TableCell>
              ))}
            </TableRow>
          </Fragment>
        );
      })}
    </SmallTable>
  );
}

/** A link to a record; plain text where it was deleted. The records of a page are read in one request. */
function Named({ resource, id, children }: RecordOfRow & { readonly children: string }) {
  const { referenceRecord } = useReference({ reference: resource, id });
  if (referenceRecord === undefined) {
    return (
      // as high as the link
      <Box component="span" sx={{ display: 'inline-block', py: 0.5, fontWeight: 600 }}>
        {children}
      </Box>
    );
  }
  return <RecordLink resource={resource} id={id} text={children} />;
}

const alignOf = ({ numeric }: ReportColumn) => (numeric === true ? 'right' : 'left');
