import fc from 'fast-check';
import { expect, it } from 'vitest';
import { accountFacts, rateFact, siteFacts } from '../../test/billingFixtures.ts';
import { NO_BILL_TO } from '../../test/invoiceEvents.ts';
import { creditAllocations } from '../invoice/allocating.ts';
import { openAdjustments } from '../invoice/carrying.ts';
import type { InvoiceCommand } from '../invoice/commands.ts';
import { invoiceIdFor } from '../invoice/events.ts';
import { invoiceDecider } from '../invoice/invoice.ts';
import {
  invoiceCreditableCents,
  invoiceRefundableCents,
  leftOfCredit,
  paidCents,
  receivedCents,
  stillOpenCents,
  unusedCreditCents,
} from '../invoice/settlement.ts';
import type { InvoiceState, IssuedInvoice } from '../invoice/state.ts';
import { addPeriods, firstDayOf, type Period } from './periods.ts';
import { type PricedInvoice, priceInvoice } from './priceInvoice.ts';

const proof = { cutSeq: 1, chainHash: 'ab12', basis: [] };

/** The invoices of account a1 by id, as their streams would hold them. */
class Invoices {
  readonly states = new Map<string, InvoiceState>();
  allocations = 0;

  send(invoiceId: string, command: InvoiceCommand): void {
    const before = this.states.get(invoiceId) ?? invoiceDecider.initialState;
    this.states.set(invoiceId, invoiceDecider.decide(command, before).reduce(invoiceDecider.evolve, before));
  }

  get issued() {
    return [...this.states.values()].filter((invoice) => invoice.status !== 'none');
  }

  /** One invoice as a run issues it; `steps` short of all of them is a run that broke off. */
  bill(period: Period, readers: number, rateCents: number, issue: number, steps: number): PricedInvoice {
    const invoiceId = invoiceIdFor({ accountId: 'a1', period, issue });
    const account = accountFacts({ rates: { defaultRates: [rateFact(rateCents, 'rate')], promotion: null } });
    const priced = priceInvoice({
      period,
      account,
      sites: [siteFacts('s1', { readers })],
      open: openAdjustments([...this.states.values()], invoiceId, false),
    });
    if (priced.outcome !== 'priced') throw new Error(priced.reason);
    const replaced = issue > 1 ? invoiceIdFor({ accountId: 'a1', period, issue: issue - 1 }) : null;
    const takeOver = priced.adjustments.map(
      ({ invoiceId: from, creditId, amountCents }) =>
        () =>
          creditId === null
            ? this.send(from, { type: 'CarryInvoice', toInvoiceId: invoiceId })
            : this.send(from, {
                type: 'ApplyInvoiceCredit',
                creditId,
                toInvoiceId: invoiceId,
                amountCents: -amountCents,
              }),
    );
    const issueIt = () =>
      this.send(invoiceId, {
        type: 'IssueInvoice',
        invoiceId,
        invoiceNumber: `INV-${period.replace('-', '')}-000${issue}`,
        priced,
        invoiceDate: firstDayOf(period),
        billTo: NO_BILL_TO,
        proof,
        replaces: replaced
          ? { invoiceId: replaced, status: this.states.get(replaced)?.status ?? 'none' }
          : null,
      });
    for (const step of [...takeOver, issueIt].slice(0, steps)) step();
    return priced;
  }

  /** Pays open invoices by unused credit, as the processes do. */
  allocate(): void {
    for (const { fromInvoiceId, ...allocation } of creditAllocations([...this.states.values()])) {
      this.allocations += 1;
      const allocationId = `x${this.allocations}`;
      this.send(fromInvoiceId, { type: 'AllocateInvoiceCredit', allocationId, ...allocation });
      const from = this.states.get(fromInvoiceId) as IssuedInvoice;
      const credit = from.credits.find(({ creditId }) => creditId === allocation.creditId);
      const use = credit?.applied.find((one) => one.allocationId === allocationId);
      this.send(allocation.toInvoiceId, {
        type: 'ReceiveInvoiceCredit',
        allocationId,
        fromInvoiceId,
        fromInvoiceNumber: from.invoiceNumber,
        creditId: allocation.creditId,
        amountCents: use?.amountCents ?? 0,
        recordedCents: use?.recordedCents ?? 0,
        isDemo: credit?.isDemo ?? false,
        today: '2026-12-31',
      });
    }
  }

  /** Reverses the first payment of an invoice, and takes its credit back from invoices that used it. */
  bounce(invoiceId: string): void {
    const invoice = this.states.get(invoiceId);
    if (invoice === undefined || invoice.status === 'none') return;
    const payment = invoice.payments.find(
      ({ method, reversedOn }) => method === 'check' && reversedOn === null,
    );
    if (payment === undefined) return;
    const reversal = { recordId: payment.id, reason: 'It bounced', today: '2026-12-31' };
    const command = { type: 'ReverseInvoicePayment', ...reversal } as const;
    const [event] = invoiceDecider.decide(command, invoice);
    this.send(invoiceId, command);
    if (event?.type !== 'InvoicePaymentReversed') return;
    const after = this.states.get(invoiceId) as IssuedInvoice;
    for (const { creditId, toInvoiceId, allocationId } of event.data.usesTaken ?? []) {
      const kept = after.credits
        .find((credit) => credit.creditId === creditId)
        ?.applied.find((use) => use.toInvoiceId === toInvoiceId && use.allocationId === allocationId);
      this.send(toInvoiceId, {
        type: 'WithdrawInvoiceCredit',
        withdrawalId: `${payment.id} ${creditId} ${allocationId}`,
        fromInvoiceId: invoiceId,
        fromInvoiceNumber: after.invoiceNumber,
        creditId,
        allocationId,
        keptCents: kept?.amountCents ?? 0,
        keptRecordedCents: kept?.recordedCents ?? 0,
        reason: 'It bounced',
        today: '2026-12-31',
      });
    }
  }

  /** Voids an invoice and gives back what it had taken over. */
  void(invoiceId: string): void {
    const invoice = this.states.get(invoiceId);
    if (invoice?.status !== 'open') return;
    // part of it was credited: it can't be voided
    if (invoice.credits.some(({ surplus }) => !surplus)) return;
    this.send(invoiceId, { type: 'VoidInvoice', reason: null });
    for (const { fromInvoiceId, creditId } of invoice.creditMoves) {
      this.send(fromInvoiceId, { type: 'ReleaseInvoiceCredit', creditId, toInvoiceId: invoiceId });
    }
    for (const { invoiceId: from, creditId } of invoice.adjustments) {
      this.send(
        from,
        creditId === null
          ? { type: 'ReleaseCarriedInvoice', toInvoiceId: invoiceId }
          : { type: 'ReleaseInvoiceCredit', creditId, toInvoiceId: invoiceId },
      );
    }
  }
}

/** A month's readers and rate, how the dealer and the administrator behave in it, and where the run breaks off. */
const month = fc.record({
  readers: fc.integer({ min: 0, max: 12 }),
  rateCents: fc.oneof(fc.integer({ min: 0, max: 12 }), fc.constant(650)),
  breaksOffAfter: fc.integer({ min: 0, max: 3 }),
  reissue: fc.boolean(),
  pays: fc.boolean(),
  creditPart: fc.integer({ min: 0, max: 3 }),
});

// Proves I8-credit-corrected
it('charges each cent of a year once, despite remainders, credits, voids and interrupted runs', () =>
  fc.assert(
    fc.property(fc.array(month, { minLength: 1, maxLength: 12 }), (months) => {
      const invoices = new Invoices();
      let charged = 0;
      let creditsGiven = 0;
      for (const [
        index,
        { readers, rateCents, breaksOffAfter, reissue, pays, creditPart },
      ] of months.entries()) {
        const period = addPeriods('2026-01', index);
        const broken = invoices.bill(period, readers, rateCents, 1, breaksOffAfter);
        const made = invoices.bill(period, readers, rateCents, 1, Number.POSITIVE_INFINITY);
        expect(made.adjustments).toEqual(broken.adjustments);
        charged += readers * rateCents;
        let invoiceId = invoiceIdFor({ accountId: 'a1', period, issue: 1 });
        if (reissue && invoices.states.get(invoiceId)?.status === 'open') {
          invoices.void(invoiceId);
          invoices.bill(period, readers, rateCents, 2, Number.POSITIVE_INFINITY);
          invoiceId = invoiceIdFor({ accountId: 'a1', period, issue: 2 });
        }
        const invoice = invoices.states.get(invoiceId);
        if (pays && invoice?.status === 'open') {
          invoices.send(invoiceId, {
            type: 'RecordInvoicePayment',
            recordId: `m${index}`,
            amountCents: null,
            isDemo: false,
            method: 'check',
            paidOn: '2026-12-31',
            reference: `${index}`,
            reason: null,
            today: '2026-12-31',
          });
        }
        // paid by check, or settled by credit of earlier months
        const paid = invoices.states.get(invoiceId);
        const creditCents =
          paid?.status === 'paid' ? Math.floor((invoiceCreditableCents(paid) * creditPart) / 3) : 0;
        if (creditCents > 0) {
          creditsGiven += creditCents;
          invoices.send(invoiceId, {
            type: 'CreditInvoice',
            creditId: `c${index}`,
            amountCents: creditCents,
            reason: null,
          });
        }
      }
      const cents = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
      const standing = invoices.issued.filter(({ status }) => status === 'open' || status === 'paid');
      const credits = invoices.issued.flatMap((invoice) => invoice.credits);
      const used = cents(credits.flatMap(({ applied }) => applied.map(({ amountCents }) => amountCents)));
      // what dealers owe or paid, and what credits settled, is what was charged
      expect(cents(standing.map(({ totalCents }) => totalCents)) + used).toBe(charged);
      expect(cents(credits.map(({ amountCents }) => amountCents))).toBe(creditsGiven);
      expect(used).toBeLessThanOrEqual(creditsGiven);
      for (const invoice of standing) {
        const parts = [...invoice.lines, ...invoice.adjustments].map(({ amountCents }) => amountCents);
        expect(cents(parts)).toBe(invoice.totalCents);
        expect(invoice.status === 'open' && invoice.totalCents === 0).toBe(false);
        const back = cents(invoice.credits.map(({ amountCents }) => amountCents));
        expect(back).toBeLessThanOrEqual(cents(parts.filter((amountCents) => amountCents > 0)));
      }
      // one invoice a period that is not void
      const periods = invoices.issued.filter(({ status }) => status !== 'voided').map(({ period }) => period);
      expect(new Set(periods).size).toBe(periods.length);
      expect(periods).toHaveLength(months.length);
    }),
    { numRuns: 300 },
  ));

/** A month with checks of any amount, some of which bounce, credits, refunds and voids. */
const busyMonth = fc.record({
  readers: fc.integer({ min: 1, max: 12 }),
  /** Of the open amount, in percent: less, all, or more. */
  paysPercent: fc.constantFrom(0, 40, 100, 180, 300),
  creditPart: fc.integer({ min: 0, max: 3 }),
  refunds: fc.integer({ min: 0, max: 2_000 }),
  voids: fc.boolean(),
  /** The invoice so many months back whose check bounces; 0 for none. */
  bounces: fc.integer({ min: 0, max: 4 }),
});

// Proves I35-4
// Proves I35-6
// Proves I35-8
it('accounts for each cent while credit pays open invoices, is refunded, and checks bounce', () =>
  fc.assert(
    fc.property(fc.array(busyMonth, { minLength: 1, maxLength: 12 }), (months) => {
      const invoices = new Invoices();
      const cents = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
      let charged = 0;
      let given = 0;
      let refundedCharges = 0;
      let refunded = 0;
      for (const [index, month] of months.entries()) {
        const { readers, paysPercent, creditPart, voids, bounces } = month;
        const period = addPeriods('2026-01', index);
        const invoiceId = invoiceIdFor({ accountId: 'a1', period, issue: 1 });
        invoices.bill(period, readers, 650, 1, Number.POSITIVE_INFINITY);
        charged += readers * 650;
        invoices.allocate();
        const open = invoices.states.get(invoiceId) as IssuedInvoice;
        const amountCents = Math.ceil((stillOpenCents(open) * paysPercent) / 100);
        if (open.status === 'open' && amountCents > 0) {
          invoices.send(invoiceId, {
            type: 'RecordInvoicePayment',
            recordId: `m${index}`,
            amountCents,
            isDemo: false,
            method: 'check',
            paidOn: '2026-12-31',
            reference: `${index}`,
            reason: null,
            today: '2026-12-31',
          });
        }
        const paid = invoices.states.get(invoiceId) as IssuedInvoice;
        if (paid.status === 'paid') {
          const credit = Math.floor((invoiceCreditableCents(paid) * creditPart) / 3);
          if (credit > 0) {
            given += credit;
            const reason = null;
            invoices.send(invoiceId, {
              type: 'CreditInvoice',
              creditId: `c${index}`,
              amountCents: credit,
              reason,
            });
          }
          const credited = invoices.states.get(invoiceId) as IssuedInvoice;
          const back = Math.min(month.refunds, invoiceRefundableCents(credited));
          if (back > 0) {
            invoices.send(invoiceId, {
              type: 'RecordInvoiceRefund',
              refundId: `r${index}`,
              method: 'check',
              amountCents: back,
              refundedOn: '2026-12-31',
              reference: 'back',
              reason: null,
            });
            refunded += back;
            refundedCharges += Math.max(0, back - unusedCreditCents(credited));
          }
        }
        if (bounces > 0 && index >= bounces) {
          const before = addPeriods('2026-01', index - bounces);
          invoices.bounce(invoiceIdFor({ accountId: 'a1', period: before, issue: 1 }));
        }
        const last = invoices.states.get(invoiceId) as IssuedInvoice;
        if (voids && last.status === 'open' && last.refunds.length === 0 && paidCents(last) >= 0) {
          const isVoidable = !last.credits.some(({ surplus }) => !surplus);
          invoices.void(invoiceId);
          if (isVoidable) charged -= readers * 650;
        }
        invoices.allocate();
        const all = invoices.issued;
        const received = cents(all.map(receivedCents));
        const owed = cents(all.filter(({ status }) => status === 'open').map(stillOpenCents));
        const unused = cents(all.map(unusedCreditCents));
        // charges less corrections, less money kept, is what is open less the credit that nothing has used
        const balance = charged - given - refundedCharges - (received - refunded);
        expect(owed - unused).toBe(balance);
        for (const invoice of all) {
          for (const credit of invoice.credits) {
            expect(leftOfCredit(credit).leftCents).toBeGreaterThanOrEqual(0);
            for (const use of credit.applied) expect(use.amountCents).toBeGreaterThan(0);
          }
        }
        // nobody has credit of one's mode beside an open invoice
        expect(owed > 0 && unused > 0).toBe(false);
      }
    }),
    { numRuns: 300 },
  ));
