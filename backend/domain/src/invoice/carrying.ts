import type { AvailableCredit, OpenAdjustments } from '../billing/adjustments.ts';
import { BILLING_POLICY_VERSION } from '../billing/priceInvoice.ts';
import { conflict, notFound, unprocessable } from '../kernel/decider.ts';
import { MIN_CARD_CHARGE_CENTS } from '../values/limits.ts';
import { asCents } from '../values/money.ts';
import type { InvoiceCommandOf } from './commands.ts';
import { voidInvoice } from './correcting.ts';
import { releasing } from './credits.ts';
import type { InvoiceEvent } from './events.ts';
import { partsOfInvoiceId } from './events.ts';
import { refuseUnpayable } from './paying.ts';
import { type InvoiceCredit, isDemoMoney, isRecorded, leftOfCredit, stillOpenCents } from './settlement.ts';
import { evolveInvoice, type InvoiceState, type IssuedInvoice, idsOf } from './state.ts';

/** Above $0.00 and below the card provider's minimum: no Pay Now, carried to the next invoice (rule B17). */
export function isTooLittleForCard(totalCents: number): boolean {
  return totalCents > 0 && totalCents < MIN_CARD_CHARGE_CENTS;
}

/** From this version of the billing rules on, recorded money is credit in either mode. */
const RECORDED_IN_EITHER_MODE = 2;

/**
 * What the invoice `toInvoiceId` takes over from the account's other invoices: open remainders of earlier periods below
 * the card minimum, and credits. A run that broke off gets the same result again. CarryInvoice and ApplyInvoiceCredit
 * come before IssueInvoice, so that no amount is paid twice. Demo and live credit are separate; recorded money belongs
 * to neither (docs/adr/0022).
 *
 * @param invoices the account's; `toInvoiceId` may be among them
 * @param isDemo the account's mode at the cut
 * @param policyVersion the billing rules that the invoice was issued by, for a replay
 */
export function openAdjustments(
  invoices: readonly InvoiceState[],
  toInvoiceId: string,
  isDemo: boolean,
  policyVersion = BILLING_POLICY_VERSION,
): OpenAdjustments {
  const period = partsOfInvoiceId(toInvoiceId)?.period;
  if (period === undefined) throw new RangeError(`Not an invoice's id: ${toInvoiceId}`);
  const others = invoices
    .filter((invoice) => invoice.status !== 'none')
    .filter(({ invoiceId }) => invoiceId !== toInvoiceId)
    .sort((a, b) => (a.invoiceNumber < b.invoiceNumber ? -1 : 1));
  const carried = others
    .filter((invoice) => {
      if (invoice.carriedTo !== null) return invoice.carriedTo === toInvoiceId;
      return isToCarry(invoice) && invoice.period < period && invoice.isDemo === isDemo;
    })
    .map((invoice) => ({
      invoiceId: invoice.invoiceId,
      invoiceNumber: invoice.invoiceNumber,
      amountCents: invoice.carriedTo === null ? stillOpenCents(invoice) : invoice.carriedCents,
    }));
  const credits = others.flatMap((invoice) =>
    invoice.credits.map((credit) => ({
      invoiceId: invoice.invoiceId,
      invoiceNumber: invoice.invoiceNumber,
      creditId: credit.creditId,
      ...takenOrAvailable(
        credit,
        toInvoiceId,
        policyVersion < RECORDED_IN_EITHER_MODE ? wasDemoMoney(invoice) === isDemo : null,
        isDemo,
      ),
    })),
  );
  return {
    carried,
    credits: credits.filter(({ availableCents, takenCents }) => takenCents !== null || availableCents > 0),
  };
}

/** In policy version 1 recorded money counted as live. */
const wasDemoMoney = (invoice: IssuedInvoice): boolean =>
  invoice.payments.some(isRecorded) ? false : isDemoMoney(invoice);

/** @param whole true: all of the credit counts, false: none; null: money of the account's mode and recorded money */
function takenOrAvailable(
  credit: InvoiceCredit,
  toInvoiceId: string,
  whole: boolean | null,
  isDemo: boolean,
): Pick<AvailableCredit, 'availableCents' | 'takenCents' | 'recordedCents'> {
  const taken = takenAtIssue(credit, toInvoiceId);
  const { leftCents, recordedCents } = leftOfCredit(credit);
  if (taken) {
    const { amountCents: takenCents } = taken;
    return { availableCents: leftCents, takenCents, recordedCents: taken.recordedCents };
  }
  const fits = whole ?? credit.isDemo === isDemo;
  if (fits) return { availableCents: leftCents, takenCents: null, recordedCents };
  return { availableCents: whole === null ? recordedCents : 0, takenCents: null, recordedCents };
}

/** What an invoice took of a credit when it was issued. */
const takenAtIssue = ({ applied }: InvoiceCredit, toInvoiceId: string) =>
  applied.find((use) => use.toInvoiceId === toInvoiceId && use.allocationId === undefined);

const isToCarry = (invoice: IssuedInvoice): boolean =>
  invoice.status === 'open' && invoice.carriedTo === null && isTooLittleForCard(stillOpenCents(invoice));

/**
 * The invoice after `voidedId`, which may be itself, is voided and has released what it took over.
 * @throws BusinessRefusal where `voidedId` can't be voided
 */
export function asVoided(invoice: InvoiceState, voidedId: string): InvoiceState {
  if (invoice.status === 'none') return invoice;
  const type = 'ReleaseInvoiceCredit';
  const events =
    invoice.invoiceId === voidedId
      ? voidInvoice({ ...invoice, openAttempt: null }, null)
      : [
          ...releaseCarried(invoice, voidedId),
          ...invoice.credits.flatMap(({ creditId }) =>
            releaseCredit(invoice, { type, creditId, toInvoiceId: voidedId }),
          ),
        ];
  return events.reduce<InvoiceState>(evolveInvoice, invoice);
}

export function carry(
  invoice: IssuedInvoice,
  { toInvoiceId }: InvoiceCommandOf<'CarryInvoice'>,
): readonly InvoiceEvent[] {
  if (invoice.carriedTo === toInvoiceId) return [];
  refuseUnpayable(invoice);
  if (!isToCarry(invoice)) {
    throw unprocessable('Only an amount too small for a card can be carried over.');
  }
  return [{ type: 'InvoiceCarried', data: { ...idsOf(invoice), toInvoiceId } }];
}

export function releaseCarried(invoice: IssuedInvoice, toInvoiceId: string): readonly InvoiceEvent[] {
  if (invoice.carriedTo !== toInvoiceId) return [];
  return [{ type: 'InvoiceCarryReleased', data: { ...idsOf(invoice), toInvoiceId } }];
}

export function applyCredit(
  invoice: IssuedInvoice,
  { creditId, toInvoiceId, amountCents }: InvoiceCommandOf<'ApplyInvoiceCredit'>,
): readonly InvoiceEvent[] {
  const credit = invoice.credits.find((given) => given.creditId === creditId);
  if (!credit) throw notFound('Credit not found');
  const before = takenAtIssue(credit, toInvoiceId);
  if (before?.amountCents === amountCents) return [];
  if (before || asCents(amountCents) <= 0 || amountCents > leftOfCredit(credit).leftCents) {
    throw conflict('This credit was used in the meantime.');
  }
  const data = { ...idsOf(invoice), creditId, toInvoiceId, amountCents };
  return [{ type: 'InvoiceCreditApplied', data }];
}

export function releaseCredit(
  invoice: IssuedInvoice,
  { creditId, toInvoiceId, allocationId }: InvoiceCommandOf<'ReleaseInvoiceCredit'>,
): readonly InvoiceEvent[] {
  const applied = invoice.credits.find((given) => given.creditId === creditId)?.applied ?? [];
  const released = { ...idsOf(invoice), creditId, toInvoiceId };
  const data = allocationId === undefined ? released : { ...released, allocationId };
  if (releasing(applied, data).length === applied.length) return [];
  return [{ type: 'InvoiceCreditReleased', data }];
}
