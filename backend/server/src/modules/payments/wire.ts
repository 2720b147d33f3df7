import { type Payment, type PaymentMethod, paymentSchema } from '@portal/contract';
import { retryOf } from '@portal/domain';
import { dollarsFromCents } from '@portal/domain/values';
import type { PaymentRow } from '@portal/projections';
import { answerFrom } from '../../platform/http/answerFrom.ts';
import type { SavedCards } from './savedCards.ts';

/** An attempt to pay in dollars, for administrators. */
export function toPayment(row: PaymentRow): Payment {
  const { card_brand: brand, card_last4: last4 } = row;
  return answerFrom(paymentSchema, row, {
    status: paymentSchema.shape.status.parse(row.status),
    amount: dollarsFromCents(row.amount_cents),
    refunded_amount: dollarsFromCents(row.refunded_cents),
    unclaimed_amount: dollarsFromCents(row.unclaimed_cents),
    test_mode: !row.livemode,
    invoice_ids: [...row.invoice_ids],
    card: brand === null || last4 === null ? null : { brand, last4 },
    refunds: refundsOf(row),
    disputes: Object.entries(row.disputes).map(([id, { cents, reason, state }]) => ({
      id,
      amount: dollarsFromCents(cents),
      reason,
      status: state,
    })),
    dispute_fee_amount: dollarsFromCents(row.dispute_fee_cents),
    is_open: row.attempt === 'started' || row.attempt === 'declined',
  });
}

/** Refunds, less those that were moved as a whole. */
function refundsOf({ id: paymentId, refunds, invoice_ids, disputed }: PaymentRow): Payment['refunds'] {
  return Object.entries(refunds)
    .filter(([, { cents }]) => cents > 0)
    .map(([id, { cents, state, of, fromProvider }]) => {
      const invoiceId = of?.startsWith(INVOICE) ? of.slice(INVOICE.length) : null;
      const isMade = state === 'refunded' && fromProvider === true && !disputed;
      const isMovable = isMade && invoiceId !== null && invoice_ids.length > 1;
      return {
        id,
        amount: dollarsFromCents(cents),
        status: state,
        can_retry: state === 'failed' && !Object.hasOwn(refunds, retryOf(paymentId, id)),
        ...(invoiceId !== null && { invoice_id: invoiceId }),
        ...(isMovable && { can_move: true }),
      };
    });
}

/** How a refund of an invoice begins in `of`. */
const INVOICE = 'invoice ';

/** The saved card as its owner and administrators see it; null without one. */
export function toPaymentMethod({
  card,
  declined,
  autoPay,
}: Awaited<ReturnType<SavedCards['of']>>): PaymentMethod {
  if (card === null) return null;
  const { brand, last4, expMonth, expYear } = card;
  const consent =
    autoPay === null ? null : { consentedAt: autoPay.consentedAt, version: autoPay.consentVersion };
  return { brand, last4, expMonth, expYear, declined, autoPay: consent };
}
