import type { OpenAdjustments } from '../billing/adjustments.ts';
import { BusinessRefusal } from '../decider.ts';
import { MIN_CARD_CHARGE_CENTS } from '../values/limits.ts';
import { asCents, sumCents } from '../values/money.ts';
import type { InvoiceCommand } from './commands.ts';
import { isDemoMoney } from './correcting.ts';
import type { InvoiceEvent } from './events.ts';
import { refuseUnpayable } from './paying.ts';
import type { InvoiceCredit, InvoiceState, IssuedInvoice } from './state.ts';
import { partsOfInvoiceId } from './stream.ts';

type Of<Type extends InvoiceCommand['type']> = Extract<InvoiceCommand, { type: Type }>;

const conflict = (message: string) => new BusinessRefusal('conflict', message);
const idsOf = ({ invoiceId, accountId }: IssuedInvoice) => ({ invoiceId, accountId });

/** Above $0.00 and below what the card provider takes: no Pay Now, but a place on the next invoice (decisions B17). */
export function isTooLittleForCard(totalCents: number): boolean {
  return totalCents > 0 && totalCents < MIN_CARD_CHARGE_CENTS;
}

const leftOf = (credit: InvoiceCredit): number =>
  asCents(credit.amountCents - sumCents(credit.applied.map(({ amountCents }) => amountCents)));

/**
 * What an account's other invoices leave to the invoice `toInvoiceId`: open remainders of earlier periods too small for
 * a card, and credits. The same again for a run that broke off after it had taken some. Taking is the commit point:
 * CarryInvoice and ApplyInvoiceCredit go before IssueInvoice, so that nothing is paid here and there.
 *
 * Demo and live stay apart (decisions B24): what was paid by a test card is no credit on a live account's invoice.
 *
 * @param invoices the account's, `toInvoiceId` itself may be among them
 * @param isDemo the account's mode as of the cut
 */
export function openAdjustments(
  invoices: readonly InvoiceState[],
  toInvoiceId: string,
  isDemo: boolean,
): OpenAdjustments {
  const period = partsOfInvoiceId(toInvoiceId)?.period;
  if (period === undefined) throw new RangeError(`Not an invoice's id: ${toInvoiceId}`);
  const others = invoices
    .filter((invoice) => invoice.status !== 'none')
    .filter(({ invoiceId }) => invoiceId !== toInvoiceId)
    .sort((a, b) => (a.invoiceNumber < b.invoiceNumber ? -1 : 1));
  const carried = others
    .filter((invoice) =>
      invoice.status === 'open'
        ? isTooLittleForCard(invoice.totalCents) && invoice.period < period && invoice.isDemo === isDemo
        : invoice.carriedTo === toInvoiceId,
    )
    .map(({ invoiceId, invoiceNumber, totalCents: amountCents }) => ({
      invoiceId,
      invoiceNumber,
      amountCents,
    }));
  const credits = others.flatMap((invoice) =>
    invoice.credits.map((credit) => ({
      sameMode: isDemoMoney(invoice) === isDemo,
      invoiceId: invoice.invoiceId,
      invoiceNumber: invoice.invoiceNumber,
      creditId: credit.creditId,
      availableCents: leftOf(credit),
      takenCents: credit.applied.find((taken) => taken.toInvoiceId === toInvoiceId)?.amountCents ?? null,
    })),
  );
  return {
    carried,
    credits: credits
      .filter(
        ({ sameMode, availableCents, takenCents }) => takenCents !== null || (sameMode && availableCents > 0),
      )
      .map(({ sameMode: _sameMode, ...credit }) => credit),
  };
}

export function carry(invoice: IssuedInvoice, toInvoiceId: string): readonly InvoiceEvent[] {
  if (invoice.carriedTo === toInvoiceId) return [];
  refuseUnpayable(invoice);
  if (!isTooLittleForCard(invoice.totalCents)) {
    throw new BusinessRefusal('unprocessable', 'Only an amount too small for a card is carried.');
  }
  return [{ type: 'InvoiceCarried', data: { ...idsOf(invoice), toInvoiceId } }];
}

export function releaseCarried(invoice: IssuedInvoice, toInvoiceId: string): readonly InvoiceEvent[] {
  if (invoice.carriedTo !== toInvoiceId) return [];
  return [{ type: 'InvoiceCarryReleased', data: { ...idsOf(invoice), toInvoiceId } }];
}

export function applyCredit(
  invoice: IssuedInvoice,
  { creditId, toInvoiceId, amountCents }: Of<'ApplyInvoiceCredit'>,
): readonly InvoiceEvent[] {
  const credit = invoice.credits.find((given) => given.creditId === creditId);
  if (!credit) throw new BusinessRefusal('not_found', 'Credit not found');
  const before = credit.applied.find((taken) => taken.toInvoiceId === toInvoiceId);
  if (before?.amountCents === amountCents) return [];
  if (before || asCents(amountCents) <= 0 || amountCents > leftOf(credit)) {
    throw conflict('This credit was used in the meantime.');
  }
  const data = { ...idsOf(invoice), creditId, toInvoiceId, amountCents };
  return [{ type: 'InvoiceCreditApplied', data }];
}

export function releaseCredit(
  invoice: IssuedInvoice,
  { creditId, toInvoiceId }: Of<'ReleaseInvoiceCredit'>,
): readonly InvoiceEvent[] {
  const credit = invoice.credits.find((given) => given.creditId === creditId);
  if (!credit?.applied.some((taken) => taken.toInvoiceId === toInvoiceId)) return [];
  return [{ type: 'InvoiceCreditReleased', data: { ...idsOf(invoice), creditId, toInvoiceId } }];
}
