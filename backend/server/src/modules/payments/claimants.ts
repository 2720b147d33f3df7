import {
  type AutoPayTry,
  type Claimant,
  invoiceDecider,
  invoiceStream,
  isSameClaimant,
  onInvoice,
  onOrder,
  orderDecider,
  orderStream,
  type PaymentHow,
  type StartedPayment,
  stillOpenCents,
  unprocessable,
} from '@portal/domain';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { Execute, Load, PortalEnvelope } from '../../kernel/execute.ts';
import { found } from '../../kernel/found.ts';
import { type Consequence, consequence } from '../../kernel/process.ts';

export interface ClaimantState {
  readonly accountId: string;
  /** The mode that an invoice was issued in (rule B42); null for an order, which has none of its own. */
  readonly isDemo: boolean | null;
  /** Cents less other payments. */
  readonly openCents: number;
  /** Of an order: the sales tax in it; absent for none. */
  readonly taxCents?: number;
  /** True while a payment may still pay it. */
  readonly payable: boolean;
  /** The attempt that may still charge for it. */
  readonly openAttempt: string | null;
  /** Card payments of all or part of it. */
  readonly paidBy: readonly string[];
}

/** The current order or invoice; null for none. */
export async function claimantState(load: Load, { kind, id }: Claimant): Promise<ClaimantState | null> {
  if (kind === 'order') {
    const order = await load(orderStream(id), orderDecider);
    if (order.status === 'none') return null;
    const { accountId, totalCents: openCents, openAttempt, payment } = order;
    const payable = order.status === 'awaiting_payment';
    const paidBy = payment === null ? [] : [payment.paymentId];
    const tax = order.taxCents === undefined ? {} : { taxCents: order.taxCents };
    return { accountId, isDemo: null, openCents, ...tax, payable, openAttempt, paidBy };
  }
  const invoice = await load(invoiceStream(id), invoiceDecider);
  if (invoice.status === 'none') return null;
  const { accountId, isDemo, openAttempt, payments } = invoice;
  const payable = invoice.status === 'open';
  const paidBy = payments.flatMap(({ paymentId }) => paymentId ?? []);
  return { accountId, isDemo, openCents: stillOpenCents(invoice), payable, openAttempt, paidBy };
}

/** The account's order or invoice. @throws BusinessRefusal not_found */
export async function claimantOfAccount(
  load: Load,
  claimant: Claimant,
  accountId: string,
): Promise<ClaimantState> {
  const state = await claimantState(load, claimant);
  return found(
    state?.accountId === accountId ? state : null,
    claimant.kind === 'order' ? 'Order' : 'Invoice',
  );
}

/**
 * Whether a payment of these is live: invoices are paid in the mode that they were issued in, orders in the account's
 * (rule B42).
 * @throws BusinessRefusal unprocessable for demo and live invoices at once
 */
export function livemodeOf(states: readonly ClaimantState[], account: { readonly isDemo: boolean }): boolean {
  const [isDemo = account.isDemo, ...others] = new Set(states.map((state) => state.isDemo ?? account.isDemo));
  if (others.length > 0) throw unprocessable("Demo and live invoices can't be paid together.");
  return !isDemo;
}

/** Records that an attempt began, which excludes others; refused (conflict) if it is paid or another attempt is open. */
export const startingPayment = (
  { kind, id }: Claimant,
  accountId: string,
  {
    attemptId,
    how,
    auto,
  }: { readonly attemptId: string; readonly how: PaymentHow; readonly auto?: AutoPayTry | undefined },
): Consequence =>
  kind === 'order'
    ? consequence({ ...onOrder(id, accountId), command: { type: 'StartOrderPayment', attemptId } })
    : consequence({
        ...onInvoice(id, accountId),
        command: { type: 'StartInvoicePayment', attemptId, how, auto },
      });

/** Records that the open attempt ended unpaid, so that the order or invoice can be paid again. */
export const endingPayment = (
  { kind, id }: Claimant,
  accountId: string,
  attempt: { readonly attemptId: string; readonly message: string },
): Consequence =>
  kind === 'order'
    ? consequence({ ...onOrder(id, accountId), command: { type: 'EndOrderPayment', ...attempt } })
    : consequence({ ...onInvoice(id, accountId), command: { type: 'EndInvoicePayment', ...attempt } });

/** Records one of these. @returns the appended events */
export async function record(
  execute: Execute,
  { stream, accounts, apply }: Consequence,
  context: CommandContext,
): Promise<readonly PortalEnvelope[]> {
  return (await apply((decider, command) => execute({ stream, accounts, decider, command, context })))
    .appended;
}

/**
 * True if the attempt does not pay this claimant any more: it failed, or goes on without it, because concurrent requests
 * began it with different invoices.
 */
export function noLongerPays({ status, shares }: StartedPayment, claimant: Claimant): boolean {
  if (status === 'failed') return true;
  return shares.length > 0 && !shares.some((share) => isSameClaimant(share, claimant));
}
