import Button from '@mui/material/Button';
import { type PaymentOutcome, paths, paymentOutcomeSchema } from '@portal/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import { HttpError } from '../../shared/http/http.ts';
import { readQuery } from '../../shared/http/readQuery.ts';
import { PAYMENT_FAILED, PAYMENT_SUCCESSFUL } from '../card/texts.ts';
import { ReturnCard, useLeaveAfter } from './ReturnCard.tsx';

const AGAIN_MS = 2_000;
const TRIES = 30;

/** The outcome of a payment; read again every 2 s for a minute while it is processing. */
function usePaymentOutcome(intentId: string | null) {
  const path = paths.paymentOutcome(intentId ?? '');
  return useQuery({
    ...readQuery(path, paymentOutcomeSchema),
    enabled: intentId !== null,
    refetchInterval: ({ state }) =>
      state.data?.status === 'processing' && state.dataUpdateCount < TRIES ? AGAIN_MS : false,
  });
}

/** S2-9. */
const LEAVE_MS = 1_500;
const LISTED = 'Payments that went through are listed under Invoicing.';

/** The paid invoice; for an order the dashboard (rule G4). */
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

/** Without knowledge of the payment, neither success nor failure is reported. */
const unknown = (text: string, actions: ReactNode) => (
  <ReturnCard title="Payment status" state="unknown" text={`${text} ${LISTED}`} actions={actions} />
);

/** /payment-success, the return address of card payments; then the dashboard or the invoice. */
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
  if (intentId === null) return unknown('This address contains no payment.', invoicing);
  if (error instanceof HttpError && [400, 404].includes(error.status))
    return unknown('This payment was not found.', invoicing);
  if (error !== null) {
    const retry = (
      <Button variant="contained" onClick={() => void refetch()}>
        Try again
      </Button>
    );
    return unknown(
      'The payment could not be loaded.',
      <>
        {retry}
        {invoicing}
      </>,
    );
  }
  if (outcome === undefined || (outcome.status === 'processing' && !refused)) {
    const text = outcome
      ? 'Your bank is still working on the payment. You may leave this page; your order completes once the payment succeeds.'
      : 'Checking your payment...';
    return <ReturnCard title="Payment processing" state="waiting" text={text} actions={outcome && home} />;
  }
  if (paid) {
    const { title, description } = PAYMENT_SUCCESSFUL;
    const next = goOn(destinationOf(outcome), 'Continue');
    return <ReturnCard title={title} state="success" text={description} actions={next} />;
  }
  const back = outcome.invoiceIds.length > 0 ? goOn(destinationOf(outcome), 'Back to the invoice') : home;
  return (
    <ReturnCard
      title="Payment Failed"
      state="failed"
      text={outcome.message ?? PAYMENT_FAILED}
      actions={back}
    />
  );
}
