import ExpandIcon from '@mui/icons-material/ExpandMore';
import {
  Box,
  Button,
  Card,
  Chip,
  Skeleton,
  TableCell,
  TablePagination,
  TableRow,
  TextField,
  Typography,
} from '@mui/material';
import { type BillingPreview, paths } from '@portal/contract';
import { centsFromDollars, formatDollars, nameKey, sumCents } from '@portal/domain/values';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useBasename } from 'react-admin';
import { Link, useSearchParams } from 'react-router';
import { useToday } from '../../../shared/session/session.ts';
import { addMonths, counted, dollarsText, formatMonth, NONE, showCount } from '../../../shared/text.ts';
import { LoadProblem } from '../../../shared/ui/LoadProblem.tsx';
import { Muted } from '../../../shared/ui/Muted.tsx';
import { StatusBadge, type Tone } from '../../../shared/ui/StatusBadge.tsx';
import { usePortal } from '../../dataProvider/index.ts';
import { Cell, RowName, SmallTable } from '../../kit/parts.tsx';
import { RecordLink } from '../../records/links.tsx';
import { DemoBadge, RATE_SOURCES } from '../../records/states.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { RunNowButton } from './RunNowButton.tsx';

type PreviewAccount = BillingPreview['accounts'][number];
type Outcome = PreviewAccount['outcome'];

const OUTCOMES: Readonly<Record<Outcome, { readonly label: string; readonly tone: Tone }>> = {
  priced: { label: 'To be issued', tone: 'warning' },
  issued: { label: 'Issued', tone: 'success' },
  skipped: { label: 'Skipped', tone: 'neutral' },
  parked: { label: 'Not billed', tone: 'error' },
};

/** The accounts whose name and sites contain all words of `text`, of one outcome or any. */
function accountsFound(
  accounts: readonly PreviewAccount[],
  text: string,
  outcome: Outcome | null,
): readonly PreviewAccount[] {
  const words = nameKey(text).split(' ').filter(Boolean);
  return accounts.filter((account) => {
    if (outcome !== null && account.outcome !== outcome) return false;
    const all = nameKey([account.company_name ?? '', ...account.lines.map(({ name }) => name)].join(' '));
    return words.every((word) => all.includes(word));
  });
}

/** Why an account gets no invoice. */
const SKIPPED: Readonly<Record<string, string>> = {
  no_active_sites: 'No active site on that date',
  not_open: 'Company did not exist yet',
  canceled: 'Invoice canceled, not yet reissued',
};

const PERIOD = /^\d{4}-(0[1-9]|1[0-2])$/;

/** What a run of a month would issue, by account. */
export default function BillingPreviewPage() {
  const basename = useBasename();
  const portal = usePortal();
  const [parameters, setParameters] = useSearchParams();
  const asked = parameters.get('period') ?? '';
  const today = useToday();
  const period = PERIOD.test(asked) ? asked : addMonths(today.slice(0, 7), 1);
  const { data, error, refetch } = useQuery({
    queryKey: [paths.admin.billingPreview, period],
    queryFn: () => portal.billingPreview(period),
  });
  const hasSome = (...outcomes: readonly Outcome[]) =>
    data?.accounts.some(({ outcome }) => outcomes.includes(outcome)) === true;
  const isLeft = hasSome('priced', 'parked');
  const isRun = hasSome('issued') && !isLeft;
  return (
    <>
      <PageHeading
        title={`${isRun ? 'Run' : 'Preview'} of ${formatMonth(period)}`}
        lead={data === undefined ? undefined : leadOf(data)}
        actions={
          <>
            <Button component={Link} to={`${basename}/billing-runs`} size="small">
              All runs
            </Button>
            {isLeft && <RunNowButton period={period} />}
          </>
        }
      />
      <TextField
        type="month"
        size="small"
        label="Month"
        value={period}
        onChange={({ target }) => PERIOD.test(target.value) && setParameters({ period: target.value })}
        sx={{ mb: 2.5, maxWidth: 220, '& .MuiInputBase-root': { bgcolor: 'background.paper' } }}
      />
      {error && <LoadProblem text="The preview could not be loaded." error={error} onRetry={refetch} />}
      {data === undefined && !error && (
        <Skeleton variant="rounded" height={320} role="status" aria-label="Loading the preview" />
      )}
      {data !== undefined && (
        <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <PreviewFigures preview={data} />
          <Card variant="outlined">
            <PreviewAccounts key={data.period} preview={data} />
          </Card>
        </Box>
      )}
    </>
  );
}

function leadOf({ cut_off_text: cutOff, total, last_month_total: before }: BillingPreview): string {
  const difference = centsFromDollars(total) - centsFromDollars(before);
  const change =
    difference === 0
      ? 'the same as the month before'
      : `${formatDollars(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'} than the month before`;
  return `As of ${cutOff}: ${dollarsText(total)}, ${change}.`;
}

/** Added as cents: sums of dollars are not exact. */
const totalOf = (accounts: readonly PreviewAccount[]) =>
  formatDollars(sumCents(accounts.map(({ total }) => centsFromDollars(total))));

/** Totals of live and demo companies (rule B24), and accounts by outcome. */
function PreviewFigures({ preview }: { readonly preview: BillingPreview }) {
  const { accounts } = preview;
  const sum = (isDemo: boolean) => totalOf(accounts.filter(({ is_demo }) => is_demo === isDemo));
  const count = (outcome: Outcome) => accounts.filter((account) => account.outcome === outcome).length;
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(6, minmax(0, 1fr))' },
      }}
    >
      <Figure label="Live companies" value={sum(false)} />
      <Figure label="Demo companies" value={sum(true)} />
      {(Object.keys(OUTCOMES) as Outcome[]).map((outcome) => (
        <Figure key={outcome} label={OUTCOMES[outcome].label} value={showCount(count(outcome))} />
      ))}
    </Box>
  );
}

const Figure = ({ label, value }: { readonly label: string; readonly value: string }) => (
  <Card variant="outlined" sx={{ p: 2, display: 'flex', flexDirection: 'column' }}>
    <Typography component="dt" variant="body2" color="text.secondary">
      {label}
    </Typography>
    <Typography
      component="dd"
      sx={{ m: 0, mt: 'auto', fontSize: '1.35rem', fontWeight: 700, fontVariantNumeric: 'tabular-nums' }}
    >
      {value}
    </Typography>
  </Card>
);

const PER_PAGE = 25;

function PreviewAccounts({ preview }: { readonly preview: BillingPreview }) {
  const [text, setText] = useState('');
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [page, setPage] = useState(0);
  const found = accountsFound(preview.accounts, text, outcome);
  const shown = found.slice(page * PER_PAGE, (page + 1) * PER_PAGE);
  return (
    <>
      <Box sx={{ p: 2, display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'flex-end' }}>
        <TextField
          size="small"
          role="search"
          label="Search companies"
          placeholder="Company or site"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setPage(0);
          }}
          sx={{ width: { xs: '100%', sm: 280 } }}
          slotProps={{ htmlInput: { autoComplete: 'off', maxLength: 200 } }}
        />
        {(Object.keys(OUTCOMES) as Outcome[]).map((one) => (
          <Chip
            key={one}
            label={OUTCOMES[one].label}
            variant={outcome === one ? 'filled' : 'outlined'}
            color={outcome === one ? 'primary' : 'default'}
            aria-pressed={outcome === one}
            onClick={() => {
              setOutcome(outcome === one ? null : one);
              setPage(0);
            }}
          />
        ))}
        <Typography role="status" sx={{ ml: { sm: 'auto' }, fontVariantNumeric: 'tabular-nums' }}>
          {showCount(found.length)} {found.length === 1 ? 'company' : 'companies'}, {totalOf(found)}
        </Typography>
      </Box>
      {shown.length === 0 ? (
        <Typography sx={{ p: 4, textAlign: 'center' }}>No companies found</Typography>
      ) : (
        <Box component="ul" aria-label="Accounts" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {shown.map((account) => (
            <PreviewAccountRow key={account.account_id} account={account} />
          ))}
        </Box>
      )}
      {found.length > PER_PAGE && (
        <TablePagination
          component="div"
          count={found.length}
          page={page}
          rowsPerPage={PER_PAGE}
          rowsPerPageOptions={[]}
          onPageChange={(_event, next) => setPage(next)}
        />
      )}
    </>
  );
}

/** The amounts of all accounts end at the same place. */
const ROW = {
  display: 'grid',
  alignItems: 'center',
  columnGap: 2,
  rowGap: 0.5,
  gridTemplateColumns: { xs: '112px minmax(0, 1fr)', sm: 'minmax(0, 1fr) auto 128px' },
  gridTemplateAreas: { xs: '"name name" "lines amount"', sm: '"name amount lines"' },
} as const;

/** Shown until its lines are opened. */
const FIRST_DIFFERENCES = 5;

/** An account with its total, its differences from the month before, and its lines on demand. */
function PreviewAccountRow({ account }: { readonly account: PreviewAccount }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const { outcome, total, last_month_total: before, differences, lines, skipped_because: why } = account;
  const name = account.company_name ?? 'Unnamed company';
  const { label, tone } = OUTCOMES[outcome];
  const count = lines.length === 1 ? '1 line' : `${showCount(lines.length)} lines`;
  return (
    <Box component="li" sx={{ px: 2, py: 1.5, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={ROW}>
        <Box sx={{ gridArea: 'name' }}>
          <RecordLink resource="companies" id={account.account_id} text={name} />
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
            <StatusBadge tone={tone}>{label}</StatusBadge>
            {account.is_demo && <DemoBadge />}
          </Box>
        </Box>
        <Box sx={{ gridArea: 'amount', textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}>
          <Typography sx={{ fontWeight: 600 }}>{dollarsText(total)}</Typography>
          <Muted>{dollarsText(before)} the month before</Muted>
        </Box>
        {lines.length > 0 && (
          <Button
            size="small"
            aria-expanded={open}
            aria-controls={id}
            aria-label={`${count} of ${name}`}
            onClick={() => setOpen(!open)}
            sx={{ gridArea: 'lines', justifySelf: { xs: 'start', sm: 'end' }, ml: { xs: -1.5, sm: 0 } }}
            endIcon={<ExpandIcon sx={{ transform: open ? 'rotate(180deg)' : 'none' }} />}
          >
            {count}
          </Button>
        )}
      </Box>
      {why !== null && (
        <Typography variant="body2" sx={{ mt: 0.5 }}>
          {SKIPPED[why] ?? why}
        </Typography>
      )}
      {differences.length > 0 && (
        <Box component="ul" aria-label={`Why ${name} differs`} sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
          {differences.slice(0, open ? undefined : FIRST_DIFFERENCES).map((text) => (
            <Typography component="li" variant="body2" key={text}>
              {text}
            </Typography>
          ))}
          {!open && differences.length > FIRST_DIFFERENCES && (
            <Typography component="li" variant="body2" color="text.secondary">
              {counted(differences.length - FIRST_DIFFERENCES, 'more change')}
            </Typography>
          )}
        </Box>
      )}
      <Box id={id} hidden={!open} sx={{ mt: 1 }}>
        {open && <Lines label={`Lines of ${name}`} lines={lines} />}
      </Box>
    </Box>
  );
}

/** Whether the amount is readers times a rate: not of credits, taxes and other added lines. */
const isByReaders = ({ source }: PreviewAccount['lines'][number]) => source !== null && source !== 'line';

/** Lines of a long invoice that are shown. */
const MAX_LINES = 500;

const Lines = ({ label, lines }: Pick<PreviewAccount, 'lines'> & { readonly label: string }) => (
  <SmallTable
    label={label}
    columns={['Site', { figure: 'Readers' }, { figure: 'Rate' }, 'From', { figure: 'Amount' }]}
  >
    {lines.slice(0, MAX_LINES).map((line, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: credits and remainders have no id, and lines never move
      <TableRow key={`${index} ${line.site_id}`}>
        <RowName>{line.name}</RowName>
        <Cell figure="Readers" isNone={!isByReaders(line)}>
          {isByReaders(line) ? showCount(line.readers) : NONE}
        </Cell>
        <Cell figure="Rate" isNone={!isByReaders(line)}>
          {isByReaders(line) ? dollarsText(line.rate) : NONE}
        </Cell>
        <Cell label="From" isNone={line.source === null}>
          {line.source === null ? '' : RATE_SOURCES[line.source]}
        </Cell>
        <Cell figure="Amount">{dollarsText(line.amount)}</Cell>
      </TableRow>
    ))}
    {lines.length > MAX_LINES && (
      <TableRow>
        <TableCell colSpan={5}>{`${showCount(lines.length - MAX_LINES)} more lines`}</TableCell>
      </TableRow>
    )}
  </SmallTable>
);
