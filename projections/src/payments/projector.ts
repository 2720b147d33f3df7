import type { Claimant } from '@portal/domain';
import type { RowOf } from '../runtime/columns.ts';
import { defineProjection, type PortalEnvelope } from '../runtime/definition.ts';
import { type PaymentRefundFact, paymentsTable } from './table.ts';

type Row = RowOf<typeof paymentsTable.columns>;

const changed =
  (envelope: PortalEnvelope, change: (row: Row) => Partial<Row>) =>
  (row: Row): Row => ({ ...row, ...change(row), updated_at: envelope.metadata.recordedAt });

const nameOf = (claimant: Claimant | null) => (claimant === null ? null : `${claimant.kind} ${claimant.id}`);

const withRefund =
  (
    envelope: PortalEnvelope,
    state: PaymentRefundFact['state'],
    {
      refundId,
      of,
      amountCents,
    }: { readonly refundId: string; readonly of: Claimant | null; readonly amountCents: number },
  ) =>
  (row: Row): Row =>
    changed(envelope, () => ({
      refunds: { ...row.refunds, [refundId]: { of: nameOf(of), cents: amountCents, state } },
    }))(row);

/** Every attempt to pay: what it was for, what became of the money, and whose card it was. */
export const payments = defineProjection({
  name: 'payments',
  version: 1,
  personal: false,
  tables: { payments: paymentsTable },
  handlers: {
    PaymentStarted: (data, rows, { metadata }) =>
      rows.payments.put({
        id: data.attemptId,
        account_id: data.accountId,
        user_id: data.userId,
        how: data.how,
        attempt: 'started',
        status: 'started',
        amount_cents: data.amountCents,
        claimed_cents: 0,
        unclaimed_cents: 0,
        refunded_cents: 0,
        refunds: {},
        refund_pending: false,
        disputed_cents: 0,
        livemode: data.livemode,
        intent_id: null,
        order_id: data.shares.find(({ kind }) => kind === 'order')?.id ?? null,
        invoice_ids: data.shares.filter(({ kind }) => kind === 'invoice').map(({ id }) => id),
        message: null,
        card_brand: null,
        card_last4: null,
        created_at: metadata.recordedAt,
        updated_at: metadata.recordedAt,
        search: '',
      }),
    PaymentIntentRecorded: ({ attemptId, intentId }, rows, envelope) =>
      rows.payments.update(
        attemptId,
        changed(envelope, () => ({ intent_id: intentId })),
      ),
    PaymentDeclined: ({ attemptId, message }, rows, envelope) =>
      rows.payments.update(
        attemptId,
        changed(envelope, () => ({ attempt: 'declined', message })),
      ),
    PaymentFailed: ({ attemptId, message }, rows, envelope) =>
      rows.payments.update(
        attemptId,
        changed(envelope, () => ({ attempt: 'failed', message })),
      ),
    PaymentSucceeded: ({ attemptId, intentId, card }, rows, envelope) =>
      rows.payments.update(
        attemptId,
        changed(envelope, () => ({
          attempt: 'succeeded',
          intent_id: intentId,
          message: null,
          card_brand: card?.brand ?? null,
          card_last4: card?.last4 ?? null,
        })),
      ),
    PaymentClaimed: ({ attemptId, claimant, amountCents }, rows, envelope) =>
      rows.payments.update(
        attemptId,
        changed(envelope, ({ claimed_cents, order_id, invoice_ids }) => ({
          claimed_cents: claimed_cents + amountCents,
          order_id: claimant.kind === 'order' ? claimant.id : order_id,
          invoice_ids:
            claimant.kind === 'invoice' && !invoice_ids.includes(claimant.id)
              ? [...invoice_ids, claimant.id]
              : invoice_ids,
        })),
      ),
    PaymentRefundRequested: (data, rows, envelope) =>
      rows.payments.update(data.attemptId, withRefund(envelope, 'requested', data)),
    PaymentRefunded: (data, rows, envelope) =>
      rows.payments.update(data.attemptId, withRefund(envelope, 'refunded', data)),
    PaymentRefundFailed: (data, rows, envelope) =>
      rows.payments.update(data.attemptId, withRefund(envelope, 'failed', data)),
    PaymentDisputed: ({ attemptId, amountCents }, rows, envelope) =>
      rows.payments.update(
        attemptId,
        changed(envelope, ({ disputed_cents }) => ({ disputed_cents: disputed_cents + amountCents })),
      ),
  },
});
