import type { Claimant } from '@portal/domain';
import type { RowOf } from '../runtime/columns.ts';
import { type DataOf, defineProjection } from '../runtime/definition.ts';
import { dated, edits } from '../runtime/fields.ts';
import { type PaymentDisputeFact, type PaymentRefundFact, paymentsTable } from './table.ts';

type Row = RowOf<typeof paymentsTable.columns>;

const edit = edits(paymentsTable, 'payments', 'attemptId', dated);

const nameOf = (claimant: Claimant | null) => (claimant === null ? null : `${claimant.kind} ${claimant.id}`);

const refund =
  (state: PaymentRefundFact['state']) =>
  (
    {
      refundId,
      of,
      amountCents: cents,
    }: Pick<DataOf<'PaymentRefunded'>, 'attemptId' | 'refundId' | 'of' | 'amountCents'>,
    { refunds }: Row,
  ) => ({
    refunds: {
      ...refunds,
      [refundId]: {
        of: nameOf(of),
        cents,
        state,
        ...(state === 'requested' || (refunds[refundId] && refunds[refundId].fromProvider !== true)
          ? {}
          : { fromProvider: true }),
      },
    },
  });

const dispute = ({ disputes }: Row, id: string, fact: PaymentDisputeFact) => ({
  disputes: { ...disputes, [id]: fact },
});

/** Attempts to pay with purpose, outcome, refunds and card. */
export const payments = defineProjection({
  name: 'payments',
  version: 3,
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
        refund_failed: false,
        refund_split: false,
        disputes: {},
        disputed: false,
        taken_cents: 0,
        dispute_fee_cents: 0,
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
    PaymentIntentRecorded: edit(({ intentId }) => ({ intent_id: intentId })),
    PaymentDeclined: edit(({ message }) => ({ attempt: 'declined', message })),
    PaymentFailed: edit(({ message }) => ({ attempt: 'failed', message })),
    PaymentSucceeded: edit(({ intentId, card }) => ({
      attempt: 'succeeded',
      intent_id: intentId,
      message: null,
      card_brand: card?.brand ?? null,
      card_last4: card?.last4 ?? null,
    })),
    PaymentClaimed: edit(
      ({ claimant: { kind, id }, amountCents }, { claimed_cents, order_id, invoice_ids }) => ({
        claimed_cents: claimed_cents + amountCents,
        order_id: kind === 'order' ? id : order_id,
        invoice_ids: kind === 'invoice' && !invoice_ids.includes(id) ? [...invoice_ids, id] : invoice_ids,
      }),
    ),
    PaymentRefundRequested: edit(refund('requested')),
    PaymentRefunded: edit(refund('refunded')),
    PaymentRefundFailed: edit(refund('failed')),
    PaymentRefundMoved: edit(({ refundId, movedRefundId, toInvoiceId, amountCents: cents }, { refunds }) => {
      const before = refunds[refundId];
      if (before === undefined) return {};
      const of = nameOf({ kind: 'invoice', id: toInvoiceId });
      const left = { ...before, cents: before.cents - cents };
      return { refunds: { ...refunds, [refundId]: left, [movedRefundId]: { ...before, of, cents } } };
    }),
    PaymentDisputed: edit(({ disputeId, amountCents: cents, reason, inquiry }, row) =>
      dispute(row, disputeId, { cents, reason, state: inquiry ? 'inquiry' : 'open', taken: [] }),
    ),
    PaymentDisputeClosed: edit(({ disputeId, amountCents: cents, outcome: state, taken }, row) =>
      dispute(row, disputeId, {
        cents,
        reason: row.disputes[disputeId]?.reason ?? null,
        state,
        taken: taken.map(({ of, amountCents }) => ({ of: nameOf(of), cents: amountCents })),
      }),
    ),
    PaymentDisputeFundsMoved: edit(({ feeCents }, { dispute_fee_cents }) => ({
      dispute_fee_cents: dispute_fee_cents + feeCents,
    })),
  },
});
