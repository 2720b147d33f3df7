import { Box, Button, Skeleton } from '@mui/material';
import { orderSchema, paths } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { DifferencesPanel, isEstimated } from '../../parts/invoice/DifferencesPanel.tsx';
import { useBillingSummary, useInvoices } from '../../parts/invoice/reads.ts';
import { ScheduledRates } from '../../parts/invoice/ScheduledRates.tsx';
import { invoicePage } from '../../parts/invoice/texts.ts';
import { readQuery } from '../../shared/http/queryClient.ts';
import { Page, ProblemPage } from '../../shared/layout/Page.tsx';
import { useUser } from '../../shared/session/session.ts';
import { LoadProblem, RowsSkeleton } from '../../shared/ui/LoadProblem.tsx';
import { Notice } from '../../shared/ui/Notice.tsx';
import { Section } from '../../shared/ui/Section.tsx';
import { BillingInformation } from './BillingInformation.tsx';
import { BillingSummaryCard } from './BillingSummaryCard.tsx';
import { InvoiceHistory } from './InvoiceHistory.tsx';

const PaymentMethodCard = lazy(() => import('../card/PaymentMethodCard.tsx'));
const Downloads = lazy(() => import('./Downloads.tsx'));
const OrderHistory = lazy(() => import('./OrderHistory.tsx'));

/** /invoicing, Billing & Invoicing (S2-2). */
export default function InvoicingPage() {
  return useUser().is_admin ? <ToInvoicingTab /> : <DealerInvoicing />;
}

/** Administrators have no invoices of their own (rule D13). */
function ToInvoicingTab() {
  return (
    <Page title="Billing & Invoicing" width="sm">
      <Notice
        tone="success"
        action={
          <Button component={Link} to="/admin-dashboard/invoicing" variant="contained">
            Invoicing tab
          </Button>
        }
      >
        This page is for dealers. The invoices of all dealers are on the Invoicing tab of the administration.
      </Notice>
    </Page>
  );
}

function DealerInvoicing() {
  const invoices = useInvoices();
  const summary = useBillingSummary();
  const orders = useQuery(readQuery(paths.orders, orderSchema.array()));
  if (invoices.isError) {
    return (
      <ProblemPage
        title="Error Loading Invoices"
        lead="Your invoices could not be read. Please try again."
        back={{ to: '/dealer-dashboard', label: 'Return to Dashboard' }}
        onRetry={invoices.refetch}
      />
    );
  }
  return (
    <Page title="Billing & Invoicing" lead="Your balance, next charges and all invoices.">
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 300px' },
          // extra height of the summary goes below the second part
          gridTemplateRows: { md: 'auto 1fr' },
        }}
      >
        <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>
          {summary.isError && (
            <LoadProblem
              text="Error loading the billing summary. Please try again."
              onRetry={summary.refetch}
            />
          )}
          {summary.isPending && <Skeleton variant="rounded" height={150} />}
          {summary.data && <BillingInformation summary={summary.data} invoices={invoices.data ?? []} />}
          {isEstimated(summary.data, invoices.data) && (
            <DifferencesPanel
              path={`${paths.billingSummary}/differences`}
              what="estimate"
              linkTo={invoicePage}
            />
          )}
          <Suspense fallback={<Skeleton variant="rounded" height={190} />}>
            <PaymentMethodCard />
          </Suspense>
          {invoices.data ? <InvoiceHistory invoices={invoices.data} /> : <RowsSkeleton rows={10} />}
        </Box>
        <Box
          component="aside"
          aria-label="Summary"
          sx={{ display: 'grid', gap: 3, minWidth: 0, gridRow: { md: 'span 2' } }}
        >
          {/* the agreement promises 30 days' notice */}
          {!!summary.data?.announced_rates.length && (
            <Section title="Announced price changes">
              <ScheduledRates rates={summary.data.announced_rates} />
            </Section>
          )}
          {summary.data && <BillingSummaryCard summary={summary.data} />}
        </Box>
        <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>
          <Suspense>{invoices.data && <Downloads invoices={invoices.data} />}</Suspense>
          {orders.isError && (
            <LoadProblem text="Error loading orders. Please try again." onRetry={orders.refetch} />
          )}
          <Suspense>{orders.data && <OrderHistory orders={orders.data} />}</Suspense>
        </Box>
      </Box>
    </Page>
  );
}
