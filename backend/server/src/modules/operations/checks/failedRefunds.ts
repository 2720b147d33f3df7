import { formatDollars, sumCents } from '@portal/domain/values';
import { type PaymentRow, paymentsWithFailedRefunds, type Queryable } from '@portal/projections';
import { retryOf } from '../../payments/module.ts';
import type { AlertCheck, Finding } from '../check.ts';

/** What failed longer ago was settled otherwise. */
const DAYS = 60;

/** Money that was to go back and did not, and that nobody asked for again. */
export function failedRefundsCheck(db: Queryable, now: () => Date): AlertCheck {
  return {
    kind: 'failed_refund',
    async look() {
      const since = new Date(now().getTime() - DAYS * 86_400_000).toISOString();
      return (await paymentsWithFailedRefunds(db, since)).flatMap(findingsOf);
    },
  };
}

/** None where the money is back by other refunds of the payment. */
function findingsOf({ id, refunds, amount_cents: amount }: PaymentRow): readonly Finding[] {
  const given = sumCents(
    Object.values(refunds).flatMap(({ state, cents }) => (state === 'failed' ? [] : [cents])),
  );
  return Object.entries(refunds)
    .filter(([refundId, { state }]) => state === 'failed' && !Object.hasOwn(refunds, retryOf(id, refundId)))
    .filter(([, { cents }]) => amount - given >= cents)
    .map(([refundId, { cents }]) => ({
      subject: refundId,
      severity: 'critical',
      title: `A refund of ${formatDollars(cents)} failed.`,
      todo: 'Try it again on the payment’s page, or give the money back another way and tell the dealer.',
      link: { path: `/payments/${encodeURIComponent(id)}/show`, label: 'Open the payment' },
      isToldAlready: true,
    }));
}
