import EditIcon from '@mui/icons-material/EditOutlined';
import {
  Box,
  Button,
  IconButton,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableFooter,
  TableRow,
  Tooltip,
  Typography,
} from '@mui/material';
import type { BillingSummary, Site } from '@portal/contract';
import { centsFromDollars, formatDollars, sumCents } from '@portal/domain/values';
import { useState } from 'react';
import { dollarsText, NONE, showCount } from '../../shared/text.ts';
import { AddressTabs } from '../../shared/ui/AddressTabs.tsx';
import { Muted } from '../../shared/ui/Muted.tsx';
import { Only } from '../kit/access.ts';
import { Cell, HeadRow, RowName, stackedOnPhone } from '../kit/parts.tsx';
import { RecordLink } from '../records/links.tsx';
import { RATE_SOURCES, SiteStatus } from '../records/states.tsx';

type Charge = BillingSummary['charges'][number];

interface SiteRow {
  readonly site: Site;
  /** Null for inactive sites, which are not billed. */
  readonly charge: Charge | null;
}

/** The filters of the site table, in the spec's order. */
const SITE_FILTERS = ['active', 'pending', 'inactive', 'all'] as const;
type SiteFilter = (typeof SITE_FILTERS)[number];

const FILTER_LABELS: Readonly<Record<SiteFilter, string>> = {
  active: 'Active',
  pending: 'Pending',
  inactive: 'Inactive',
  all: 'All',
};

/** The sites with their charges. */
export function siteRows(sites: readonly Site[], charges: readonly Charge[]): readonly SiteRow[] {
  const bySite = new Map(charges.map((charge) => [charge.site_id, charge]));
  return sites.map((site) => ({ site, charge: bySite.get(site.id) ?? null }));
}

const rowsOf = (filter: SiteFilter, rows: readonly SiteRow[]): readonly SiteRow[] =>
  filter === 'all' ? rows : rows.filter(({ site }) => site.status === filter);

/** Rows drawn at once. */
const STEP = 100;

/** Its first and last column are in line with the heading above. */
const style = {
  ...stackedOnPhone,
  '& tr > :not(* + *)': { pl: { sm: 3 } },
  '& tr > :last-child': { pr: { sm: 3 } },
} as const;

interface SiteTableProps {
  readonly rows: readonly SiteRow[];
  readonly onEditRate: (site: Site) => void;
}

/** On a phone the status is hidden while a filter tells it. */
const statusOnPhone = (filter: SiteFilter) =>
  filter === 'all' ? { 'data-label': 'Status' } : { 'data-none': true };

/** The company's sites with rate and charge, by status, with a total of the active ones (S2-2). */
export const SiteTable = ({ rows, onEditRate }: SiteTableProps) => (
  <AddressTabs
    label="Sites by status"
    parameter="status"
    tabs={SITE_FILTERS.map((name) => ({
      name,
      label: `${FILTER_LABELS[name]} (${showCount(rowsOf(name, rows).length)})`,
    }))}
  >
    {(filter) => <SitesOf key={filter} filter={filter} rows={rowsOf(filter, rows)} onEditRate={onEditRate} />}
  </AddressTabs>
);

function SitesOf({ filter, rows, onEditRate }: SiteTableProps & { readonly filter: SiteFilter }) {
  const [shown, setShown] = useState(STEP);
  if (rows.length === 0)
    return (
      <Typography sx={{ p: 4, textAlign: 'center' }} color="text.secondary">
        No sites found
      </Typography>
    );
  return (
    <>
      {/* focusable, so that a table wider than the screen scrolls by keyboard */}
      <TableContainer role="region" aria-label={`${FILTER_LABELS[filter]} sites`} tabIndex={0}>
        <Table aria-label="Sites" sx={style}>
          <HeadRow
            columns={['Site', 'Status', { figure: 'Readers' }, 'Reader rate', { figure: 'Monthly charge' }]}
          />
          <TableBody>
            {rows.slice(0, shown).map((row) => (
              <Row key={row.site.id} row={row} filter={filter} onEditRate={onEditRate} />
            ))}
          </TableBody>
          {filter === 'active' && <Totals rows={rows} />}
        </Table>
      </TableContainer>
      {rows.length > shown && (
        <Box sx={{ p: 2, textAlign: 'center', borderTop: 1, borderColor: 'divider' }}>
          <Button onClick={() => setShown(shown + STEP)}>
            Show more ({showCount(shown)} of {showCount(rows.length)} shown)
          </Button>
        </Box>
      )}
    </>
  );
}

function rateOf({ site, charge }: SiteRow): { readonly rate: string; readonly source: string } {
  if (charge !== null) return { rate: dollarsText(charge.rate), source: RATE_SOURCES[charge.rate_source] };
  if (site.custom_reader_rate === null) return { rate: NONE, source: 'Not billed' };
  return { rate: dollarsText(site.custom_reader_rate), source: 'Custom rate, not billed' };
}

interface RowProps {
  readonly row: SiteRow;
  readonly filter: SiteFilter;
  readonly onEditRate: (site: Site) => void;
}

function Row({ row, filter, onEditRate }: RowProps) {
  const { site, charge } = row;
  const { rate, source } = rateOf(row);
  const label = `Edit reader rate of ${site.site_name}`;
  return (
    <TableRow>
      <RowName sx={{ minWidth: { sm: 160 }, overflowWrap: 'anywhere' }}>
        <RecordLink resource="sites" id={site.id} text={site.site_name} />
      </RowName>
      <TableCell {...statusOnPhone(filter)}>
        <SiteStatus status={site.status} />
      </TableCell>
      <Cell figure="Readers">{showCount(Number(site.number_of_readers))}</Cell>
      <Cell label="Reader rate">
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <Box>
            <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
              {rate}
            </Box>
            <Muted sx={{ whiteSpace: 'nowrap' }}>{source}</Muted>
          </Box>
          <Only may="money">
            <Tooltip title="Edit reader rate">
              <IconButton
                size="small"
                aria-label={label}
                aria-haspopup="dialog"
                onClick={() => onEditRate(site)}
              >
                <EditIcon fontSize="small" />
              </IconButton>
            </Tooltip>
          </Only>
        </Box>
      </Cell>
      <Cell figure="Monthly charge">{charge === null ? NONE : dollarsText(charge.charge)}</Cell>
    </TableRow>
  );
}

function Totals({ rows }: { readonly rows: readonly SiteRow[] }) {
  const readers = rows.reduce((sum, { site }) => sum + Number(site.number_of_readers), 0);
  const charge = sumCents(rows.map((row) => (row.charge ? centsFromDollars(row.charge.charge) : 0)));
  return (
    <TableFooter>
      <TableRow>
        <RowName>Total</RowName>
        <TableCell data-none />
        <Cell figure="Readers">{showCount(readers)}</Cell>
        <TableCell data-none />
        <Cell figure="Monthly charge">{formatDollars(charge)}</Cell>
      </TableRow>
    </TableFooter>
  );
}
