import EditIcon from '@mui/icons-material/EditOutlined';
import { Box, Button, IconButton, Tab, Tabs, Tooltip, Typography } from '@mui/material';
import type { BillingSummary, Site } from '@portal/contract';
import { centsFromDollars, formatDollars, sumCents } from '@portal/domain/values';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { dollarsText, NONE, showCount } from '../../shared/text.ts';
import { tableStyle } from '../../shared/ui/tableStyle.ts';
import { stackedOnPhone } from '../kit/parts.tsx';
import { RecordLink } from '../records/links.tsx';
import { RATE_SOURCES, SiteStatus } from '../records/states.tsx';

type Charge = BillingSummary['charges'][number];

/** A site with its charge on the next invoice. */
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

function rowsOf(filter: SiteFilter, rows: readonly SiteRow[]): readonly SiteRow[] {
  return filter === 'all' ? rows : rows.filter(({ site }) => site.status === filter);
}

/** Rows drawn at once. */
const STEP = 100;

interface SiteTableProps {
  readonly rows: readonly SiteRow[];
  readonly onEditRate: (site: Site) => void;
}

const style = {
  ...tableStyle,
  ...stackedOnPhone,
  '& th, & td': { ...tableStyle['& th, & td'], px: 2 },
} as const;
/** On a phone the status is hidden while a filter tells it. */
const statusOnPhone = (filter: SiteFilter) =>
  filter === 'all' ? { 'data-label': 'Status' } : { 'data-none': true };

function filterIn(text: string | null): SiteFilter {
  return SITE_FILTERS.find((filter) => filter === text) ?? 'active';
}

/** The company's sites with rate and charge, by status, with a total of the active ones (S2-2). */
export function SiteTable({ rows, onEditRate }: SiteTableProps) {
  const [query, setQuery] = useSearchParams();
  const filter = filterIn(query.get('status'));
  const found = rowsOf(filter, rows);
  const [shown, setShown] = useState(STEP);
  return (
    <>
      <Tabs
        aria-label="Sites by status"
        value={filter}
        onChange={(_event, next: SiteFilter) => {
          setShown(STEP);
          setQuery({ status: next }, { replace: true });
        }}
        variant="scrollable"
        scrollButtons={false}
        sx={{ px: 1, borderBottom: 1, borderColor: 'divider' }}
      >
        {SITE_FILTERS.map((name) => (
          <Tab
            key={name}
            value={name}
            id={`sites-${name}`}
            aria-controls="sites-panel"
            label={`${FILTER_LABELS[name]} (${showCount(rowsOf(name, rows).length)})`}
          />
        ))}
      </Tabs>
      <Box
        role="tabpanel"
        id="sites-panel"
        aria-labelledby={`sites-${filter}`}
        // focusable, so that a table wider than the screen scrolls by keyboard
        tabIndex={0}
        sx={{ overflowX: 'auto' }}
      >
        {found.length === 0 ? (
          <Typography sx={{ p: 4, textAlign: 'center' }} color="text.secondary">
            No sites found
          </Typography>
        ) : (
          <Box component="table" aria-label="Sites" sx={style}>
            <thead>
              <tr>
                <th scope="col">Site</th>
                <th scope="col">Status</th>
                <th scope="col" className="figure">
                  Readers
                </th>
                <th scope="col">Reader rate</th>
                <th scope="col" className="figure">
                  Monthly charge
                </th>
              </tr>
            </thead>
            <tbody>
              {found.slice(0, shown).map((row) => (
                <Row key={row.site.id} row={row} filter={filter} onEditRate={onEditRate} />
              ))}
            </tbody>
            {filter === 'active' && <Totals rows={found} />}
          </Box>
        )}
      </Box>
      {found.length > shown && (
        <Box sx={{ p: 2, textAlign: 'center', borderTop: 1, borderColor: 'divider' }}>
          <Button onClick={() => setShown(shown + STEP)}>
            Show more ({showCount(shown)} of {showCount(found.length)} shown)
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
    <tr>
      <Box component="th" scope="row" sx={{ minWidth: { xs: 100, sm: 160 }, overflowWrap: 'anywhere' }}>
        <RecordLink resource="sites" id={site.id}>
          {site.site_name}
        </RecordLink>
      </Box>
      <td {...statusOnPhone(filter)}>
        <SiteStatus status={site.status} />
      </td>
      <td className="figure" data-label="Readers">
        {showCount(Number(site.number_of_readers))}
      </td>
      <td data-label="Reader rate">
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <Box>
            <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
              {rate}
            </Box>
            <Typography variant="body2" color="text.secondary" sx={{ whiteSpace: 'nowrap' }}>
              {source}
            </Typography>
          </Box>
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
        </Box>
      </td>
      <td className="figure" data-label="Monthly charge">
        {charge === null ? NONE : dollarsText(charge.charge)}
      </td>
    </tr>
  );
}

function Totals({ rows }: { readonly rows: readonly SiteRow[] }) {
  const readers = rows.reduce((sum, { site }) => sum + Number(site.number_of_readers), 0);
  const charge = sumCents(rows.map((row) => (row.charge ? centsFromDollars(row.charge.charge) : 0)));
  return (
    <tfoot>
      <tr>
        <th scope="row">Total</th>
        <td data-none />
        <td className="figure" data-label="Readers">
          {showCount(readers)}
        </td>
        <td data-none />
        <td className="figure" data-label="Monthly charge">
          {formatDollars(charge)}
        </td>
      </tr>
    </tfoot>
  );
}
