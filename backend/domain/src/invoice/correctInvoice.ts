import { billedLines, type Charge, type InvoiceCorrection, withCorrections } from '../billing/charges.ts';
import { conflict, unprocessable } from '../kernel/decider.ts';
import { MAX_CORRECTIONS } from '../values/limits.ts';
import { asCents, sumCents } from '../values/money.ts';
import type { CorrectionSettlement, InvoiceCommandOf, NamedCorrection } from './commands.ts';
import { creditInvoice, recordRefund, requestRefund, voidInvoice, WRITTEN_OFF } from './correcting.ts';
import type { InvoiceEvent } from './events.ts';
import type { IssuedInvoice } from './state.ts';

const CORRECTED_MEANWHILE =
  'Somebody else corrected this invoice meanwhile. Please look at the new preview first.';

const refuse = (message: string) => unprocessable(message, 'corrections');

/** Cents of an invoice's billed charges, without credits and carried amounts. */
export const chargesCents = (charges: readonly Charge[]): number =>
  sumCents(billedLines(charges).map(({ amountCents }) => amountCents));

/**
 * Records corrections, and in the same append refunds or credits the difference of a paid invoice, or voids an open one and
 * requests its reissue. A voided one takes corrections together with the request of its reissue, and none after it (rule
 * B45). Corrections that change nothing are ignored.
 * @throws BusinessRefusal conflict if it holds corrections that were not previewed, or is reissued with others (rule B45)
 */
export function correctInvoice(
  invoice: IssuedInvoice,
  command: InvoiceCommandOf<'CorrectInvoice'>,
): readonly InvoiceEvent[] {
  const { settlement } = command;
  if (invoice.status === 'written_off') throw conflict(WRITTEN_OFF);
  if (settlement !== null && isSettled(invoice, settlement)) return [];
  if (isMade(invoice, command)) return invoice.reissueRequested ? [] : [requestedOf(invoice)];
  const before = withCorrections(command.charges, invoice.corrections);
  const corrections = correctionsOf(before, command.corrections);
  const after = withCorrections(before, corrections);
  const madeBefore = (invoice.madeWith?.length ?? 0) + invoice.corrections.length;
  if (corrections.length > 0 && madeBefore + corrections.length > MAX_CORRECTIONS) {
    throw refuse('An invoice and its reissues take at most 1,000 corrections.');
  }
  if (chargesCents(after) < 0) throw refuse('The corrections come to less than $0.00.');
  const { invoiceId, accountId } = invoice;
  const corrected = corrections.map(
    (correction): InvoiceEvent => ({
      type: 'InvoiceCorrected',
      data: { invoiceId, accountId, ...correction },
    }),
  );
  const reason = command.reason?.trim() || [...new Set(corrections.map((each) => each.reason))].join('; ');
  if (invoice.status === 'paid') {
    if (settlement === null) {
      throw conflict("A paid invoice can't be voided. Refund or credit the difference instead.");
    }
    refuseNothing(corrections);
    const backCents = asCents(chargesCents(before) - chargesCents(after));
    if (backCents <= 0) {
      throw refuse(
        'The corrections do not lower the invoice, so there is nothing to refund. A paid invoice is never raised.',
      );
    }
    return [...corrected, ...giveBack(invoice, settlement, backCents, reason)];
  }
  if (settlement !== null) {
    throw conflict('Only a paid invoice can be refunded or credited. Void and reissue this one instead.');
  }
  const voided = voidInvoice(invoice, reason);
  if (invoice.status === 'open') refuseNothing(corrections);
  if (billedLines(after).length === 0) {
    throw refuse('Nothing is left to bill. Please void the invoice instead.');
  }
  return [...corrected, ...voided, requestedOf(invoice)];
}

const requestedOf = ({ invoiceId, accountId }: IssuedInvoice): InvoiceEvent => ({
  type: 'InvoiceReissueRequested',
  data: { invoiceId, accountId },
});

/**
 * Whether the voided invoice holds just the named corrections; without any named, those of a requested reissue.
 * @throws BusinessRefusal conflict if there are others that were not previewed, or a reissue with others was requested
 */
function isMade(invoice: IssuedInvoice, command: InvoiceCommandOf<'CorrectInvoice'>): boolean {
  const { status, corrections, reissueRequested } = invoice;
  if (reissueRequested && command.corrections.length === 0 && command.previewed === undefined) return true;
  const previewed = command.previewed ?? (status === 'voided' ? 0 : corrections.length);
  const others = corrections.slice(previewed);
  if (others.length === 0 && !reissueRequested) return false;
  const before = withCorrections(command.charges, corrections.slice(0, previewed));
  const named = correctionsOf(before, command.corrections);
  if (status === 'voided' && command.settlement === null && areEqual(others, named)) return true;
  throw conflict(CORRECTED_MEANWHILE, 'corrections');
}

/** Whether a correction has these fields, some of its own or of its change. */
export function saysOfCorrection({ name, change, reason }: InvoiceCorrection, fields: object): boolean {
  const all: Readonly<Record<string, unknown>> = { ...change, name, reason };
  return Object.entries(fields).every(([field, value]) => all[field] === value);
}

const areEqual = (some: readonly InvoiceCorrection[], others: readonly InvoiceCorrection[]): boolean =>
  some.length === others.length &&
  others.every((other, index) => {
    const { name, change, reason } = some[index] as InvoiceCorrection;
    return saysOfCorrection(other, { ...change, name, reason });
  });

function refuseNothing(corrections: readonly InvoiceCorrection[]): void {
  if (corrections.length > 0) return;
  throw refuse('These corrections do not change the invoice.');
}

const isSettled = ({ refunds, credits }: IssuedInvoice, { id }: CorrectionSettlement) =>
  refunds.some(({ refundId }) => refundId === id) || credits.some(({ creditId }) => creditId === id);

/** The named corrections that change something, each with the value before. */
function correctionsOf(
  charges: readonly Charge[],
  named: readonly NamedCorrection[],
): readonly InvoiceCorrection[] {
  const corrections: InvoiceCorrection[] = [];
  let now = charges;
  for (const each of named) {
    const correction = correctionOf(now, each);
    if (correction === null) continue;
    corrections.push(correction);
    now = withCorrections(now, [correction]);
  }
  return corrections;
}

function correctionOf(charges: readonly Charge[], correction: NamedCorrection): InvoiceCorrection | null {
  const reason = correction.reason.trim();
  if (reason === '') throw refuse('Reason is required');
  if (correction.kind === 'line') {
    const { kind, name } = correction;
    const amountCents = asCents(correction.amountCents);
    return amountCents === 0 ? null : { name, change: { kind, amountCents }, reason };
  }
  const { siteId } = correction;
  const charge = charges.find(({ line }) => line.siteId === siteId);
  if (charge === undefined) {
    throw refuse(
      'This site did not belong to the company at the cut-off of the invoice. Add a line instead.',
    );
  }
  const { name, readers, rateCents } = charge.line;
  switch (correction.kind) {
    case 'readers': {
      const change = { kind: 'readers', siteId, was: readers, readers: correction.readers } as const;
      return readers === correction.readers ? null : { name, change, reason };
    }
    case 'rate': {
      const change = { kind: 'rate', siteId, was: rateCents, rateCents: correction.rateCents } as const;
      return rateCents === correction.rateCents ? null : { name, change, reason };
    }
    case 'billed': {
      const { billed } = correction;
      return charge.billed === billed ? null : { name, change: { kind: 'billed', siteId, billed }, reason };
    }
  }
}

function giveBack(
  invoice: IssuedInvoice,
  settlement: CorrectionSettlement,
  amountCents: number,
  reason: string,
): readonly InvoiceEvent[] {
  const { id } = settlement;
  if (settlement.by === 'credit') {
    return creditInvoice(invoice, { type: 'CreditInvoice', creditId: id, amountCents, reason });
  }
  if (settlement.method === 'card') {
    const request = { type: 'RequestInvoiceRefund', refundId: id, amountCents, reason } as const;
    return requestRefund(invoice, request, 'charges');
  }
  const { method, refundedOn, reference } = settlement;
  const refunded = { refundId: id, method, amountCents, refundedOn, reference, reason } as const;
  return recordRefund(invoice, { type: 'RecordInvoiceRefund', ...refunded }, 'charges');
}
