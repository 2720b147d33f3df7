import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { NOT_SENT, nextFlow, type PaymentEvent, type PaymentFlow, type Priced } from './paymentFlow.ts';

/** How long the success is shown (S1-2, S1-9, S2-4). */
const SHOWN_MS = 1_500;

interface Work<Order extends Priced> {
  /** Does the work of a stage. @returns the event that ends it; undefined where the user's next step does */
  readonly act: (flow: PaymentFlow<Order>) => Promise<PaymentEvent | undefined>;
  /** The end of the payment, while its page is still open. */
  readonly leave: () => void;
}

/** A payment in the stages of paymentFlow.ts. Events that do not apply to the stage are ignored. */
export function usePaymentFlow<Order extends Priced = never>({ act, leave }: Work<Order>) {
  const [flow, draw] = useState<PaymentFlow<Order>>(NOT_SENT);
  // events may come between renders: each applies to the latest state
  const latest = useRef(flow);
  const send = (event: PaymentEvent<Order>): void => {
    const before = latest.current;
    const after = nextFlow(before, event);
    if (after === before) return;
    latest.current = after;
    draw(after);
    if (after.stage.name !== before.stage.name)
      void act(after).then((next) => next !== undefined && send(next));
  };
  const end = useEffectEvent((name: 'done' | 'leaving') =>
    name === 'done' ? send({ type: 'closed' }) : leave(),
  );
  const { name } = flow.stage;
  useEffect(() => {
    if (name === 'leaving') end(name);
    if (name !== 'done') return;
    const timer = setTimeout(() => end(name), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [name]);
  return { flow, send, latest };
}
