import { useEffect, useRef } from 'react';
import { readOutcome } from './payment.ts';

/** Between two questions, and how many are asked before the answer is left to the mail. */
const ASK_AGAIN_MS = 1_000;
const MOST_QUESTIONS = 20;

interface Told {
  readonly paid: () => void;
  readonly refused: (message: string) => void;
  /** No answer in time: the payment goes on without the page. */
  readonly later: () => void;
}

/** Asks after a payment that the provider has taken, until it says how it ended. `intentId` null asks nothing. */
export function useOutcome(intentId: string | null, told: Told): void {
  const tell = useRef(told);
  tell.current = told;
  useEffect(() => {
    if (intentId === null) return;
    let timer: ReturnType<typeof setTimeout>;
    let wanted = true;
    let asked = 0;
    const again = () => {
      if (asked < MOST_QUESTIONS) timer = setTimeout(ask, ASK_AGAIN_MS);
      else tell.current.later();
    };
    const ask = async () => {
      asked += 1;
      const outcome = await readOutcome(intentId).catch(() => null);
      if (!wanted) return;
      if (outcome === null || outcome.status === 'processing') again();
      else if (outcome.status === 'succeeded') tell.current.paid();
      else tell.current.refused(outcome.message ?? 'Payment failed');
    };
    void ask();
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [intentId]);
}
