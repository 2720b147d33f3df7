import { conflict, notFound, unprocessable } from '../kernel/decider.ts';
import { neededReason } from '../kernel/refusals.ts';
import { compareDays, type Day, firstOfNextMonth } from '../values/days.ts';
import { MAX_ONE_OFF_CHARGES } from '../values/limits.ts';
import { asCents } from '../values/money.ts';
import type { ChargeEvent } from './chargeEvents.ts';

/** A charge of a company's next invoice, or a credit, below 0 (rule B38). */
export interface OneOffCharge {
  readonly chargeId: string;
  readonly text: string;
  readonly amountCents: number;
  /** Cents that no invoice holds yet. */
  readonly leftCents: number;
  /** Of the invoice that it waits for: a billing month `YYYY-MM`. */
  readonly period: string;
  readonly reason: string;
  readonly status: 'waiting' | 'billed' | 'canceled';
  /** Invoices that hold it; several hold a credit in parts. */
  readonly invoiceIds: readonly string[];
}

/** `today`: the billing day of the command. */
export type ChargeCommand =
  | {
      readonly type: 'AddOneOffCharge';
      readonly chargeId: string;
      readonly text: string;
      /** Below 0 for a credit. */
      readonly amountCents: number;
      readonly reason: string;
      readonly today: Day;
      /** By the portal, e.g. a late fee: not refused for the number of charges that wait. */
      readonly automatic?: boolean;
    }
  | {
      readonly type: 'CancelOneOffCharge';
      readonly chargeId: string;
      readonly reason: string;
      readonly today: Day;
    }
  | {
      /** Records what the invoice of the charge's month took of it; the rest waits for the next one. */
      readonly type: 'SettleOneOffCharge';
      readonly chargeId: string;
      /** Of the invoice, or of the month without one. */
      readonly period: string;
      /** Null for a month without an invoice. */
      readonly billed: { readonly invoiceId: string; readonly amountCents: number } | null;
      readonly today: Day;
    };

const LATE_FEE = 'late-fee-';

/** The id of the late fee of an invoice and step: so it is charged once. */
export const lateFeeId = (invoiceId: string, days: number): string => `${LATE_FEE}${invoiceId}-${days}`;

/** Whether a charge is a late fee, which is not taxed. */
export const isLateFee = (chargeId: string): boolean => chargeId.startsWith(LATE_FEE);

/** Late fees of an invoice that can be canceled on a day, i.e. that no invoice may hold yet. */
export const cancelableLateFees = (
  { charges }: { readonly charges: readonly OneOffCharge[] },
  invoiceId: string,
  today: Day,
): readonly OneOffCharge[] =>
  charges.filter(
    ({ chargeId, status, period }) =>
      chargeId.startsWith(`${LATE_FEE}${invoiceId}-`) &&
      status === 'waiting' &&
      compareDays(today, `${period}-01`) < 0,
  );

const nextPeriod = (today: Day): string => firstOfNextMonth(today).slice(0, 7);

interface Charged {
  readonly accountId: string;
  readonly charges: readonly OneOffCharge[];
}

/** @throws BusinessRefusal not_found; conflict for a charge of a month that began; unprocessable */
export function decideCharges(
  command: ChargeCommand,
  { accountId, charges }: Charged,
): readonly ChargeEvent[] {
  const { chargeId, today } = command;
  const ids = { accountId, chargeId };
  const known = charges.find((charge) => charge.chargeId === chargeId);
  if (command.type === 'AddOneOffCharge') {
    if (known !== undefined) return [];
    const text = command.text.trim();
    if (text === '') throw unprocessable('Text is required', 'text');
    if (asCents(command.amountCents) === 0) throw unprocessable("The amount can't be $0.00", 'amount');
    const reason = neededReason(command.reason);
    const waiting = charges.filter(({ status }) => status === 'waiting').length;
    if (command.automatic !== true && waiting >= MAX_ONE_OFF_CHARGES)
      throw conflict(`A company has at most ${MAX_ONE_OFF_CHARGES} charges that wait for an invoice.`);
    const { amountCents } = command;
    const period = nextPeriod(today);
    return [{ type: 'OneOffChargeAdded', data: { ...ids, text, amountCents, period, reason } }];
  }
  if (known === undefined) throw notFound('Charge not found');
  if (command.type === 'CancelOneOffCharge') {
    if (known.status === 'canceled') return [];
    // its invoice may be issued at this moment
    if (known.status === 'billed' || compareDays(today, `${known.period}-01`) >= 0)
      throw conflict("This charge is on an invoice, so it can't be canceled. Correct the invoice instead.");
    return [{ type: 'OneOffChargeCanceled', data: { ...ids, reason: neededReason(command.reason) } }];
  }
  const { period, billed } = command;
  if (known.status !== 'waiting' || known.period !== period) return [];
  const taken: readonly ChargeEvent[] =
    billed === null || billed.amountCents === 0
      ? []
      : [{ type: 'OneOffChargeBilled', data: { ...ids, ...billed } }];
  if (known.leftCents === (billed?.amountCents ?? 0)) return taken;
  return [...taken, { type: 'OneOffChargeDeferred', data: { ...ids, period: nextPeriod(today) } }];
}

export function evolveCharges(charges: readonly OneOffCharge[], event: ChargeEvent): readonly OneOffCharge[] {
  const { chargeId } = event.data;
  if (event.type === 'OneOffChargeAdded') {
    const { text, amountCents, period, reason } = event.data;
    const added = { chargeId, text, amountCents, leftCents: amountCents, period, reason };
    return [...charges, { ...added, status: 'waiting', invoiceIds: [] }];
  }
  return charges.map((charge) => (charge.chargeId === chargeId ? changed(charge, event) : charge));
}

function changed(
  charge: OneOffCharge,
  event: Exclude<ChargeEvent, { type: 'OneOffChargeAdded' }>,
): OneOffCharge {
  switch (event.type) {
    case 'OneOffChargeCanceled':
      return { ...charge, status: 'canceled' };
    case 'OneOffChargeBilled': {
      const leftCents = asCents(charge.leftCents - event.data.amountCents);
      const invoiceIds = [...charge.invoiceIds, event.data.invoiceId];
      return { ...charge, leftCents, invoiceIds, status: leftCents === 0 ? 'billed' : charge.status };
    }
    case 'OneOffChargeDeferred':
      return { ...charge, period: event.data.period };
  }
}
