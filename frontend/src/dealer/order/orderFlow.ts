import type { StartedOrderPayment } from '@portal/contract';
import type { Order, PaidWith } from './order.ts';
import type { Step, StepStatus } from './StepList.tsx';

const ADDING = 'Adding Payment Method';
const PAYING = 'Processing Payment';
const VERIFIED = 'Payment Verification';

/** A payment that the card form confirms. */
export type CardPayment = StartedOrderPayment & { readonly clientSecret: string };

/** The stages of an order between the form and what it creates. */
type Stage =
  | { readonly name: 'form' }
  /** Checks whether the form was ordered before this page was loaded. */
  | { readonly name: 'looking' }
  /** Checks for a saved card; `added`: one was added during the order. */
  | { readonly name: 'findingCard'; readonly added: boolean }
  /** Asks for a card to save. */
  | { readonly name: 'addingCard' }
  /** The card is saved; the user may continue. */
  | { readonly name: 'ready' }
  /** Charges the saved card, or begins a payment. */
  | { readonly name: 'charging'; readonly savedCard: boolean }
  /** The card form confirms the payment. */
  | { readonly name: 'card'; readonly payment: CardPayment }
  | { readonly name: 'creating'; readonly message?: string }
  /** The creation failed. `made`: the order exists anyway, so the page can only be left. */
  | { readonly name: 'failed'; readonly message: string; readonly made: boolean }
  /** Shown until the dialog closes. */
  | { readonly name: 'done'; readonly message: string | undefined }
  | { readonly name: 'leaving' };

export interface OrderFlow {
  readonly stage: Stage;
  readonly order: Order | null;
  readonly labels: readonly string[];
  /** The payment; null while the order is unpaid. */
  readonly verified: PaidWith | null;
}

export const NOT_SENT: OrderFlow = {
  stage: { name: 'form' },
  order: null,
  labels: [],
  verified: null,
};

export type OrderEvent =
  /** The form was sent. `creating` names the last step. */
  | { readonly type: 'placed'; readonly order: Order; readonly creating: string }
  /** `ordered`: the form was ordered before this page was loaded. */
  | { readonly type: 'looked'; readonly ordered: boolean }
  | { readonly type: 'cardFound'; readonly hasPaymentMethod: boolean; readonly declined: boolean }
  | { readonly type: 'cardAdded' }
  /** The user continued after a card was saved. */
  | { readonly type: 'proceeded' }
  | { readonly type: 'paid'; readonly paid: PaidWith }
  | { readonly type: 'cardAsked'; readonly payment: CardPayment }
  /** No payment could begin. */
  | { readonly type: 'notPaid' }
  /** Progress of the creation. */
  | { readonly type: 'progressed'; readonly message: string }
  | { readonly type: 'created'; readonly message?: string | undefined }
  /** `unpaid`: nothing was paid, or it was refunded, so the next try pays again. `made`: the order exists. */
  | { readonly type: 'refused'; readonly message: string; readonly unpaid: boolean; readonly made: boolean }
  | { readonly type: 'closed' }
  /** The page stays, for another order. */
  | { readonly type: 'stayed' }
  | { readonly type: 'reset' };

/** Whether what was entered is ordered. */
export const isOrdered = ({ stage }: OrderFlow): boolean =>
  stage.name === 'done' || stage.name === 'leaving' || (stage.name === 'failed' && stage.made);

export const paidWith = ({ orderId, paymentIntentId }: StartedOrderPayment): PaidWith => ({
  orderId,
  intentId: paymentIntentId,
});

const backToForm = (flow: OrderFlow): OrderFlow => ({ ...flow, stage: { name: 'form' } });

function closed(flow: OrderFlow): OrderFlow {
  const { stage } = flow;
  if (stage.name !== 'leaving' && isOrdered(flow)) return { ...flow, stage: { name: 'leaving' } };
  return ['addingCard', 'ready', 'card', 'failed'].includes(stage.name) ? backToForm(flow) : flow;
}

/** After the check for an earlier order: a free or paid order is created at once. */
function looked(flow: OrderFlow, ordered: boolean): OrderFlow {
  if (ordered) return backToForm(flow);
  const { order, verified } = flow;
  const creating = flow.labels.slice(-1);
  if (order?.price.totalCents === 0 || verified !== null)
    return { ...flow, labels: [VERIFIED, ...creating], stage: { name: 'creating' } };
  return { ...flow, labels: [PAYING, ...creating], stage: { name: 'findingCard', added: false } };
}

/** The next state; the same one where the event does not apply to the stage, so that nothing happens twice. */
export function nextFlow(flow: OrderFlow, event: OrderEvent): OrderFlow {
  const { stage } = flow;
  const at = (...names: readonly Stage['name'][]) => names.includes(stage.name);
  switch (event.type) {
    case 'placed':
      if (isBusy(flow)) return flow;
      return { ...flow, order: event.order, labels: [event.creating], stage: { name: 'looking' } };
    case 'looked':
      return at('looking') ? looked(flow, event.ordered) : flow;
    case 'cardFound':
      if (stage.name !== 'findingCard') return flow;
      if (!event.hasPaymentMethod && !stage.added)
        return { ...flow, labels: [ADDING, ...flow.labels], stage: { name: 'addingCard' } };
      return {
        ...flow,
        stage: { name: 'charging', savedCard: event.hasPaymentMethod && (stage.added || !event.declined) },
      };
    case 'cardAdded':
      return at('addingCard') ? { ...flow, stage: { name: 'ready' } } : flow;
    case 'proceeded':
      return at('ready') ? { ...flow, stage: { name: 'findingCard', added: true } } : flow;
    case 'paid':
      if (!at('charging', 'card')) return flow;
      return { ...flow, verified: event.paid, stage: { name: 'creating' } };
    case 'cardAsked':
      return at('charging') ? { ...flow, stage: { name: 'card', payment: event.payment } } : flow;
    case 'notPaid':
      return at('charging') ? backToForm(flow) : flow;
    case 'progressed':
      return stage.name === 'creating' ? { ...flow, stage: { ...stage, message: event.message } } : flow;
    case 'created':
      return at('creating') ? { ...flow, stage: { name: 'done', message: event.message } } : flow;
    case 'refused': {
      const { message, made, unpaid } = event;
      if (!at('charging', 'creating')) return flow;
      const failed = { ...flow, stage: { name: 'failed', message, made } } as const;
      return unpaid ? { ...failed, verified: null } : failed;
    }
    case 'closed':
      return closed(flow);
    case 'stayed':
      return at('leaving') ? NOT_SENT : flow;
    case 'reset':
      return at('looking') || !isBusy(flow) ? NOT_SENT : flow;
  }
}

/** Whether an order is under way or done, so that no other can be sent. */
export const isBusy = ({ stage }: OrderFlow): boolean =>
  stage.name === 'failed' ? stage.made : stage.name !== 'form';

/** The current step, counted from the last one, and its status; null where no dialog is shown. */
function currentStep(stage: Stage): readonly [fromLast: number, status: StepStatus] | null {
  switch (stage.name) {
    case 'addingCard':
      return [2, 'loading'];
    case 'findingCard':
    case 'charging':
      return [1, 'loading'];
    case 'ready':
    case 'card':
      return [1, 'pending'];
    case 'creating':
      return [0, 'loading'];
    case 'failed':
      return [0, 'error'];
    case 'done':
      return [0, 'success'];
    default:
      return null;
  }
}

/** The steps as the progress dialog lists them; null where it is closed. */
export function stepsOf({ stage, labels }: OrderFlow): readonly Step[] | null {
  const current = currentStep(stage);
  if (current === null) return null;
  const last = labels.length - 1;
  const [fromLast, status] = current;
  const index = last - fromLast;
  const message = 'message' in stage ? stage.message : undefined;
  return labels.map((label, step) => ({
    label,
    status: step === index ? status : step < index ? 'success' : 'pending',
    message: step === last ? message : undefined,
  }));
}
