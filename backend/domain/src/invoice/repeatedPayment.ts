import { conflict } from '../kernel/decider.ts';
import { type Day, formatDay } from '../values/days.ts';
import { formatDollars } from '../values/money.ts';
import { type InvoicePayment, isRecorded, standingPayments } from './settlement.ts';

/** What an administrator enters of a check or ACH. */
export interface EnteredPayment {
  /** Null: any amount. */
  readonly amountCents: number | null;
  readonly paidOn: Day;
  readonly reference: string;
}

interface PaidInvoice {
  readonly invoiceNumber: string;
  readonly payments: readonly Pick<
    InvoicePayment,
    'method' | 'amountCents' | 'paidOn' | 'reference' | 'reversedOn'
  >[];
}

/**
 * Refuses a check or ACH with amount, day and reference of one that stands on this invoice (rule B47).
 * @throws BusinessRefusal conflict `recorded_before`
 */
export function refuseRepeated(
  { invoiceNumber, payments }: PaidInvoice,
  { amountCents, paidOn, reference }: EnteredPayment,
): void {
  const equal = standingPayments(payments).find(
    (payment) =>
      isRecorded(payment) &&
      (amountCents === null || payment.amountCents === amountCents) &&
      payment.paidOn === paidOn &&
      payment.reference === reference.trim(),
  );
  if (equal === undefined) return;
  throw conflict(
    `${formatDollars(equal.amountCents)} with this reference and date was recorded before on ${invoiceNumber}, paid on ${formatDay(paidOn)}. Record it again?`,
    'recordAgain',
    'recorded_before',
  );
}
