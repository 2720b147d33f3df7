import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type PaymentOutcome, paths, paymentOutcomeSchema } from '@portal/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import { HttpError, read } from '../../shared/http/http.ts';
import { PAYMENT_SUCCESSFUL } from '../card/texts.ts';
import { ReturnCard, useLeaveAfter } from './ReturnCard.tsx';

const AGAIN_MS = 2_000;
const TRIES = 30;

/** Where the money went, GET /api/payments/{intent}; asked again every 2 s for a minute while that is open. */
function usePaymentOutcome(intentId: string | null) {
  const path = paths.paymentOutcome(intentId ?? '');
  return useQuery({
    queryKey: [path],
    queryFn: async (): Promise<PaymentOutcome> => paymentOutcomeSchema.parse(await read(path)),
    enabled: intentId !== null,
    refetchInterval: ({ state }) =>
      state.data?.status === 'processing' && state.dataUpdateCount < TRIES ? AGAIN_MS : false,
  });
}

/** Spec 2, section 9. */
const LEAVE_MS = 1_500;
const FAILED = 'An error occurred during payment.';
const LISTED = 'Payments that went through are listed under Invoicing.';

/** The invoice that was paid, where it was one; else the dashboard (rule G4). */
function destinationOf({ invoiceIds }: PaymentOutcome): string {
  const [invoice] = invoiceIds;
  if (invoice === undefined) return '/dealer-dashboard';
  return invoiceIds.length === 1 ? `/invoices/${encodeURIComponent(invoice)}` : '/invoicing';
}

const goOn = (to: string, label: string): ReactNode => (
  <Button component={Link} to={to} variant="contained">
    {label}
  </Button>
);

function Failed({ message, actions }: { readonly message: string; readonly actions: ReactNode }) {
  return (
    <ReturnCard title="Payment Failed" state="failed" actions={actions}>
      <Typography>{message}</Typography>
    </ReturnCard>
  );
}

/** Nothing is known of a payment, so neither a success nor a failure is told. */
function Unknown({ message, actions }: { readonly message: string; readonly actions: ReactNode }) {
  return (
    <ReturnCard title="Payment Status" state="unknown" actions={actions}>
      <Typography>{message}</Typography>
    </ReturnCard>
  );
}

/**
 * /payment-success, the return address of card payments: reads the provider's redirect status, believes the server's
 * answer, and goes on to the dashboard or the invoice.
 */
export default function PaymentSuccessPage() {
  const [query] = useSearchParams();
  const client = useQueryClient();
  const intentId = query.get('payment_intent');
  const refused = query.get('redirect_status') === 'failed';
  const { data: outcome, error, refetch } = usePaymentOutcome(intentId);
  const paid = outcome?.status === 'succeeded';
  useLeaveAfter(paid ? destinationOf(outcome) : null, LEAVE_MS);
  useEffect(() => {
    if (!paid) return;
    for (const path of [paths.sites, paths.migrations, paths.orders, paths.invoices, paths.billingSummary])
      void client.invalidateQueries({ queryKey: [path] });
  }, [paid, client]);

  const invoicing = goOn('/invoicing', 'Go to Invoicing');
  const home = goOn('/dealer-dashboard', 'Go to Dashboard');
  if (intentId === null)
    return <Unknown message={`This address contains no payment. ${LISTED}`} actions={invoicing} />;
  if (error instanceof HttpError && [400, 404].includes(error.status))
    return <Unknown message={`This payment was not found. ${LISTED}`} actions={invoicing} />;
  if (error !== null)
    return (
      <Unknown
        message={`The payment could not be loaded. ${LISTED}`}
        actions={
          <>
            <Button variant="contained" onClick={() => void refetch()}>
              Try again
            </Button>
            {invoicing}
          </>
        }
      />
    );
  if (outcome === undefined || (outcome.status === 'processing' && !refused))
    return (
      <ReturnCard title="Payment Processing" state="waiting" actions={outcome && home}>
        <Typography>
          {outcome
            ? 'Your bank is still working on the payment. You may leave this page; your order completes once the payment succeeds.'
            : 'Checking your payment...'}
        </Typography>
      </ReturnCard>
    );
  if (paid)
    return (
      <ReturnCard
        title={PAYMENT_SUCCESSFUL.title}
        state="success"
        actions={goOn(destinationOf(outcome), 'Continue')}
      >
        <Typography>{PAYMENT_SUCCESSFUL.description}</Typography>
      </ReturnCard>
    );
  const back = outcome.invoiceIds.length > 0 ? goOn(destinationOf(outcome), 'Back to the invoice') : home;
  return <Failed message={outcome.message ?? FAILED} actions={back} />;
}
