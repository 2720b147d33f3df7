import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { refreshInvoices } from '../../parts/invoice/reads.ts';
import { messageOf } from '../../shared/http/http.ts';
import { toast } from '../../shared/toast/toasts.ts';
import { PAYMENT_FAILED } from '../card/texts.ts';
import { type Begun, beginPayment, readOutcome } from './payment.ts';

/** Interval and number of reads of the outcome; then a mail reports it. */
const ASK_AGAIN_MS = 1_000;
const MAX_QUESTIONS = 20;

interface OutcomeHandlers {
  readonly paid: () => void;
  readonly refused: (message: string) => void;
  /** No outcome in time. */
  readonly later: () => void;
}

/** Reads the outcome of an accepted payment until it is final. `intentId` null: does nothing. */
function useOutcome(intentId: string | null, handlers: OutcomeHandlers): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    if (intentId === null) return;
    let timer: ReturnType<typeof setTimeout>;
    let wanted = true;
    let asked = 0;
    const again = () => {
      if (asked < MAX_QUESTIONS) timer = setTimeout(ask, ASK_AGAIN_MS);
      else latest.current.later();
    };
    const ask = async () => {
      asked += 1;
      const outcome = await readOutcome(intentId).catch(() => null);
      if (!wanted) return;
      if (outcome === null || outcome.status === 'processing') again();
      else if (outcome.status === 'succeeded') latest.current.paid();
      else latest.current.refused(outcome.message ?? PAYMENT_FAILED);
    };
    void ask();
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [intentId]);
}

/** How long the success is shown (S2-4, S2-9). */
const PAID_SHOWN_MS = 1_500;
const LATER = 'The payment is being processed. You will get an email once it is complete.';

/** `ask`: nothing is charged yet. */
export type Stage = { readonly stage: 'ask' } | Begun;

/** One payment, from the confirmation to its success. */
export function usePayment(invoiceIds: readonly string[], onPaid: () => void) {
  const client = useQueryClient();
  const [stage, setStage] = useState<Stage>({ stage: 'ask' });
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const leave = useRef(onPaid);
  leave.current = onPaid;

  const paid = stage.stage === 'paid';
  useEffect(() => {
    if (!paid) return;
    const timer = setTimeout(() => leave.current(), PAID_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [paid]);

  const fail = (message: string) => {
    setProblem(message);
    toast({ title: 'Payment failed', description: message, variant: 'destructive' });
    // it may have been paid elsewhere
    void refreshInvoices(client);
  };
  const goTo = (next: Stage) => {
    setProblem(null);
    setStage(next);
    if (next.stage !== 'paid') return;
    const description = invoiceIds.length === 1 ? 'The invoice is paid.' : 'The invoices are paid.';
    toast({ title: 'Payment successful', description });
    void refreshInvoices(client);
  };
  const begin = async (savedCard: boolean): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      goTo(await beginPayment(invoiceIds, savedCard));
    } catch (error) {
      fail(messageOf(error, PAYMENT_FAILED));
    }
    setBusy(false);
  };
  useOutcome(stage.stage === 'undecided' ? stage.intentId : null, {
    paid: () => goTo({ stage: 'paid' }),
    refused: (message) => {
      setStage({ stage: 'ask' });
      fail(message);
    },
    later: () => {
      toast({ title: 'Payment processing', description: LATER });
      void refreshInvoices(client);
      leave.current();
    },
  });

  return { stage, problem, busy, setBusy, begin, goTo, fail };
}
