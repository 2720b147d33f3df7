import {
  type IssuedInvoice,
  invoiceDecider,
  invoiceIdFor,
  invoiceStream,
  isRecorded,
  type Period,
  standingPayments,
  stillOpenCents,
} from '@portal/domain';
import { dollarsFromCents } from '@portal/domain/values';
import type { Portal } from '@portal/server';
import { type CausalChain, NOTHING_APPENDED } from '@portal/server/kernel/causalChain.ts';
import type { CommandContext } from '@portal/server/kernel/commandContext.ts';
import { reissueInvoice } from '@portal/server/modules/billing/reissue.ts';
import {
  creditInvoice,
  recordInvoicePayment,
  reverseInvoicePayment,
} from '@portal/server/modules/invoices/correctInvoice.ts';
import { payInvoices } from '@portal/server/modules/invoices/payInvoices.ts';
import type { Action } from './step.ts';

type Settling = Extract<
  Action,
  { type: 'payInvoice' | 'payInvoiceByCard' | 'reversePayment' | 'reissueInvoice' | 'creditInvoice' }
>;

/** Pays, reissues, credits, or reverses the payment of an account's newest invoice of a month, if its status allows. */
export async function settleInvoice(
  { billing, commands, payments }: Pick<Portal, 'billing' | 'commands' | 'payments'>,
  accountId: string,
  action: Settling,
  context: CommandContext,
): Promise<CausalChain> {
  const invoice = await newestInvoice(commands, accountId, action.period);
  if (invoice === null) return NOTHING_APPENDED;
  const { invoiceId, status } = invoice;
  switch (action.type) {
    case 'payInvoice': {
      if (status !== 'open') return NOTHING_APPENDED;
      const { method, reference, share } = action;
      const amount = dollarsFromCents(Math.round(stillOpenCents(invoice) * share)).toFixed(2);
      const payment = { method, amount, paid_on: commands.billingDay(context.time), reference };
      return recordInvoicePayment({ commands, payments }, invoiceId, payment, context);
    }
    case 'payInvoiceByCard':
      return status === 'open' ? payByCard({ commands, payments }, invoice, context) : NOTHING_APPENDED;
    case 'reversePayment': {
      const bounced = standingPayments(invoice.payments).findLast(isRecorded);
      if (bounced === undefined) return NOTHING_APPENDED;
      const reversal = { payment_id: bounced.id, reason: action.reason };
      return reverseInvoicePayment({ commands, payments }, invoiceId, reversal, context);
    }
    case 'reissueInvoice': {
      const line = invoice.lines.find(({ readers }) => readers > 1);
      if (status !== 'open' || line === undefined || line.siteId === null) return NOTHING_APPENDED;
      const { siteId, readers } = line;
      const corrections = [{ kind: 'readers', siteId, readers: readers - 1, reason: action.reason }] as const;
      return (await reissueInvoice(billing, invoiceId, { corrections }, context)).chain;
    }
    case 'creditInvoice': {
      const { amount, reason } = action;
      return status === 'paid'
        ? creditInvoice(commands, invoiceId, { amount, reason }, context)
        : NOTHING_APPENDED;
    }
  }
}

/** Pays an invoice by a test card; without the simulator by nothing, since a demo never calls a real provider. */
async function payByCard(
  { commands, payments }: Pick<Portal, 'commands' | 'payments'>,
  { invoiceId, accountId, userId }: IssuedInvoice,
  context: CommandContext,
): Promise<CausalChain> {
  const cards = payments.cardsFor(false);
  if (cards === null || !cards.simulated) return NOTHING_APPENDED;
  const request = { invoiceIds: [invoiceId], accountId, userId, useSavedCard: false };
  const { started } = await payInvoices({ commands, payments }, request, context);
  const intentId = started.paymentIntentId;
  if (intentId === null) throw new Error(`Invoice ${invoiceId} of the demo has no payment intent`);
  await cards.confirmWithCard(intentId, 'pm_card_visa', { key: `demo/${invoiceId}`, offSession: false });
  const settled = await payments.settle(intentId, false, context);
  if (settled?.status !== 'succeeded') throw new Error(`Invoice ${invoiceId} of the demo was not paid`);
  return settled.chain;
}

/** An account's invoice of a month, reissued or not; null for none. */
export async function newestInvoice(
  commands: Pick<Portal['commands'], 'load'>,
  accountId: string,
  period: Period,
): Promise<IssuedInvoice | null> {
  for (const issue of [2, 1]) {
    const stream = invoiceStream(invoiceIdFor({ accountId, period, issue }));
    const invoice = await commands.load(stream, invoiceDecider);
    if (invoice.status !== 'none') return invoice;
  }
  return null;
}
