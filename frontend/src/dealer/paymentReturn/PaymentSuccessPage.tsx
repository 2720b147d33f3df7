import { type PaymentOutcome, paths, paymentOutcomeSchema } from '@portal/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { HttpError } from '../../shared/http/http.ts';
import { readQuery } from '../../shared/http/queryClient.ts';
import { PAYMENT_FAILED, PAYMENT_SUCCESSFUL } from '../card/paymentMethod.ts';
import { ReturnCard } from './ReturnCard.tsx';

/** Read again every 2 s for a minute while it is processing. */
const AGAIN_MS = 2_000;
const TRIES = 30;

/** The paid invoice; for an order the dashboard (rule G4). */
function destinationOf({ invoiceIds }: PaymentOutcome): string {
  const [invoice] = invoiceIds;
  if (invoice === undefined) return '/dealer-dashboard';
  return invoiceIds.length === 1 ? `/invoices/${encodeURIComponent(invoice)}` : '/invoicing';
}

const HOME = { to: '/dealer-dashboard', label: 'Go to Dashboard' };

/** /payment-success, the return address of card payments; then the dashboard or the invoice. */
export default function PaymentSuccessPage() {
  const [query] = useSearchParams();
  const client = useQueryClient();
  const intentId = query.get('payment_intent');
  const refused = query.get('redirect_status') === 'failed';
  const asked = useQuery({
    ...readQuery(paths.paymentOutcome(intentId ?? ''), paymentOutcomeSchema),
    enabled: intentId !== null,
    refetchInterval: ({ state }) =>
      state.data?.status === 'processing' && state.dataUpdateCount < TRIES ? AGAIN_MS : false,
  });
  const { data: outcome, error } = asked;
  const paid = outcome?.status === 'succeeded';
  useEffect(() => {
    if (!paid) return;
    for (const path of [paths.sites, paths.migrations, paths.orders, paths.invoices, paths.billingSummary])
      void client.invalidateQueries({ queryKey: [path] });
  }, [paid, client]);

  if (intentId === null || error !== null) {
    const isMissing = error instanceof HttpError && [400, 404].includes(error.status);
    const found = isMissing ? 'This payment was not found.' : 'The payment could not be loaded.';
    const text = intentId === null ? 'This address contains no payment.' : found;
    // without knowledge of the payment, neither success nor failure is reported
    return (
      <ReturnCard
        title="Payment status"
        state="unknown"
        text={`${text} Payments that went through are listed under Invoicing.`}
        onRetry={error === null || isMissing ? undefined : () => void asked.refetch()}
        links={[{ to: '/invoicing', label: 'Go to Invoicing' }]}
      />
    );
  }
  if (outcome === undefined || (outcome.status === 'processing' && !refused))
    return (
      <ReturnCard
        title="Payment processing"
        state="waiting"
        text={
          outcome
            ? 'Your bank is still working on the payment. You may leave this page; your order completes once the payment succeeds.'
            : 'Checking your payment...'
        }
        links={outcome ? [HOME] : []}
      />
    );
  const to = destinationOf(outcome);
  if (paid)
    return (
      <ReturnCard
        title={PAYMENT_SUCCESSFUL.title}
        state="success"
        text={PAYMENT_SUCCESSFUL.description}
        links={[{ to, label: 'Continue' }]}
        leaves={{ to, afterMs: 1_500 }}
      />
    );
  return (
    <ReturnCard
      title="Payment Failed"
      state="failed"
      text={outcome.message ?? PAYMENT_FAILED}
      links={[outcome.invoiceIds.length > 0 ? { to, label: 'Back to the invoice' } : HOME]}
    />
  );
}
