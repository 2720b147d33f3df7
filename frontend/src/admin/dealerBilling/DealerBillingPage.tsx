import { Alert, Box, Button, Stack, Typography, useMediaQuery } from '@mui/material';
import type { Theme } from '@mui/material/styles';
import type { Account, AdminUser, Invoice, Site } from '@portal/contract';
import { type ReactNode, useState } from 'react';
import { useCreatePath } from 'react-admin';
import { Link, useLocation, useParams } from 'react-router';
import { InvoiceCards, InvoiceTable } from '../../parts/invoice/InvoiceTable.tsx';
import { toast } from '../../shared/toast/toasts.ts';
import { LoadProblem, RowsSkeleton } from '../../shared/ui/LoadProblem.tsx';
import { Section } from '../../shared/ui/Section.tsx';
import { Only } from '../kit/access.ts';
import { useDialogs } from '../kit/DialogHost.tsx';
import { RecordLink } from '../records/links.tsx';
import { CompanyPaymentDialog } from '../resources/invoices/actions.tsx';
import { FigureGrid } from '../ui/cards.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { PromiseDialog } from './actions.tsx';
import { CompanyCreditSection } from './CompanyCredit.tsx';
import { DealerCards } from './DealerCards.tsx';
import { AddChargeDialog, OneOffCharges } from './OneOffCharges.tsx';
import {
  CardFigure,
  LastEvents,
  MoneyFigures,
  MonthsCard,
  NextInvoice,
  Notices,
  OpenQuestion,
} from './parts.tsx';
import {
  useBilledAccount,
  useBilledInvoices,
  useBilledSites,
  useBilledSummary,
  useCharges,
  useCompanyOverview,
  useCredit,
  useDealer,
  useReload,
} from './queries.ts';
import {
  AskForCardDialog,
  PromotionDialog,
  ReaderRateDialog,
  RemoveSiteRateDialog,
  SiteRateDialog,
} from './RateDialogs.tsx';
import { SiteTable, siteRows } from './SiteTable.tsx';
import { TaxExemption } from './TaxExemption.tsx';

const NO_ACCOUNT = 'No account ID found for this dealer';

/** /dealer-billing/{id} for administrators (S2-2); the hash carries the dealer ID. */
export default function DealerBillingPage() {
  const { id = '' } = useParams();
  const { hash } = useLocation();
  const dealer = useDealer(id);
  const reload = useReload();
  const known = dealer.data?.dealer_id ?? (hash.slice(1) || null);
  const lead = [dealer.data?.company, known ?? 'No Dealer ID'].filter(Boolean).join(' · ');
  if (dealer.isError) {
    return (
      <>
        <PageHeading title="Billing Details" lead={lead} />
        <LoadProblem text="Failed to fetch dealer" onRetry={dealer.refetch} />
      </>
    );
  }
  return (
    <>
      <PageHeading
        title="Billing Details"
        lead={
          <>
            {lead}{' '}
            {dealer.data?.account_id && (
              <RecordLink resource="companies" id={dealer.data.account_id} text="Open the company" />
            )}
          </>
        }
        actions={
          dealer.data && (
            <Only may="money">
              <Actions dealer={dealer.data} reload={reload} />
            </Only>
          )
        }
      />
      {dealer.data ? (
        <Details dealer={dealer.data} reload={reload} />
      ) : (
        <RowsSkeleton rows={3} height={160} />
      )}
    </>
  );
}

interface PartProps {
  readonly dealer: AdminUser;
  /** Reads the page again half a second later. */
  readonly reload: () => void;
}

interface WithAccountProps {
  readonly accountId: string;
  readonly children: (account: Account) => ReactNode;
}

/** Waits for the company: the button may be pressed while it is still being read. */
function WithAccount({ accountId, children }: WithAccountProps) {
  const account = useBilledAccount(accountId).data;
  return account && children(account);
}

function Actions({ dealer, reload }: PartProps) {
  const open = useDialogs();
  const { account_id: accountId } = dealer;
  const button = (label: string, draw: (account: Account, close: () => void) => ReactNode) => (
    <Button
      variant="outlined"
      aria-haspopup="dialog"
      onClick={() => {
        if (accountId === null) toast({ title: 'Error', description: NO_ACCOUNT, variant: 'destructive' });
        else
          open((close) => (
            <WithAccount accountId={accountId}>{(account) => draw(account, close)}</WithAccount>
          ));
      }}
    >
      {label}
    </Button>
  );
  return (
    <>
      {button('Edit Reader Rate', ({ id, default_reader_rate: rate }, close) => (
        <ReaderRateDialog userId={dealer.id} accountId={id} rate={rate} onDone={reload} onClose={close} />
      ))}
      {button('Promotional Pricing', (billed, close) => (
        <PromotionDialog account={billed} onDone={reload} onClose={close} />
      ))}
      {button('Record payment', (billed, close) => (
        <CompanyPaymentDialog company={billed} onClose={close} />
      ))}
      {button('Promise to pay', (billed, close) => (
        <PromiseDialog company={billed} onClose={close} />
      ))}
      {button('Add Charge', ({ id }, close) => (
        <AddChargeDialog accountId={id} onClose={close} />
      ))}
      {button('Update Payment Method', (billed, close) => (
        <AskForCardDialog account={billed} onClose={close} />
      ))}
    </>
  );
}

function Details({ dealer, reload }: PartProps) {
  const accountId = dealer.account_id;
  const open = useDialogs();
  const account = useBilledAccount(accountId);
  const summary = useBilledSummary(accountId);
  const sites = useBilledSites(accountId);
  const invoices = useBilledInvoices(accountId);
  const charges = useCharges(accountId);
  const credit = useCredit(accountId);
  const overview = useCompanyOverview(accountId);
  if (accountId === null) return <Alert severity="warning">{NO_ACCOUNT}</Alert>;
  // all parts appear at once, so that none moves another
  if ([account, summary, sites, invoices, charges, credit, overview].some(({ isPending }) => isPending))
    return <RowsSkeleton rows={3} height={160} />;
  const removeRate = (site: Site) =>
    open((close) => (
      <RemoveSiteRateDialog site={site} accountId={accountId} onDone={reload} onClose={close} />
    ));
  const editRate = (site: Site) =>
    open((close) => (
      <SiteRateDialog
        site={site}
        accountId={accountId}
        onDone={reload}
        onRemove={() => removeRate(site)}
        onClose={close}
      />
    ));
  // the rates of the sites come with the summary
  const isUnlisted = summary.isError || sites.isError;
  return (
    <Stack spacing={3}>
      {account.isError && <LoadProblem text="Failed to fetch dealer" onRetry={account.refetch} />}
      {account.data && <Notices company={account.data} promise={overview.data?.promise ?? null} />}
      {account.data && summary.data && <DealerCards account={account.data} summary={summary.data} />}
      {overview.isError && <LoadProblem text="The figures could not be loaded." onRetry={overview.refetch} />}
      {account.data && overview.data && (
        <FigureGrid label="Money" stretched>
          <MoneyFigures company={account.data} overview={overview.data} />
          <CardFigure card={account.data.payment_method ?? null} />
        </FigureGrid>
      )}
      {overview.data && <OpenQuestion accountId={accountId} overview={overview.data} />}
      {summary.data && (
        <NextInvoice
          accountId={accountId}
          summary={summary.data}
          hasInvoices={(invoices.data?.length ?? 0) > 0}
          onCanceled={reload}
        />
      )}
      <CompanyCreditSection accountId={accountId} />
      {charges.isError && <LoadProblem text="Failed to fetch one-off charges" onRetry={charges.refetch} />}
      {charges.data && charges.data.length > 0 && (
        <Section title="One-off charges">
          <OneOffCharges charges={charges.data} accountId={accountId} />
        </Section>
      )}
      <TaxExemption accountId={accountId} />
      <Section flush title="Sites">
        {isUnlisted && (
          <LoadProblem
            text="Failed to fetch dealer sites"
            onRetry={() => {
              void summary.refetch();
              void sites.refetch();
            }}
          />
        )}
        {!isUnlisted && sites.data && summary.data && (
          <SiteTable rows={siteRows(sites.data, summary.data.charges)} onEditRate={editRate} />
        )}
      </Section>
      <Section flush title="Invoices">
        {invoices.isError && (
          <LoadProblem text="Failed to fetch dealer invoices" onRetry={invoices.refetch} />
        )}
        {invoices.data && <DealerInvoices invoices={invoices.data} />}
      </Section>
      {overview.data && (
        <>
          <MonthsCard accountId={accountId} overview={overview.data} />
          <LastEvents accountId={accountId} overview={overview.data} />
        </>
      )}
    </Stack>
  );
}

/** Rows drawn at once. */
const STEP = 25;

/** The company's invoices with the way to each (S2-2-billing). */
function DealerInvoices({ invoices }: { readonly invoices: readonly Invoice[] }) {
  const [shown, setShown] = useState(STEP);
  const narrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  if (invoices.length === 0) {
    return (
      <Typography sx={{ p: 4, textAlign: 'center' }} color="text.secondary">
        No invoices found
      </Typography>
    );
  }
  const details = (invoice: Invoice) => <ViewDetails invoice={invoice} />;
  const rows = invoices.slice(0, shown);
  return (
    <>
      {narrow ? (
        <InvoiceCards label="Invoices" invoices={rows} actions={details} />
      ) : (
        <InvoiceTable invoices={rows} actions={details} />
      )}
      {invoices.length > shown && (
        <Box sx={{ p: 2, textAlign: 'center', borderTop: 1, borderColor: 'divider' }}>
          <Button onClick={() => setShown(shown + STEP)}>
            Show more ({shown} of {invoices.length} shown)
          </Button>
        </Box>
      )}
    </>
  );
}

function ViewDetails({ invoice }: { readonly invoice: Invoice }) {
  const createPath = useCreatePath();
  return (
    <Button
      component={Link}
      to={createPath({ resource: 'invoices', type: 'show', id: invoice.id })}
      size="small"
      variant="outlined"
      aria-label={`View Details of ${invoice.invoice_number}`}
      sx={{ whiteSpace: 'nowrap' }}
    >
      View Details
    </Button>
  );
}
