import { Box, Card, Skeleton, Typography } from '@mui/material';
import { useTheme } from '@mui/material/styles';
import {
  type Account,
  type BillingSummary,
  brandText,
  type CompanyOverview,
  type PaymentMethod,
  paths,
} from '@portal/contract';
import { centsFromDollars, dollarsFromCents, formatDollars, sumCents } from '@portal/domain/values';
import { Fragment, type ReactNode } from 'react';
import { useBasename, useCreatePath } from 'react-admin';
import { DifferencesPanel } from '../../parts/invoice/DifferencesPanel.tsx';
import { estimateText, signedText } from '../../parts/invoice/texts.ts';
import { useToday } from '../../shared/session/session.ts';
import { counted, dateText, dollarsText, showCount, showDate } from '../../shared/text.ts';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { Muted } from '../../shared/ui/Muted.tsx';
import { Notice } from '../../shared/ui/Notice.tsx';
import { Section } from '../../shared/ui/Section.tsx';
import { ActivityEntries } from '../kit/ActivityEntries.tsx';
import { MonthChart, shortDollars, yearBefore } from '../kit/MonthChart.tsx';
import { Unbroken } from '../kit/parts.tsx';
import { dealerBillingPath, PageLink, RecordLink, revenuePath, useListPath } from '../records/links.tsx';
import { Figure, FigureGrid } from '../ui/cards.tsx';
import { AnnouncedRates } from './actions.tsx';
import { DeclinedCard } from './DealerCards.tsx';
import { useBilledSummary, useCompanyOverview } from './queries.ts';

export { useCompanyOverview } from './queries.ts';

const CARDS = { display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)', alignItems: 'start' };

/** How a company stands: notices, figures, twelve months, next invoice, announced rates, open question, last events. */
export function CompanyOverviewParts({ company }: { readonly company: Account }) {
  const overview = useCompanyOverview(company.id);
  const summary = useBilledSummary(company.id);
  const user = company.users?.[0] && { id: company.users[0].id, dealer_id: company.dealer_id };
  // all parts appear at once, so that none moves another
  if (overview.isPending || summary.isPending) return <OverviewSkeleton />;
  if (overview.isError)
    return <LoadProblem text="The figures could not be loaded." onRetry={overview.refetch} />;
  return (
    <Box sx={CARDS}>
      <Notices company={company} promise={overview.data.promise} />
      <Figures company={company} overview={overview.data} summary={summary.data} />
      <Box
        sx={{ ...CARDS, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 5fr) minmax(0, 3fr)' } }}
      >
        <Box sx={{ ...CARDS, gridColumn: { md: 2 }, gridRow: { md: 1 } }}>
          <OpenQuestion accountId={company.id} overview={overview.data} />
          {summary.isError && (
            <LoadProblem text="Failed to fetch the next invoice" onRetry={summary.refetch} />
          )}
          {summary.data && (
            <NextInvoice
              accountId={company.id}
              summary={summary.data}
              hasInvoices={overview.data.counts.invoices > 0}
              actions={user && <PageLink to={dealerBillingPath(user)} text="Billing Details" />}
            />
          )}
        </Box>
        <Box sx={CARDS}>
          <MonthsCard accountId={company.id} overview={overview.data} />
          <LastEvents accountId={company.id} overview={overview.data} />
        </Box>
      </Box>
    </Box>
  );
}

const OverviewSkeleton = () => (
  <Box role="status" aria-label="Loading" sx={CARDS}>
    {[104, 340, 420].map((height) => (
      <Skeleton key={height} variant="rounded" height={height} />
    ))}
  </Box>
);

interface NoticesProps {
  readonly company: Account;
  readonly promise: CompanyOverview['promise'];
}

/** A promise to pay, a declined card, orders on hold; nothing without. */
export function Notices({ company, promise }: NoticesProps) {
  const today = useToday();
  const { payment_method: card, order_hold: hold } = company;
  return (
    <>
      {promise !== null && (
        <Notice tone={promise.on < today ? 'warning' : 'success'}>
          {promise.on < today ? 'Payment was promised for' : 'Payment is promised for'} {dateText(promise.on)}
          : {promise.note} (noted on {dateText(promise.recorded_on)})
        </Notice>
      )}
      {card && <DeclinedCard card={card} />}
      {hold != null && (
        <Notice tone="warning">
          New orders are on hold:{' '}
          <RecordLink resource="invoices" id={hold.invoice_id} text={hold.invoice_number} /> was due on{' '}
          {dateText(hold.due_date)}, {dollarsText(hold.open_amount)} is open.
        </Notice>
      )}
    </>
  );
}

interface FiguresProps {
  readonly company: Account;
  readonly overview: CompanyOverview;
  /** Undefined where it could not be read. */
  readonly summary: BillingSummary | undefined;
}

function Figures({ company, overview, summary }: FiguresProps) {
  const { now, month_start: before } = overview.recurring;
  const listPath = useListPath();
  const change = centsFromDollars(now) - centsFromDollars(before);
  const pending = summary?.total_pending_sites ?? 0;
  return (
    <FigureGrid label="Figures" columns={6}>
      <Figure
        label="Recurring revenue"
        value={dollarsText(now)}
        note={`Monthly, ${change === 0 ? 'no change' : signedText(dollarsFromCents(change))} since the 1st`}
      />
      <MoneyFigures company={company} overview={overview} />
      {summary && (
        <Figure
          label="Active sites"
          value={showCount(summary.total_active_sites)}
          note={[
            counted(summary.total_readers, 'reader'),
            ...(pending > 0 ? [`${showCount(pending)} pending`] : []),
          ].join(', ')}
          to={listPath('sites', { account_id: company.id, status: 'active' })}
        />
      )}
      <CardFigure card={company.payment_method ?? null} />
    </FigureGrid>
  );
}

type OverviewProps = Pick<FiguresProps, 'company' | 'overview'>;

/** Open, overdue and credit, with the lists behind them. */
export function MoneyFigures({ company: { id }, overview }: OverviewProps) {
  const listPath = useListPath();
  const { open_invoices: open, overdue_invoices: overdue, overdue_since: since } = overview;
  const own = { account_id: id, is_demo: overview.is_demo };
  return (
    <>
      <Figure
        label="Open"
        value={dollarsText(overview.open)}
        note={open === 0 ? 'No open invoice' : counted(open, 'open invoice')}
        to={listPath('invoices', { ...own, status: 'pending' })}
      />
      <Figure
        label="Overdue"
        value={dollarsText(overview.overdue)}
        note={
          <Unbroken
            text={
              since === null ? 'Nothing overdue' : `${counted(overdue, 'invoice')} since ${dateText(since)}`
            }
          />
        }
        to={listPath('invoices', { ...own, is_overdue: true })}
        urgent={overdue > 0}
      />
      <Figure
        label="Credit"
        value={dollarsText(overview.credit)}
        note={overview.credit > 0 ? 'Pays the next invoices' : 'No unused credit'}
      />
    </>
  );
}

/** The saved card, or that there is none. */
export function CardFigure({ card }: { readonly card: PaymentMethod }) {
  const today = useToday();
  if (card === null) return <Figure label="Card" value="None" note="No card is saved" />;
  const { brand, last4, expMonth, expYear, declined, autoPay } = card;
  const month = String(expMonth).padStart(2, '0');
  const isExpired = `${expYear}-${month}` < today.slice(0, 7);
  const charged = autoPay === null ? 'no automatic payment' : 'automatic payment';
  return (
    <Figure
      label="Card"
      value={`${brandText(brand)} ${last4}`}
      note={
        declined === null
          ? `${isExpired ? 'Expired' : 'Expires'} ${month}/${expYear}, ${charged}`
          : `Declined on ${dateText(declined.on)}`
      }
      urgent={isExpired || declined !== null}
    />
  );
}

interface OfCompanyProps {
  readonly accountId: string;
  readonly overview: CompanyOverview;
}

/** Shown; those before are what they are compared with. */
const MONTHS = 12;

/** Invoiced and paid in the last twelve months. */
export function MonthsCard({ accountId, overview }: OfCompanyProps) {
  const { palette } = useTheme();
  const basename = useBasename();
  const { months: read, is_demo: demo, last_payment: last } = overview;
  const months = read.slice(-MONTHS);
  const periods = months.map(({ period }) => period);
  const seriesOf = (label: string, color: string, name: 'invoiced' | 'paid') => ({
    label,
    color,
    values: months.map((month) => Math.max(0, month[name])),
    before: yearBefore(periods, read, (month) => month[name]),
    pathOf: (period: string) => revenuePath(basename, { from: period, to: period, company: accountId, demo }),
  });
  const isEmpty = months.every(({ invoiced, paid }) => invoiced === 0 && paid === 0);
  const total = (name: 'invoiced' | 'paid') =>
    formatDollars(sumCents(months.map((month) => centsFromDollars(month[name]))));
  return (
    // the chart's hidden table is wider than a phone
    <Card variant="outlined" sx={{ p: { xs: 2, sm: 3 }, position: 'relative', overflow: 'hidden' }}>
      {isEmpty ? (
        <Typography color="text.secondary">No invoices in the last twelve months.</Typography>
      ) : (
        <MonthChart
          title="Invoiced and paid by month"
          months={periods}
          series={[
            seriesOf('Invoiced', palette.secondary.main, 'invoiced'),
            seriesOf('Paid', palette.success.main, 'paid'),
          ]}
          format={dollarsText}
          formatTick={shortDollars}
        />
      )}
      <Muted sx={{ mt: 1 }}>
        {!isEmpty && `${total('invoiced')} invoiced and ${total('paid')} paid in twelve months. `}
        {last === null
          ? 'No payment yet.'
          : `Last payment: ${dollarsText(last.amount)} on ${dateText(last.on)}.`}
      </Muted>
    </Card>
  );
}

/** The last events of the company and its records. */
export function LastEvents({ accountId, overview: { events } }: OfCompanyProps) {
  const basename = useBasename();
  return (
    <Section
      flush
      title="Last events"
      actions={
        <PageLink
          to={`${basename}/audit/account/${encodeURIComponent(accountId)}?scope=all`}
          text="All events"
        />
      }
    >
      {/* in line with the heading */}
      <Box sx={{ '& li': { px: { xs: 2, sm: 3 } } }}>
        <ActivityEntries label="Last events" entries={events} />
      </Box>
    </Section>
  );
}

/** The charge that the dealer questions for longest; nothing without. */
export function OpenQuestion({ accountId, overview: { question, open_questions: open } }: OfCompanyProps) {
  const listPath = useListPath();
  if (question === null) return null;
  return (
    <Section
      title={open === 1 ? 'Open question' : `${showCount(open)} open questions`}
      actions={
        open > 1 && (
          <PageLink to={listPath('disputes', { account_id: accountId, status: 'open' })} text="All" />
        )
      }
    >
      <RecordLink
        resource="disputes"
        id={question.id}
        text={`${question.line_name}: ${dollarsText(question.amount)}`}
      />
      <Muted>
        <Unbroken text={`${question.invoice_number} · asked on ${showDate(question.opened_at)}`} />
      </Muted>
    </Section>
  );
}

interface NextInvoiceProps {
  readonly accountId: string;
  readonly summary: BillingSummary;
  /** Without an invoice there is none to compare with. */
  readonly hasInvoices: boolean;
  readonly onCanceled?: () => void;
  /** Beside the heading. */
  readonly actions?: ReactNode;
}

/** The next invoice by the billing preview, why it differs from the last one, and the rates that are announced. */
export function NextInvoice(props: NextInvoiceProps) {
  const { accountId, summary, hasInvoices, onCanceled, actions } = props;
  const createPath = useCreatePath();
  const { active_charges: charges, announced_rates: announced, one_off: oneOff = [] } = summary;
  const estimate = summary.estimated_monthly_charge;
  const lines: readonly (readonly [label: string, amount: number])[] = [
    [counted(summary.total_active_sites, 'active site'), charges ?? 0],
    ...oneOff.map(({ text, amount }) => [text, amount] as const),
    ...summary.adjustments.map(
      ({ kind, invoice_number: number, amount }) =>
        [kind === 'credit' ? `Credit of ${number}` : `Carried over from ${number}`, amount] as const,
    ),
  ];
  return (
    <>
      <Section title="Next invoice" lead={`On ${dateText(summary.next_billing_date)}`} actions={actions}>
        {charges === null ? (
          <Typography>
            The data of this company could not be read. It is not billed until that is fixed.
          </Typography>
        ) : (
          <Box component="dl" sx={AMOUNTS}>
            {lines.map(([label, amount], index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two charges may have the same text, and lines never move
              <Fragment key={index}>
                <dt>{label}</dt>
                <dd>{dollarsText(amount)}</dd>
              </Fragment>
            ))}
            <Box component="dt" sx={{ fontWeight: 700 }}>
              Projected
            </Box>
            <Box component="dd" sx={{ fontWeight: 700 }}>
              {estimateText(estimate)}
            </Box>
          </Box>
        )}
      </Section>
      {estimate !== null && (hasInvoices || estimate > 0) && (
        <DifferencesPanel
          path={`${paths.admin.billingSummary(accountId)}/differences`}
          what="estimate"
          linkTo={(id) => createPath({ resource: 'invoices', type: 'show', id })}
        />
      )}
      {announced.length > 0 && (
        <Section title="Announced price changes">
          <AnnouncedRates accountId={accountId} rates={announced} onCanceled={onCanceled} />
        </Section>
      )}
    </>
  );
}

const AMOUNTS = {
  m: 0,
  maxWidth: 480,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  columnGap: 2,
  rowGap: 0.75,
  '& dt': { overflowWrap: 'anywhere' },
  '& dd': { m: 0, textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
} as const;
