import { paths, startedPaymentSchema } from '@portal/contract';
import { useQueryClient } from '@tanstack/react-query';
import { refreshInvoices } from '../../parts/invoice/reads.ts';
import { HttpError, messageOf, request, UserError } from '../../shared/http/http.ts';
import { toast } from '../../shared/toast/toasts.ts';
import { PAYMENT_FAILED, readPublicKey } from '../card/paymentMethod.ts';
import { eventOf, readOutcome, readUntil } from '../payment/outcome.ts';
import { type PaymentEvent, usePaymentFlow } from '../payment/paymentFlow.ts';

/** Texts of S2-8. */
export const FAILED = 'Payment failed';
const NOT_CONFIGURED = 'Stripe is not configured for this account type.';
const NOT_STARTED = 'The payment could not be started. Nothing was charged. Please try again.';
/** Also a fault of the server or the network may have come after the charge. */
export const NOT_KNOWN =
  'It is not known whether the payment was made. Please look at your invoices before you pay again.';
const LATER = 'The payment is being processed. You will get an email once it is complete.';

/** Why no payment could start: a missing configuration, the server's text of a refusal, else that nothing is known. */
async function explain(error: unknown): Promise<string> {
  const found = await readPublicKey(NOT_CONFIGURED).catch((why: Error) => why.message);
  if (found === NOT_CONFIGURED) return found;
  const isRefused = error instanceof UserError && !(error instanceof HttpError && error.status >= 500);
  return isRefused ? messageOf(error, NOT_STARTED) : NOT_KNOWN;
}

/** Begins the payment of invoices with the saved card or the card form. `amount`: dollars of the only one; null for all. */
async function begin(
  invoiceIds: readonly string[],
  amount: string | null,
  savedCard: boolean,
): Promise<PaymentEvent> {
  const how = { use_existing_payment_method: savedCard };
  const [only, ...others] = invoiceIds;
  try {
    const answer =
      only !== undefined && others.length === 0
        ? await request('POST', paths.payInvoice(only), amount === null ? how : { ...how, amount })
        : await request('POST', paths.payInvoices, { invoiceIds, ...how });
    const texts = { failed: NOT_STARTED, notConfigured: NOT_CONFIGURED };
    return await eventOf(startedPaymentSchema.parse(answer), texts);
  } catch (error) {
    return { type: 'notPaid', problem: await explain(error) };
  }
}

/** Waits for the outcome of a payment that the provider accepted; later, a mail reports it. */
async function outcomeOf(intentId: string): Promise<PaymentEvent> {
  const patience = { topic: 'invoices', everyMs: 1_000, forMs: 20_000 };
  const isLast = ({ status }: { readonly status: string }) => status !== 'processing';
  const outcome = await readUntil(() => readOutcome(intentId), isLast, patience).catch(() => null);
  if (outcome === null) return { type: 'late' };
  if (outcome.status === 'succeeded') return { type: 'paid', paid: { intentId } };
  return { type: 'notPaid', problem: outcome.message ?? PAYMENT_FAILED };
}

/**
 * The payment of invoices, from the confirmation to its success; `onPaid` is called 1.5 s later.
 * @param amount a part of the only invoice, in dollars; null for all that is open
 */
export function useInvoicePayment(invoiceIds: readonly string[], amount: string | null, onPaid: () => void) {
  const client = useQueryClient();
  /** Also after a failure: they may have been paid elsewhere. */
  const readAgain = () => void refreshInvoices(client);
  const all = invoiceIds.length === 1 ? 'The invoice is paid.' : 'The invoices are paid.';
  const paid = amount === null ? all : 'The rest of the invoice is still open.';
  const tell = (event: PaymentEvent): PaymentEvent => {
    if (event.type === 'paid') toast({ title: 'Payment successful', description: paid });
    else if (event.type === 'late') toast({ title: 'Payment processing', description: LATER });
    else if (event.type === 'notPaid')
      toast({ title: FAILED, description: event.problem, variant: 'destructive' });
    else return event;
    readAgain();
    return event;
  };
  const { flow, send } = usePaymentFlow({
    async act({ stage }) {
      if (stage.name === 'charging') return tell(await begin(invoiceIds, amount, stage.savedCard === true));
      if (stage.name === 'waiting') return tell(await outcomeOf(stage.intentId));
    },
    leave: onPaid,
  });
  return { stage: flow.stage, send, readAgain };
}
