import { useEffect, useEffectEvent, useRef, useState } from 'react';

const ADDING = 'Adding Payment Method';
const PAYING = 'Processing Payment';
const VERIFIED = 'Payment Verification';

/** The provider's id of a payment, and the order that it pays; a free order has no payment. */
export interface PaidWith {
  readonly orderId?: string | undefined;
  readonly intentId: string | null;
}

/** A payment that the card form confirms. */
export interface CardPayment {
  readonly publicKey: string;
  readonly clientSecret: string;
  /** The provider's state of the payment. */
  readonly status: string;
  /** The decline of the saved card; null where none was tried. */
  readonly reason: string | null;
  readonly paid: PaidWith;
}

/**
 * The stages of a payment. Invoices know `form`, `charging`, `card`, `waiting`, `done` and `leaving`; orders are looked
 * for and may add a card before, and are created afterwards.
 */
type Stage =
  /** Nothing is sent. `problem`: why the last try failed. */
  | { readonly name: 'form'; readonly problem: string | null }
  /** Checks whether the form was ordered before this page was loaded. */
  | { readonly name: 'looking' }
  /** Asks for a card to save. */
  | { readonly name: 'addingCard' }
  /** The card is saved; the user may continue. */
  | { readonly name: 'ready' }
  /** Begins the payment with the saved card or the card form; null: with the card, unless it was declined before. */
  | { readonly name: 'charging'; readonly savedCard: boolean | null }
  /** The card form confirms the payment; `confirming`: its answer is awaited. */
  | { readonly name: 'card'; readonly payment: CardPayment; readonly confirming: boolean }
  /** The provider has accepted the payment; its result is open. */
  | { readonly name: 'waiting'; readonly intentId: string }
  /** Creates what was ordered. */
  | { readonly name: 'creating'; readonly message?: string }
  /** The creation failed. `made`: the order exists anyway, so the page can only be left. */
  | { readonly name: 'failed'; readonly message: string; readonly made: boolean }
  /** Shown until the dialog closes. */
  | { readonly name: 'done'; readonly message?: string | undefined }
  | { readonly name: 'leaving' };

/** As much of an order as its payment needs. */
export interface Priced {
  readonly price: { readonly totalCents: number };
}

export interface PaymentFlow<Order extends Priced> {
  readonly stage: Stage;
  /** Null before it is placed, and for invoices. */
  readonly order: Order | null;
  readonly labels: readonly string[];
  /** The payment; null while the order is unpaid. */
  readonly verified: PaidWith | null;
}

const FORM = { name: 'form', problem: null } as const;
export const NOT_SENT: PaymentFlow<never> = {
  stage: FORM,
  order: null,
  labels: [],
  verified: null,
};

export type PaymentEvent<Order extends Priced = never> =
  /** The form was sent. `creating` names the last step. */
  | { readonly type: 'placed'; readonly order: Order; readonly creating: string }
  /** `ordered`: the form was ordered before this page was loaded. */
  | { readonly type: 'looked'; readonly ordered: boolean }
  | { readonly type: 'cardMissing' }
  | { readonly type: 'cardAdded' }
  /** The user pays: invoices, or an order for which a card was saved. */
  | { readonly type: 'begun'; readonly savedCard: boolean }
  | { readonly type: 'paid'; readonly paid: PaidWith }
  | { readonly type: 'cardAsked'; readonly payment: CardPayment }
  | { readonly type: 'confirming'; readonly confirming: boolean }
  | { readonly type: 'undecided'; readonly intentId: string }
  /** No payment could begin, or it was refused. */
  | { readonly type: 'notPaid'; readonly problem: string }
  /** The result comes later, by mail. */
  | { readonly type: 'late' }
  | { readonly type: 'progressed'; readonly message: string }
  | { readonly type: 'created'; readonly message?: string | undefined }
  /** `unpaid`: nothing was paid, or it was refunded, so the next try pays again. `made`: the order exists. */
  | { readonly type: 'refused'; readonly message: string; readonly unpaid: boolean; readonly made: boolean }
  | { readonly type: 'closed' }
  /** Begins another order. */
  | { readonly type: 'reset' };

/** Whether what was entered is ordered. */
export const isOrdered = (stage: Stage): boolean =>
  stage.name === 'done' || stage.name === 'leaving' || (stage.name === 'failed' && stage.made);

/** Whether a payment is under way or done, so that no other can begin. */
export const isBusy = (stage: Stage): boolean =>
  stage.name === 'failed' ? stage.made : stage.name !== 'form';

/** Whether the user can close the dialog of an order. */
export const isClosable = (stage: Stage): boolean =>
  stage.name === 'card' ? !stage.confirming : ['ready', 'addingCard', 'failed'].includes(stage.name);

/** The next state; the same one where the event does not apply to the stage, so that nothing happens twice. */
export function nextFlow<Order extends Priced>(
  flow: PaymentFlow<Order>,
  event: PaymentEvent<Order>,
): PaymentFlow<Order> {
  const { stage, order, labels, verified } = flow;
  const from = (names: readonly Stage['name'][], next: Stage, changes: Partial<PaymentFlow<Order>> = {}) =>
    names.includes(stage.name) ? { ...flow, ...changes, stage: next } : flow;
  switch (event.type) {
    case 'placed':
      if (isBusy(stage)) return flow;
      return { ...flow, order: event.order, labels: [event.creating], stage: { name: 'looking' } };
    case 'looked':
      if (event.ordered) return from(['looking'], FORM);
      // a free or paid order is created at once
      return order?.price.totalCents === 0 || verified !== null
        ? from(['looking'], { name: 'creating' }, { labels: [VERIFIED, ...labels] })
        : from(['looking'], { name: 'charging', savedCard: null }, { labels: [PAYING, ...labels] });
    case 'cardMissing':
      return from(['charging'], { name: 'addingCard' }, { labels: [ADDING, ...labels] });
    case 'cardAdded':
      return from(['addingCard'], { name: 'ready' });
    case 'begun':
      return from(['form', 'ready'], { name: 'charging', savedCard: event.savedCard });
    case 'paid': {
      const next = { name: order === null ? 'done' : 'creating' } as const;
      return from(['charging', 'card', 'waiting'], next, { verified: event.paid });
    }
    case 'cardAsked':
      return from(['charging'], { name: 'card', payment: event.payment, confirming: false });
    case 'confirming':
      return stage.name === 'card' ? { ...flow, stage: { ...stage, confirming: event.confirming } } : flow;
    case 'undecided':
      return from(['charging', 'card'], { name: 'waiting', intentId: event.intentId });
    case 'notPaid':
      return from(['charging', 'waiting'], { ...FORM, problem: event.problem });
    case 'late':
      return from(['waiting'], { name: 'leaving' });
    case 'progressed':
      return from(['creating'], { name: 'creating', message: event.message });
    case 'created':
      return from(['creating'], { name: 'done', message: event.message });
    case 'refused': {
      const { message, made, unpaid } = event;
      const failed = { name: 'failed', message, made } as const;
      return from(['charging', 'creating'], failed, unpaid ? { verified: null } : {});
    }
    case 'closed':
      if (stage.name === 'done' || (stage.name === 'failed' && stage.made))
        return { ...flow, stage: { name: 'leaving' } };
      return isClosable(stage) ? { ...flow, stage: FORM } : flow;
    case 'reset':
      return stage.name === 'looking' || stage.name === 'leaving' || !isBusy(stage) ? NOT_SENT : flow;
  }
}

export type StepStatus = 'pending' | 'loading' | 'success' | 'error';

export interface Step {
  readonly label: string;
  readonly status: StepStatus;
  /** The error, or the progress. */
  readonly message?: string | undefined;
}

/** The current step of an order, counted from the last one, and its status; in other stages its dialog is closed. */
const CURRENT: Partial<Readonly<Record<Stage['name'], readonly [fromLast: number, status: StepStatus]>>> = {
  addingCard: [2, 'loading'],
  ready: [1, 'pending'],
  card: [1, 'pending'],
  charging: [1, 'loading'],
  waiting: [1, 'loading'],
  creating: [0, 'loading'],
  failed: [0, 'error'],
  done: [0, 'success'],
};

/** The steps of an order as its dialog lists them; null where it is closed. */
export function stepsOf(stage: Stage, labels: readonly string[]): readonly Step[] | null {
  const current = CURRENT[stage.name === 'card' && stage.confirming ? 'charging' : stage.name];
  if (current === undefined) return null;
  const [fromLast, status] = current;
  const last = labels.length - 1;
  return labels.map((label, step) => ({
    label,
    status: step === last - fromLast ? status : step < last - fromLast ? 'success' : 'pending',
    message: step === last && 'message' in stage ? stage.message : undefined,
  }));
}

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
