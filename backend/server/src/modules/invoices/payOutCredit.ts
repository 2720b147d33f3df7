import {
  type CompanyCredit,
  creditSchema,
  neededReasonSchema,
  type Payout,
  paths,
  payOutCreditSchema,
  payoutSchema,
} from '@portal/contract';
import {
  CREDIT_USED,
  cardToRefund,
  conflict,
  notFound,
  onInvoice,
  onPayout,
  type PayoutEvent,
  type PayoutState,
  payableCredits,
  payoutDecider,
  payoutRefundId,
  payoutStream,
} from '@portal/domain';
import {
  centsFromDollars,
  dollarsFromCents,
  formatDay,
  formatDollars,
  sumCents,
} from '@portal/domain/values';
import { type InvoiceRow, invoicesOfAccount, invoicesToSettle, settlementOf } from '@portal/projections';
import type { z } from 'zod';
import type { CausalChain } from '../../kernel/causalChain.ts';
import { type CommandContext, deriveId } from '../../kernel/commandContext.ts';
import type { Load } from '../../kernel/execute.ts';
import { oneByOne } from '../../kernel/oneByOne.ts';
import { consequence, process } from '../../kernel/process.ts';
import { runCommand } from '../../kernel/runCommand.ts';
import { because, describeByTexts } from '../../platform/history/describe.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { button, factTable, reasonGiven } from '../../platform/mail/letter.ts';
import { notification, replies } from '../../platform/notifications/notification.ts';
import { companyRow, openAccount } from '../companies/module.ts';
import { refuseClosedDay } from './closedMonths.ts';
import { invoicesOf } from './creditProcesses.ts';
import { BY } from './mails.ts';
import type { InvoicePorts } from './ports.ts';

/**
 * Account credit paid out by check or bank transfer (rule B41). The payout is asked for first; then each invoice gives its
 * share or declines it, because an open invoice used the credit in the meantime. It is made once all gave theirs; else it is
 * refused, and what was taken goes back.
 */

const payoutOf = ({ load }: { readonly load: Load }, id: string) => load(payoutStream(id), payoutDecider);

/**
 * Pays a company's credit out.
 * @throws BusinessRefusal not_found; unprocessable, e.g. for more than is unused; conflict `credit_used` where an invoice
 * used it at the same time
 */
export async function payOut(
  { commands, db }: Pick<InvoicePorts, 'commands' | 'db'>,
  accountId: string,
  { method, amount, paid_on: paidOn, reference, reason, mode }: z.output<typeof payOutCreditSchema>,
  context: CommandContext,
): Promise<{ readonly id: string; readonly chain: CausalChain }> {
  const { isDemo: accountIsDemo } = await openAccount(commands, accountId);
  const id = deriveId(context, 'payout');
  // an earlier try of this command, whose answer was lost, has recorded it
  if ((await payoutOf(commands, id)).status === 'none') await refuseClosedDay(commands, paidOn, 'paidOn');
  const chain = await runCommand(commands, {
    ...onPayout(id, accountId),
    command: {
      type: 'RequestPayout',
      payoutId: id,
      accountId,
      method,
      amountCents: centsFromDollars(amount),
      paidOn,
      reference,
      reason,
      isDemo: mode === undefined ? accountIsDemo : mode === 'demo',
      accountIsDemo,
      invoices: await invoicesOf(commands.load, await invoicesToSettle(db, accountId)),
      today: commands.billingDay(context.time),
    },
    context,
    reason,
  });
  const { status } = await payoutOf(commands, id);
  if (status === 'refused') throw conflict(CREDIT_USED, 'amount', 'credit_used');
  return { id, chain };
}

/**
 * Takes a payout back, e.g. of a stopped check: the credit can be used again.
 * @throws BusinessRefusal not_found; conflict unless it was made; unprocessable without a reason
 */
async function reversePayout(
  { commands }: Pick<InvoicePorts, 'commands'>,
  id: string,
  reason: string,
  context: CommandContext,
): Promise<CausalChain> {
  const payout = await payoutOf(commands, id);
  if (payout.status === 'none') throw notFound('Payout not found');
  const command = { type: 'ReversePayout', reason, today: commands.billingDay(context.time) } as const;
  return runCommand(commands, { ...onPayout(id, payout.accountId), command, context, reason });
}

/** Takes the shares of a payout from its invoices, and gives them back with one that is refused or reversed. */
export const bookPayout = process({
  name: 'bookPayout',
  types: ['PayoutRequested', 'PayoutRefused', 'PayoutReversed'],
  async decide({ event }, load) {
    const payout = await payoutOf({ load }, event.data.payoutId);
    if (payout.status === 'none') return [];
    const { payoutId, accountId, method, paidOn, reference, reason, shares } = payout;
    return shares.map(({ invoiceId, amountCents, credits }) => {
      const on = { ...onInvoice(invoiceId, accountId), key: invoiceId };
      if (event.type === 'PayoutRequested') {
        const money = { method, amountCents, refundedOn: paidOn, reference, reason };
        return consequence({
          ...on,
          reason,
          command: { type: 'PayOutInvoiceCredit', payoutId, ...money, credits },
        });
      }
      const isReversed = event.type === 'PayoutReversed';
      const message = isReversed ? event.data.reason : CREDIT_USED;
      const reversal = isReversed ? { today: event.data.reversedOn } : null;
      return consequence({
        ...on,
        reason: isReversed ? event.data.reason : undefined,
        command: { type: 'ReturnInvoicePayout', payoutId, message, reversal },
      });
    });
  },
});

/** Makes a payout once all shares are taken, or refuses it with the first one that was declined. */
export const settlePayout = process({
  name: 'settlePayout',
  types: ['InvoiceRefunded', 'InvoicePayoutDeclined'],
  async decide({ event }, load) {
    const { payoutId } = event.data;
    if (payoutId === undefined) return [];
    const payout = await payoutOf({ load }, payoutId);
    if (payout.status !== 'requested') return [];
    const { accountId, shares } = payout;
    const on = onPayout(payoutId, accountId);
    if (event.type === 'InvoicePayoutDeclined')
      return [consequence({ ...on, command: { type: 'RefusePayout' } })];
    const invoices = await invoicesOf(
      load,
      shares.map(({ invoiceId }) => invoiceId),
    );
    const isTaken = invoices.every(
      (invoice) =>
        invoice.status !== 'none' &&
        invoice.refunds.some(({ refundId }) => refundId === payoutRefundId(payoutId, invoice.invoiceId)),
    );
    return isTaken ? [consequence({ ...on, command: { type: 'MakePayout' } })] : [];
  },
});

const METHOD = { check: 'check', ach: 'ACH' } as const;

/** `Payout of $400.00 of account credit by check 88`. */
const nameOf = (payout: PayoutState) =>
  payout.status === 'none'
    ? 'Payout'
    : `Payout of ${formatDollars(payout.amountCents)} of account credit by ${METHOD[payout.method]} ${payout.reference}`;

/** The payout in the timeline of its company. */
export const describePayout = describeByTexts<PayoutEvent, PayoutState>(
  {
    PayoutRequested: ({ paidOn, shares, ...payout }) => {
      const of = shares.map((share) => `${formatDollars(share.amountCents)} of ${share.invoiceNumber}`);
      return `${nameOf({ ...payout, paidOn, shares, status: 'requested', reversal: null })} recorded, sent on ${formatDay(paidOn)}: ${of.join(', ')}`;
    },
    PayoutMade: (_data, payout) => `${nameOf(payout)} made`,
    PayoutRefused: (_data, payout) => `${nameOf(payout)} not made: the credit was used in the meantime`,
    PayoutReversed: ({ reversedOn, reason }, payout) =>
      `${nameOf(payout)} taken back on ${formatDay(reversedOn)}${because(reason)}`,
  },
  payoutDecider,
);

/** Mails who wants to hear of payments (`invoice_paid`) about credit that was paid out, or taken back. */
export const mailDealerOnPayout = notification({
  name: 'mailDealerOnPayout',
  types: ['PayoutMade', 'PayoutReversed'],
  async write({ event }, ports) {
    const payout = await payoutOf(ports, event.data.payoutId);
    if (payout.status === 'none') return [];
    const { accountId, method, reference, paidOn, shares, reason } = payout;
    const amount = formatDollars(payout.amountCents);
    const isReversed = event.type === 'PayoutReversed';
    const facts = factTable(
      ['Amount', amount],
      ['Reference', reference],
      ['Date', formatDay(paidOn)],
      ['Credit of', shares.map(({ invoiceNumber }) => invoiceNumber).join(', ')],
    );
    const head = isReversed
      ? {
          subject: 'A payout of your credit was taken back',
          preheader: `${amount} is account credit again.`,
          title: 'A payout was taken back',
          text: `The payout of ${amount} ${BY[method]} was taken back. The amount is account credit again: it pays your open invoices, then your next ones.`,
        }
      : {
          subject: 'Your credit was paid out',
          preheader: `${amount} ${BY[method]}.`,
          title: 'We paid your credit out',
          text: `We sent you ${amount} of your account credit ${BY[method]}. The credit is lower by that amount now.`,
        };
    const { text, ...letter } = head;
    const blocks = [
      text,
      facts,
      ...reasonGiven(isReversed ? event.data.reason : reason),
      button('View your invoices', ports.page('/invoicing')),
    ];
    const kind = isReversed ? 'payoutReversed' : 'creditPaidOut';
    return replies(kind, await ports.usersOfAccount(accountId), 'invoice_paid', { ...letter, blocks });
  },
});

function toPayout(payout: PayoutState): Payout {
  if (payout.status === 'none' || payout.status === 'refused') throw notFound('Payout not found');
  return {
    id: payout.payoutId,
    account_id: payout.accountId,
    is_demo: payout.isDemo,
    status: payout.status,
    method: payout.method,
    amount: dollarsFromCents(payout.amountCents),
    paid_on: payout.paidOn,
    reference: payout.reference,
    reason: payout.reason,
    shares: payout.shares.map(({ invoiceId, invoiceNumber, amountCents }) => ({
      invoice_id: invoiceId,
      invoice_number: invoiceNumber,
      amount: dollarsFromCents(amountCents),
    })),
    reversed_on: payout.reversal?.reversedOn ?? null,
    reversed_because: payout.reversal?.reason ?? null,
  };
}

function balancesOf(rows: readonly InvoiceRow[], accountIsDemo: boolean): CompanyCredit['balances'] {
  return [accountIsDemo, !accountIsDemo].flatMap((isDemo) => {
    const invoices = rows.map((row) => ({
      ...row,
      invoiceNumber: row.invoice_number,
      invoiceDate: row.invoice_date,
    }));
    const parts = payableCredits(invoices, { isDemo, accountIsDemo });
    if (parts.length === 0) return [];
    return [
      {
        is_demo: isDemo,
        amount: dollarsFromCents(sumCents(parts.map(({ amountCents }) => amountCents))),
        invoices: parts.map(({ invoice, amountCents }) => ({
          invoice_id: invoice.id,
          invoice_number: invoice.invoice_number,
          amount: dollarsFromCents(amountCents),
          card: dollarsFromCents(Math.min(amountCents, cardToRefund(settlementOf(invoice))?.leftCents ?? 0)),
        })),
      },
    ];
  });
}

async function creditOf(ports: InvoicePorts, accountId: string): Promise<CompanyCredit> {
  const { id, is_demo: accountIsDemo } = await companyRow(ports, accountId);
  const rows = await invoicesOfAccount(ports.db, id);
  const ids = new Set(rows.flatMap(({ refunds }) => refunds.flatMap(({ payoutId }) => payoutId ?? [])));
  const payouts = await Promise.all([...ids].map((payoutId) => payoutOf(ports.commands, payoutId)));
  const shown = payouts.filter(({ status }) => status !== 'none' && status !== 'refused').map(toPayout);
  return {
    today: ports.today(),
    balances: balancesOf(rows, accountIsDemo),
    payouts: shown.sort((a, b) => (a.paid_on === b.paid_on ? 0 : a.paid_on < b.paid_on ? 1 : -1)),
  };
}

/** Credit of a company, and its payouts by check or bank transfer (rule B41). */
export function payoutRoutes(ports: InvoicePorts): Route[] {
  // so that of two at once the second is told what is left
  const inTurn = oneByOne<string>();
  return [
    route('GET', paths.admin.credit, 'staff', {
      summary: "A company's unused credit, and what was paid out of it",
      answers: { 200: creditSchema },
      reads: ['invoices', 'accounts'],
      handler: async ({ params }) => ({ body: await creditOf(ports, params.id) }),
    }),
    route('POST', paths.admin.payOutCredit, 'money', {
      summary: "Pay a company's credit out by check or bank transfer",
      answers: { 200: payoutSchema },
      body: payOutCreditSchema,
      handler: async ({ params, body, command, visible }) => {
        const { id, chain } = await inTurn(params.id, () => payOut(ports, params.id, body, command));
        await visible(chain);
        return { body: toPayout(await payoutOf(ports.commands, id)) };
      },
    }),
    route('POST', paths.admin.reversePayout, 'money', {
      summary: 'Take a payout back: the credit can be used again',
      answers: { 200: payoutSchema },
      body: neededReasonSchema,
      handler: async ({ params, body, command, visible }) => {
        await visible(await reversePayout(ports, params.id, body.reason, command));
        return { body: toPayout(await payoutOf(ports.commands, params.id)) };
      },
    }),
  ];
}
