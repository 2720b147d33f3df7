import {
  askedCents,
  cardToRefund,
  firstDayOf,
  type IssuedInvoice,
  invoiceRefundableCents,
  isMadeAtProvider,
  isOpenPayment,
  movableParts,
  payableCredits,
  type StartedPayment,
  stillOpenCents,
  toRepayCents,
  unusedCreditCents,
} from '@portal/domain';
import { addDays } from '@portal/domain/values';
import fc from 'fast-check';
import { importBankFile, recordReceipt, setBankLineAside, takeBankLine } from './bank.ts';
import { Company } from './company.ts';

const WHAT = [
  ...[
    'issue',
    'issue',
    'issue',
    'reissue',
    'check',
    'check',
    'check',
    'reverse',
    'reverse',
    'void',
    'writeOff',
    'writeOffBack',
  ],
  ...['card', 'card', 'succeed', 'succeed', 'succeed', 'fail', 'order', 'payOrder', 'rejectOrder'],
  ...[
    'credit',
    'credit',
    'refund',
    'refundByCard',
    'payOut',
    'companyPayOut',
    'companyPayOut',
    'companyPayOut',
    'move',
    'move',
    'refunded',
    'refundFails',
  ],
  ...[
    'refundAtProvider',
    'moveRefund',
    'dispute',
    'disputeAgain',
    'disputeAgain',
    'react',
    'react',
    'react',
    'settle',
    'close',
    'close',
    'reopen',
  ],
  ...[
    'wait',
    'wait',
    'remind',
    'remind',
    'releaseHold',
    'charge',
    'exempt',
    'exemptEnds',
    'autoPay',
    'autoPay',
  ],
  ...['correct', 'receipt', 'receipt', 'reverseReceipt', 'bankFile', 'bankFile'],
  ...['takeLine', 'takeLine', 'takeAllLines', 'setLineAside', 'takeLineBack'],
] as const;

const act = fc.record({
  what: fc.constantFrom(...WHAT),
  one: fc.nat({ max: 7 }),
  other: fc.nat({ max: 7 }),
  cents: fc.oneof(fc.integer({ min: 1, max: 20_000 }), fc.constantFrom(30, 50, 5_000, 6_500)),
  luck: fc.nat({ max: 5 }),
});
export type Act = typeof act extends fc.Arbitrary<infer One> ? One : never;

/** What dealers, administrators and the card provider do, in random order. */
export const acts = fc.array(act, { minLength: 1, maxLength: 100, size: 'max' });

/** Which invoices and payments each act can be about; the rules refuse others. */
const CAN_PAY = ({ status }: IssuedInvoice) => status === 'open';
const INVOICES: Partial<Record<(typeof WHAT)[number], (invoice: IssuedInvoice) => boolean>> = {
  check: (invoice) => CAN_PAY(invoice) || toRepayCents(invoice) > 0,
  card: CAN_PAY,
  autoPay: CAN_PAY,
  correct: ({ status }) => status === 'paid',
  remind: CAN_PAY,
  receipt: (invoice) => CAN_PAY(invoice) || toRepayCents(invoice) > 0,
  void: CAN_PAY,
  writeOff: CAN_PAY,
  writeOffBack: ({ writeOffs }) => writeOffs.length > 0,
  reverse: ({ payments }) => payments.some(({ method }) => method === 'check' || method === 'ach'),
  credit: ({ status }) => status === 'paid',
  refund: (invoice) => invoiceRefundableCents(invoice) > 0,
  refundByCard: (invoice) => cardToRefund(invoice) !== null,
  payOut: (invoice) => unusedCreditCents(invoice) > 0,
  move: (invoice) => movableParts(invoice).some(({ amountCents }) => amountCents > 0),
};
const hasSucceeded = ({ status }: StartedPayment) => status === 'succeeded';
const PAYMENTS: Partial<Record<(typeof WHAT)[number], (payment: StartedPayment) => boolean>> = {
  succeed: isOpenPayment,
  fail: isOpenPayment,
  refunded: ({ refunds }) => refunds.length > 0,
  refundFails: ({ refunds }) => refunds.length > 0,
  refundAtProvider: hasSucceeded,
  moveRefund: ({ refunds }) => refunds.some(isMadeAtProvider),
  dispute: (payment) => hasSucceeded(payment) && payment.disputes.length === 0,
  disputeAgain: ({ disputes }) => disputes.length > 0,
};

const pick = <Item>(items: readonly Item[], index: number): Item | undefined =>
  items[index % Math.max(1, items.length)];

/** The disputes of a payment as the provider reports them, one step further each time. */
async function reportDispute(
  company: Company,
  payment: StartedPayment,
  { cents, luck, other }: Act,
  isNew: boolean,
) {
  const known = isNew ? undefined : pick(payment.disputes, other);
  if (!isNew && known === undefined) return;
  const disputeId = known?.disputeId ?? company.newId();
  const amountCents = known?.amountCents ?? Math.min(cents, payment.amountCents);
  const status = (['inquiry', 'open', 'lost', 'lost', 'won', 'inquiry_closed'] as const)[luck] ?? 'open';
  const moved = payment.disputeMovements.filter((one) => one.disputeId === disputeId);
  const held = -moved.reduce((sum, one) => sum + one.amountCents, 0);
  const isInquiry = status === 'inquiry' || status === 'inquiry_closed';
  const transactionId = company.newId();
  const movements = [];
  // the bank takes the amount at the start, and gives it back where it was won, or part of it later
  if (!isInquiry && moved.length === 0) {
    movements.push({ transactionId, amountCents: -amountCents, feeCents: 1_500 });
  } else if (held > 0 && status === 'won') {
    movements.push({ transactionId, amountCents: held, feeCents: -1_500 });
  } else if (held > 0 && known?.status === 'lost') {
    movements.push({ transactionId, amountCents: Math.min(held, cents), feeCents: 0 });
  }
  if (status === 'won' && moved.length === 0) {
    movements.push({ transactionId: company.newId(), amountCents, feeCents: -1_500 });
  }
  await company.onPayment(payment.attemptId, {
    type: 'RecordChargeback',
    disputeId,
    amountCents,
    reason: null,
    status,
    movements,
    today: company.today,
  });
}

async function refund(company: Company, { invoiceId }: IssuedInvoice, amountCents: number, byCard: boolean) {
  const refundId = company.newId();
  const of = { refundId, amountCents, reason: null };
  await company.onInvoice(
    invoiceId,
    byCard
      ? { type: 'RequestInvoiceRefund', ...of }
      : {
          type: 'RecordInvoiceRefund',
          ...of,
          method: 'check',
          refundedOn: company.today,
          reference: refundId,
        },
  );
}

/** Pays the company's credit out, which may be of several invoices, or takes a payout back; without credit, overpays an invoice. */
async function payOutOrBack(company: Company, { one, other, cents, luck }: Act): Promise<void> {
  const { today } = company;
  const made = pick(
    company.payouts.filter(({ status }) => status === 'made'),
    one,
  );
  if (made !== undefined && luck < 2) {
    await company.onPayout(made.payoutId, { type: 'ReversePayout', reason: 'Stopped', today });
    return;
  }
  const some = [false, true]
    .flatMap((isDemo) => [false, true].map((accountIsDemo) => ({ isDemo, accountIsDemo })))
    .map((of) => ({ ...of, most: sumOf(payableCredits(company.invoices, of)) }))
    .filter(({ most }) => most > 0);
  const of = pick(some, other);
  if (of !== undefined) return company.payOut(one > 2 ? of.most : Math.min(cents, of.most), of);
  const open = pick(company.invoices.filter(CAN_PAY), one);
  if (open === undefined) return;
  const day = open.invoiceDate > today ? open.invoiceDate : today;
  const reference = company.newId();
  await company.onInvoice(open.invoiceId, {
    type: 'RecordInvoicePayment',
    recordId: reference,
    method: 'check',
    amountCents: stillOpenCents(open) + cents,
    paidOn: day,
    today: day,
    reference,
    reason: null,
    isDemo: luck > 3,
  });
}

const sumOf = (parts: readonly { readonly amountCents: number }[]) =>
  parts.reduce((sum, { amountCents }) => sum + amountCents, 0);

/** Of sales tax, in millionths: half of the months have none. */
const TAX_RATES = [0, 82_500, 0, 62_500, 0, 101_250, 0, 290_000];

/** Does one thing; what the rules refuse, or has no object, is nothing. */
async function happen(company: Company, step: Act): Promise<void> {
  const { what, one, other, cents, luck } = step;
  const { today } = company;
  const invoice = pick(company.invoices.filter(INVOICES[what] ?? (() => true)), one);
  const payment = pick(company.payments.filter(PAYMENTS[what] ?? (() => true)), one);
  const order = pick(company.orders, one);
  switch (what) {
    case 'issue':
      return company.issue(cents, luck > 3, undefined, TAX_RATES[other] ?? 0);
    case 'reissue': {
      const voided = company.invoices.find(
        ({ status, period }) =>
          status === 'voided' && company.invoices.filter((issued) => issued.period === period).length === 1,
      );
      return voided && company.issue(cents, luck > 3, voided, TAX_RATES[other] ?? 0);
    }
    case 'order':
      return company.placeOrder(Math.max(50, cents), TAX_RATES[other] ?? 0);
    case 'wait':
      company.wait(1 + luck * 5 + other);
      return;
    case 'releaseHold':
      await company.onAccount({ type: 'ReleaseOrderHold', reason: 'Agreed' });
      return;
    case 'charge': {
      const amountCents = luck > 2 ? -cents : cents;
      const charge = { chargeId: company.newId(), text: 'Agreed', amountCents, reason: 'Agreed', today };
      await company.onAccount({ type: 'AddOneOffCharge', ...charge });
      return;
    }
    case 'exempt': {
      const from = firstDayOf(company.nextPeriod);
      const to = luck > 2 ? null : addDays(from, luck * 31);
      await company.onAccount({ type: 'GrantTaxExemption', certificate: 'C-1', from, to, reason: 'Resale' });
      return;
    }
    case 'exemptEnds': {
      const from = firstDayOf(company.nextPeriod);
      await company.onAccount({ type: 'EndTaxExemption', reason: 'Over', today: from });
      return;
    }
    case 'bankFile':
      return importBankFile(company, step);
    case 'takeAllLines':
      for (const line of company.bankLines.filter(({ status }) => status === 'unmatched'))
        await takeBankLine(company, line);
      return;
    case 'takeLine': {
      const line = pick(company.bankLines, one);
      return line && takeBankLine(company, line);
    }
    case 'setLineAside': {
      const line = pick(company.bankLines, one);
      return line && setBankLineAside(company, line);
    }
    case 'takeLineBack': {
      const line = pick(
        company.bankLines.filter(({ status }) => status === 'set_aside'),
        one,
      );
      if (line) await company.onBankDay(line.day, { type: 'TakeBankLineBack', lineId: line.lineId });
      return;
    }
    case 'reverseReceipt': {
      const recorded = pick(
        company.receipts.filter(({ status }) => status === 'recorded'),
        one,
      );
      if (recorded)
        await company.onReceipt(recorded.receiptId, { type: 'ReverseReceipt', reason: 'Bounced', today });
      return;
    }
    case 'settle':
      return company.settle();
    case 'close':
      return company.closeMonth(luck);
    case 'reopen':
      return company.reopenMonth();
    case 'react':
      await company.react(luck);
      return;
    case 'companyPayOut':
      return payOutOrBack(company, step);
    case 'payOrder':
      return order && company.startPayment([{ kind: 'order', id: order.orderId }], luck > 2);
    case 'rejectOrder':
      if (order) {
        const leftCents = order.payment?.amountCents ?? 0;
        await company.onOrder(order.orderId, {
          type: 'RejectOrder',
          entryIds: null,
          reason: null,
          leftCents,
        });
      }
      return;
    default:
  }
  if (invoice !== undefined) {
    const { invoiceId } = invoice;
    const run = (command: Parameters<Company['onInvoice']>[1]) => company.onInvoice(invoiceId, command);
    const recordId = company.newId();
    const isDemo = luck > 2;
    switch (what) {
      case 'check':
        await run({
          type: 'RecordInvoicePayment',
          recordId,
          method: luck > 1 ? 'check' : 'ach',
          amountCents: luck === 0 ? null : cents,
          paidOn: invoice.invoiceDate > today ? invoice.invoiceDate : today,
          today: invoice.invoiceDate > today ? invoice.invoiceDate : today,
          reference: recordId,
          reason: null,
          isDemo,
        });
        return;
      case 'reverse': {
        const recorded = pick(invoice.payments, other);
        if (recorded)
          await run({ type: 'ReverseInvoicePayment', recordId: recorded.id, reason: 'Bounced', today });
        return;
      }
      case 'void':
        await run({ type: 'VoidInvoice', reason: null });
        return;
      case 'writeOff':
        await run({ type: 'WriteOffInvoice', reason: 'Closed', today });
        return;
      case 'writeOffBack':
        await run({ type: 'TakeWriteOffBack', reason: 'Paid after all', today });
        return;
      case 'credit':
        await run({ type: 'CreditInvoice', creditId: recordId, amountCents: cents, reason: null });
        return;
      case 'refund':
      case 'refundByCard':
        return refund(company, invoice, cents, what === 'refundByCard');
      case 'payOut':
        return refund(company, invoice, invoiceRefundableCents(invoice), luck > 2);
      case 'move': {
        const to = pick(company.invoices.filter(CAN_PAY), other);
        return to && company.move(invoice, luck, to, cents);
      }
      case 'card': {
        const second = pick(company.invoices.filter(CAN_PAY), other);
        const both = [invoice, ...(second && luck > 2 ? [second] : [])].filter(
          ({ isDemo: own }) => own === invoice.isDemo,
        );
        const ids = [...new Set(both.map(({ invoiceId: id }) => id))];
        return company.startPayment(
          ids.map((id) => ({ kind: 'invoice', id })),
          !invoice.isDemo,
          luck % 2 === 0 ? {} : { partCents: Math.max(50, cents) },
        );
      }
      case 'correct':
        return company.correct(invoiceId, cents, luck > 2 ? 'line' : 'rate', other > 3);
      case 'autoPay': {
        const auto = { today, retryOn: luck === 0 ? null : addDays(today, luck) };
        return company.startPayment([{ kind: 'invoice', id: invoiceId }], !invoice.isDemo, { auto });
      }
      case 'remind': {
        const [late, lateFeeCents] = [[3, 10, 20, 30][other % 4] ?? 3, other > 3 ? cents : 0];
        const doing = { subject: '', text: '', lateFeeCents, holdsOrders: luck > 2 };
        await run({ type: 'RemindOfInvoice', kind: 'overdue', days: late, step: doing, today });
        return;
      }
      case 'receipt': {
        const second = pick(company.invoices.filter(CAN_PAY), other);
        const both = second === undefined || second.invoiceId === invoiceId ? [invoice] : [invoice, second];
        const more = luck > 3 ? cents : 0;
        const shares = both.map((paid, index) => ({
          invoice: paid,
          amountCents: askedCents(paid) + (index === 0 ? more : 0),
        }));
        await recordReceipt(company, { receiptId: recordId, shares, isDemo, receivedOn: company.lastDay });
        return;
      }
      default:
    }
  }
  if (payment !== undefined) {
    const { attemptId, amountCents, livemode } = payment;
    const run = (command: Parameters<Company['onPayment']>[1]) => company.onPayment(attemptId, command);
    const paid = payment.status === 'succeeded';
    switch (what) {
      case 'succeed':
        await run({
          type: 'SucceedPayment',
          intentId: attemptId,
          amountCents,
          livemode,
          card: null,
          paidOn: today,
        });
        return;
      case 'fail':
        if (luck === 0 || payment.how === 'auto_pay')
          await run({ type: 'FailPayment', code: null, message: 'No' });
        return;
      case 'refunded':
      case 'refundFails': {
        const asked = pick(
          payment.refunds.filter(({ status }) => status === 'requested' || luck > 3),
          other,
        );
        if (asked === undefined) return;
        const { refundId, of } = asked;
        const providerRefundId = `re of ${refundId}`;
        await run(
          what === 'refunded'
            ? { type: 'RecordRefund', refundId, of, amountCents: asked.amountCents, providerRefundId }
            : { type: 'RecordRefundFailure', refundId, message: 'No' },
        );
        return;
      }
      case 'refundAtProvider': {
        const gone = payment.refunds.reduce((sum, refunded) => sum + refunded.amountCents, 0);
        const held = payment.disputes.reduce((sum, dispute) => sum + dispute.amountCents, 0);
        const most = amountCents - gone - held;
        if (paid && most > 0)
          await run({
            type: 'RecordProviderRefund',
            providerRefundId: company.newId(),
            amountCents: Math.min(cents, most),
          });
        return;
      }
      case 'moveRefund': {
        const made = pick(payment.refunds.filter(isMadeAtProvider), other);
        const paidBy = ({ payments }: IssuedInvoice) =>
          payments.some(({ paymentId }) => paymentId === attemptId);
        const to = pick(company.invoices.filter(paidBy), luck);
        const from = company.invoices.find(({ invoiceId }) => invoiceId === made?.of?.id);
        if (made === undefined || to === undefined || from === undefined) return;
        if (!from.refunds.some(({ refundId }) => refundId === made.refundId)) return;
        await run({
          type: 'MoveRefund',
          moveId: company.newId(),
          refundId: made.refundId,
          from: { invoiceNumber: from.invoiceNumber },
          to: {
            invoiceId: to.invoiceId,
            invoiceNumber: to.invoiceNumber,
            refundableCents: invoiceRefundableCents(to),
          },
          amountCents: Math.min(cents, made.amountCents),
          reason: 'Moved',
          today,
        });
        return;
      }
      case 'dispute':
        if (paid && payment.disputes.length === 0) await reportDispute(company, payment, step, true);
        return;
      case 'disputeAgain':
        if (paid) await reportDispute(company, payment, step, false);
        return;
      default:
    }
  }
}

/**
 * Lets these happen to a company.
 * @param look called after each
 */
export async function play(steps: readonly Act[], look: (company: Company) => void): Promise<Company> {
  const company = new Company();
  for (const step of steps) {
    await happen(company, step);
    look(company);
  }
  await company.settle();
  look(company);
  return company;
}
