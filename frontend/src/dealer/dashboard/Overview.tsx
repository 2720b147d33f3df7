import { Box, Button, Link as MuiLink, Paper, Skeleton } from '@mui/material';
import { type BillingSummary, type Invoice, type InvoiceDifferences, paths } from '@portal/contract';
import { centsFromDollars, formatDollars, sumCents } from '@portal/domain/values';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import { Differences } from '../../parts/invoice/DifferencesPanel.tsx';
import { useBillingSummary, useDifferences, useInvoices } from '../../parts/invoice/reads.ts';
import { changeText, estimateText, invoicePage } from '../../parts/invoice/texts.ts';
import { counted, dateText, dollarsText, showCount } from '../../shared/text.ts';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { OtherMode, PayOpen } from '../invoices/BillingInformation.tsx';
import { Note } from '../invoices/Figures.tsx';
import { YearLine, yearOf } from './YearLine.tsx';

/** In pixels. */
const HEIGHT = { xs: 300, md: 136 };

/** The money and sites of the company in one strip: what is due, what comes next and why, and the last twelve months. */
export function Overview() {
  const invoices = useInvoices();
  const summary = useBillingSummary();
  const differences = useDifferences(`${paths.billingSummary}/differences`);
  if (invoices.isError || summary.isError) {
    const retry = () => {
      void invoices.refetch();
      void summary.refetch();
    };
    return <LoadProblem text="Error loading the billing summary. Please try again." onRetry={retry} />;
  }
  if (!invoices.data || !summary.data || (differences.data === undefined && !differences.isError)) {
    return <Skeleton variant="rounded" sx={{ height: HEIGHT, mb: 2 }} />;
  }
  return <Strip invoices={invoices.data} summary={summary.data} differences={differences.data ?? null} />;
}

interface StripProps {
  readonly invoices: readonly Invoice[];
  readonly summary: BillingSummary;
  /** Of the estimate; null where it is unknown. */
  readonly differences: InvoiceDifferences | null;
}

function Strip({ invoices, summary, differences }: StripProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const explained =
    differences === null || (differences.before === null && differences.total === 0) ? null : differences;
  const year = yearOf(invoices, summary);
  return (
    <Paper variant="outlined" component="section" aria-label="Overview" sx={{ mb: 2, overflow: 'hidden' }}>
      <Box
        component="dl"
        sx={{
          m: 0,
          minHeight: HEIGHT,
          display: 'grid',
          // shows as lines between the cells
          gap: '1px',
          bgcolor: 'divider',
          gridTemplateColumns: { xs: 'minmax(0, 1fr) minmax(0, 1.1fr)', md: '1.3fr 1.3fr 1fr 1.3fr' },
        }}
      >
        <Due invoices={invoices} summary={summary} />
        <Cell>
          <dt>Next invoice</dt>
          <Box component="dd">
            <Value>{estimateText(summary.estimated_monthly_charge)}</Value>
            <Note>on {dateText(summary.next_billing_date)}</Note>
            {explained && (
              <Button
                size="small"
                color="inherit"
                aria-expanded={open}
                aria-controls={id}
                onClick={() => setOpen(!open)}
                sx={{
                  ml: -0.75,
                  px: 0.75,
                  minHeight: 28,
                  textAlign: 'left',
                  lineHeight: 1.3,
                  fontWeight: 400,
                }}
              >
                <span>
                  {changeText(explained, 'invoice')}{' '}
                  <Box component="span" sx={{ color: 'primary.main', fontWeight: 600, whiteSpace: 'nowrap' }}>
                    Why?
                  </Box>
                </span>
              </Button>
            )}
          </Box>
        </Cell>
        <Cell
          sx={{
            display: 'grid',
            gridTemplateColumns: 'auto auto',
            gridTemplateRows: 'auto 1fr',
            gridAutoFlow: 'column',
            justifyContent: 'start',
            columnGap: { xs: 1.5, sm: 4, md: 2, lg: 4 },
            '@media (min-width: 375px)': { whiteSpace: 'nowrap' },
          }}
        >
          <dt>Active sites</dt>
          <Box component="dd">
            <Value>{showCount(summary.total_active_sites)}</Value>
            {summary.total_pending_sites > 0 && <Note>+{summary.total_pending_sites} pending</Note>}
          </Box>
          <dt>Readers</dt>
          <Box component="dd">
            <Value>{showCount(summary.total_readers)}</Value>
            {summary.total_pending_readers > 0 && <Note>+{summary.total_pending_readers} pending</Note>}
          </Box>
        </Cell>
        <Cell wide>
          <dt>Last 12 months</dt>
          <Box
            component="dd"
            sx={{
              display: { xs: 'grid', md: 'block' },
              gridTemplateColumns: 'auto minmax(0, 1fr)',
              columnGap: 3,
              alignItems: 'center',
            }}
          >
            <Value>{formatDollars(sumCents(year.map(({ cents }) => cents)))}</Value>
            {year.length === 0 ? (
              <Note>No invoices yet</Note>
            ) : (
              <YearLine year={year} invoices={invoices} summary={summary} />
            )}
          </Box>
        </Cell>
      </Box>
      <Box id={id} component="section" aria-label="Why it changed" hidden={!open || explained === null}>
        {open && explained && <Differences data={explained} what="estimate" linkTo={invoicePage} />}
      </Box>
    </Paper>
  );
}

interface CellProps {
  /** Takes a row of its own on narrow screens. */
  readonly wide?: boolean;
  readonly sx?: object;
  readonly children: ReactNode;
}

function Cell({ wide = false, sx, children }: CellProps) {
  return (
    <Box
      sx={{
        minWidth: 0,
        px: { xs: 2, md: 2.5 },
        py: { xs: 1.5, md: 2 },
        bgcolor: 'background.paper',
        gridColumn: { xs: wide ? '1 / -1' : 'auto', md: 'auto' },
        '& > dt': { color: 'text.secondary', typography: 'body2' },
        '& > dd': { m: 0 },
        ...sx,
      }}
    >
      {children}
    </Box>
  );
}

function Value({ children }: { readonly children: string }) {
  return (
    <Box
      component="span"
      sx={{
        display: 'block',
        fontSize: { xs: '1.25rem', sm: '1.5rem' },
        fontWeight: 650,
        lineHeight: 1.35,
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      {children}
    </Box>
  );
}

/** The overdue amount, else what is due, with its payment; invoices of the other mode are paid on their own (rule B42). */
function Due({ invoices, summary }: Omit<StripProps, 'differences'>) {
  const ofMode = invoices.filter(({ is_demo }) => is_demo === summary.is_demo);
  const open = ofMode
    .filter(({ status }) => status === 'pending')
    .toSorted((a, b) => (a.due_date < b.due_date ? -1 : 1));
  const overdue = open.filter(({ is_overdue }) => is_overdue);
  const isOverdue = overdue.length > 0;
  const shown = isOverdue ? overdue : open;
  const [first] = shown;
  const cents = sumCents(shown.map(({ open_amount }) => centsFromDollars(open_amount)));
  const later = centsFromDollars(summary.balance) - cents;
  return (
    <Cell
      wide
      sx={isOverdue ? { '& > dt': { color: 'error.main', typography: 'body2', fontWeight: 600 } } : {}}
    >
      <dt>{isOverdue ? 'Overdue' : 'Amount due'}</dt>
      <Box component="dd">
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 0.5 }}>
          <Box sx={{ mr: { xs: 'auto', md: 0 }, color: isOverdue ? 'error.main' : 'inherit' }}>
            <Value>{formatDollars(cents)}</Value>
          </Box>
          <PayOpen name="Pay" cents={cents} invoices={ofMode} onlyOverdue={isOverdue} />
        </Box>
        {first === undefined && <Note>Nothing to pay</Note>}
        {first !== undefined && (
          <Note>
            {shown.length === 1 ? (
              <MuiLink component={Link} to={invoicePage(first.id)}>
                {first.invoice_number}
              </MuiLink>
            ) : (
              <MuiLink component={Link} to="/invoicing">
                {counted(shown.length, 'invoice')}
              </MuiLink>
            )}
            {shown.length === 1 ? ', due ' : ', the first due '}
            {dateText(first.due_date)}
          </Note>
        )}
        {isOverdue && later > 0 && <Note>and {formatDollars(later)} due later</Note>}
        {summary.credit > 0 && (
          <Note>{dollarsText(summary.credit)} account credit pays the next invoices</Note>
        )}
        <OtherMode summary={summary} />
      </Box>
    </Cell>
  );
}
