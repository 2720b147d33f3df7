import { matchBankLineSchema, payOutCreditSchema, recordReceiptSchema } from '@portal/contract';
import {
  type IssuedInvoice,
  invoiceDecider,
  invoiceIdFor,
  invoiceStream,
  isRecorded,
  type Period,
  paymentDecider,
  paymentStream,
  standingPayments,
  stillOpenCents,
  unusedCreditCents,
} from '@portal/domain';
import { dollarsFromCents, sumCents } from '@portal/domain/values';
import type { Portal } from '@portal/server';
import { type CausalChain, NOTHING_APPENDED } from '@portal/server/kernel/causalChain.ts';
import { type CommandContext, deriveId } from '@portal/server/kernel/commandContext.ts';
import { runCommand } from '@portal/server/kernel/runCommand.ts';
import { reissueInvoice } from '@portal/server/modules/billing/reissue.ts';
import { bookBankLine, importBankFile, setBankLineAside } from '@portal/server/modules/books/bankLines.ts';
import {
  creditInvoice,
  recordInvoicePayment,
  reverseInvoicePayment,
  writeOff,
} from '@portal/server/modules/invoices/correctInvoice.ts';
import { payInvoices } from '@portal/server/modules/invoices/payInvoices.ts';
import { payOut } from '@portal/server/modules/invoices/payOutCredit.ts';
import { recordReceipt } from '@portal/server/modules/invoices/recordReceipt.ts';
import type { Action } from './step.ts';

type Settling = Extract<
  Action,
  {
    type:
      | 'payInvoice'
      | 'payInvoiceByCard'
      | 'chargeBack'
      | 'reversePayment'
      | 'reissueInvoice'
      | 'creditInvoice'
      | 'payOutCredit'
      | 'writeOffInvoice';
  }
>;

/**
 * Pays, reissues, credits, writes off, pays the credit out or takes back the payment of an account's newest invoice of a
 * month, if its state allows.
 */
export async function settleInvoice(
  portal: Pick<Portal, 'billing' | 'commands' | 'database' | 'payments' | 'projections'>,
  accountId: string,
  action: Settling,
  context: CommandContext,
): Promise<CausalChain> {
  const { billing, commands, database, payments, projections } = portal;
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
    case 'chargeBack':
      return chargeBack(commands, invoice, context);
    case 'payOutCredit': {
      const { cents, reference, reason } = action;
      if (unusedCreditCents(invoice) < cents) return NOTHING_APPENDED;
      await projections.caughtUp();
      const amount = dollarsFromCents(cents).toFixed(2);
      const paid_on = commands.billingDay(context.time);
      const payout = payOutCreditSchema.parse({ method: 'check', amount, paid_on, reference, reason });
      return (await payOut({ commands, db: database.pool }, accountId, payout, context)).chain;
    }
    case 'writeOffInvoice': {
      const { reason } = action;
      return status === 'open'
        ? writeOff('WriteOffInvoice')({ commands, payments }, invoiceId, { reason }, context)
        : NOTHING_APPENDED;
    }
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

/** What Stripe charges for a dispute in the United States, in cents. */
const DISPUTE_FEE_CENTS = 1_500;

/** Takes an invoice's payment by card back, as a dispute that the bank decided at once. */
async function chargeBack(
  commands: Portal['commands'],
  { payments, accountId }: IssuedInvoice,
  context: CommandContext,
): Promise<CausalChain> {
  const charged = payments.findLast(({ method }) => method === 'card');
  if (charged === undefined || charged.paymentId === null) return NOTHING_APPENDED;
  const { amountCents, paymentId: attemptId } = charged;
  const movement = {
    transactionId: `txn_${attemptId}`,
    amountCents: -amountCents,
    feeCents: DISPUTE_FEE_CENTS,
  };
  return runCommand(commands, {
    stream: paymentStream(attemptId),
    decider: paymentDecider,
    accounts: [accountId],
    command: {
      type: 'RecordChargeback',
      disputeId: `dp_${attemptId}`,
      amountCents,
      reason: 'fraudulent',
      status: 'lost',
      movements: [movement],
      today: commands.billingDay(context.time),
    },
    context,
  });
}

/** Pays the three oldest open invoices of some months by one check; what it has too much becomes account credit. */
export async function payThreeByCheck(
  { commands, database, payments }: Pick<Portal, 'commands' | 'payments' | 'database'>,
  accountId: string,
  { periods, reference, overCents }: Extract<Action, { type: 'payThreeInvoices' }>,
  context: CommandContext,
): Promise<CausalChain> {
  const open = (await openInvoices(commands, accountId, periods)).slice(0, 3);
  if (open.length === 0) return NOTHING_APPENDED;
  const cents = open.map((invoice, index) => stillOpenCents(invoice) + (index === 0 ? overCents : 0));
  const amountOf = (value: number) => dollarsFromCents(value).toFixed(2);
  const receipt = recordReceiptSchema.parse({
    method: 'check',
    amount: amountOf(sumCents(cents)),
    received_on: commands.billingDay(context.time),
    reference,
    shares: open.map(({ invoiceId }, index) => ({
      invoice_id: invoiceId,
      amount: amountOf(cents[index] ?? 0),
    })),
    credit: amountOf(overCents),
  });
  return (await recordReceipt({ commands, payments, db: database.pool }, accountId, receipt, context)).chain;
}

/** Imports a bank's file of the day before, takes its first line, and sets its last one aside. */
export async function importDaysFile(
  {
    commands,
    database,
    payments,
    projections,
  }: Pick<Portal, 'commands' | 'payments' | 'database' | 'projections'>,
  [accountId, otherId]: readonly [payer: string, other: string],
  { periods }: Extract<Action, { type: 'importBankFile' }>,
  context: CommandContext,
): Promise<CausalChain> {
  const [own, others] = await Promise.all([
    openInvoices(commands, accountId, periods),
    openInvoices(commands, otherId, periods),
  ]);
  const open = [...own, ...others];
  const [oldest, newest] = [open[0], open.at(-1)];
  if (oldest?.accountId !== accountId || newest === undefined) return NOTHING_APPENDED;
  const dayOf = (at: number) => commands.billingDay(new Date(at).toISOString());
  const now = Date.parse(context.time);
  const day = dayOf(now - 86_400_000);
  const rows = [
    ['ACH CREDIT', oldest.invoiceNumber, dollarsFromCents(stillOpenCents(oldest))],
    ['ACH CREDIT', newest.invoiceNumber, dollarsFromCents(stillOpenCents(newest))],
    ['WIRE TRANSFER IN', 'REF 20814', 312.5],
    ['INTEREST PAID', '', 1.87],
  ] as const;
  const csv = rows.map(([what, of, amount]) => `${day},${`${what} ${of}`.trim()},${amount.toFixed(2)}`);
  const file = Buffer.from(['Date,Description,Amount', ...csv, ''].join('\n'));
  const read = await importBankFile({ commands, today: () => dayOf(now) }, file, undefined, context);
  const [taken, , , aside] = read.file.lines;
  if (taken === undefined || aside === undefined) throw new Error("The demo's bank file is not read.");
  await projections.caughtUp();
  const ports = { commands, payments, db: database.pool };
  const shares = [{ invoice_id: oldest.invoiceId, amount: dollarsFromCents(taken.amountCents).toFixed(2) }];
  const body = matchBankLineSchema.parse({ account_id: accountId, method: 'ach', shares });
  await bookBankLine(ports, taken.lineId, body, { ...context, id: deriveId(context, 'taken') });
  const asideContext = { ...context, id: deriveId(context, 'aside') };
  return setBankLineAside(ports, aside.lineId, 'Interest of the bank', asideContext);
}

/** An account's open invoices of these months, in their order. */
async function openInvoices(
  commands: Pick<Portal['commands'], 'load'>,
  accountId: string,
  periods: readonly Period[],
): Promise<readonly IssuedInvoice[]> {
  const invoices = await Promise.all(periods.map((period) => newestInvoice(commands, accountId, period)));
  return invoices.flatMap((invoice) => (invoice?.status === 'open' ? [invoice] : []));
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
