import {
  BusinessRefusal,
  type Claimant,
  invoiceDecider,
  invoiceStream,
  isSameClaimant,
  orderDecider,
  orderStream,
  type PaymentHow,
  type StartedPayment,
  stillOpenCents,
} from '@portal/domain';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { Execute, Load, PortalEnvelope } from '../../kernel/execute.ts';

export interface ClaimantState {
  readonly accountId: string;
  /** Cents it costs, less what was paid of it otherwise. */
  readonly openCents: number;
  /** True while a payment may still pay it. */
  readonly payable: boolean;
  /** The attempt that may still take money for it. */
  readonly openAttempt: string | null;
  /** The payments that paid it by card, or part of it. */
  readonly paidBy: readonly string[];
}

/** The order or invoice as it stands; null where there is none. */
export async function claimantState(load: Load, { kind, id }: Claimant): Promise<ClaimantState | null> {
  if (kind === 'order') {
    const order = await load(orderStream(id), orderDecider);
    if (order.status === 'none') return null;
    const { accountId, totalCents: openCents, openAttempt, payment } = order;
    const payable = order.status === 'awaiting_payment';
    return {
      accountId,
      openCents,
      payable,
      openAttempt,
      paidBy: payment === null ? [] : [payment.paymentId],
    };
  }
  const invoice = await load(invoiceStream(id), invoiceDecider);
  if (invoice.status === 'none') return null;
  const { accountId, openAttempt, payments } = invoice;
  const payable = invoice.status === 'open';
  const paidBy = payments.flatMap(({ paymentId }) => paymentId ?? []);
  return { accountId, openCents: stillOpenCents(invoice), payable, openAttempt, paidBy };
}

/** The same, of something that has to be there and be this account's. @throws BusinessRefusal not_found */
export async function ownClaimant(load: Load, claimant: Claimant, accountId: string): Promise<ClaimantState> {
  const state = await claimantState(load, claimant);
  if (state !== null && state.accountId === accountId) return state;
  throw new BusinessRefusal('not_found', claimant.kind === 'order' ? 'Order not found' : 'Invoice not found');
}

/**
 * Says in the claimant's own stream that an attempt began: from then on no other can.
 * @throws BusinessRefusal conflict where another one is open or it is paid
 */
export async function startFor(
  execute: Execute,
  { kind, id }: Claimant,
  attempt: { readonly attemptId: string; readonly accountId: string; readonly how: PaymentHow },
  context: CommandContext,
): Promise<readonly PortalEnvelope[]> {
  const { attemptId, accountId, how } = attempt;
  const common = { context, accounts: [accountId] };
  if (kind === 'order') {
    const command = { type: 'StartOrderPayment', attemptId } as const;
    return (await execute({ ...common, stream: orderStream(id), decider: orderDecider, command })).appended;
  }
  const command = { type: 'StartInvoicePayment', attemptId, how } as const;
  return (await execute({ ...common, stream: invoiceStream(id), decider: invoiceDecider, command })).appended;
}

/** Says that the attempt is over without money, where it is the claimant's open one. */
export async function endFor(
  execute: Execute,
  { kind, id }: Claimant,
  attempt: { readonly attemptId: string; readonly accountId: string; readonly message: string },
  context: CommandContext,
): Promise<readonly PortalEnvelope[]> {
  const { attemptId, accountId, message } = attempt;
  const common = { context, accounts: [accountId] };
  if (kind === 'order') {
    const command = { type: 'EndOrderPayment', attemptId, message } as const;
    return (await execute({ ...common, stream: orderStream(id), decider: orderDecider, command })).appended;
  }
  const command = { type: 'EndInvoicePayment', attemptId, message } as const;
  return (await execute({ ...common, stream: invoiceStream(id), decider: invoiceDecider, command })).appended;
}

/**
 * True if the attempt no longer pays this claimant: it ended, or continued without it (two requests began the same
 * attempt with different invoices). Such claimants are released one by one.
 */
export function isLeftBy({ status, shares }: StartedPayment, claimant: Claimant): boolean {
  if (status === 'failed') return true;
  return shares.length > 0 && !shares.some((share) => isSameClaimant(share, claimant));
}
