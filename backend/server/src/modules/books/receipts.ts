import {
  listQuerySchema,
  paths,
  type Receipt,
  receiptSchema,
  receiptTotalsSchema,
  totalsQuerySchema,
} from '@portal/contract';
import { dollarsFromCents, sumCents } from '@portal/domain/values';
import { listReceipts, RECEIPT_READS, type ReceiptRow, receiptsByDay } from '@portal/projections';
import { z } from 'zod';
import { answerFrom } from '../../platform/http/answerFrom.ts';
import { listAnswer } from '../../platform/http/listAnswer.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { ReadPorts } from '../../platform/readPorts.ts';

/** Received money, recorded or by card, by day (rules B32, B43, B48). */
export function receiptRoutes({ db, timeZone }: ReadPorts): Route[] {
  return [
    route('GET', paths.admin.receipts, 'staff', {
      summary: 'Receipts: checks, bank transfers and card payments by day',
      answers: { 200: z.array(receiptSchema) },
      query: listQuerySchema,
      reads: RECEIPT_READS,
      handler: async ({ query }) => {
        const { rows, total } = await listReceipts(db, { ...query, timeZone });
        return listAnswer('receipts', { rows: rows.map(toReceipt), total }, query.range?.[0]);
      },
    }),
    route('GET', paths.admin.receiptTotals, 'staff', {
      summary: 'Totals of the receipts that a filter finds, by day, method and mode',
      answers: { 200: z.array(receiptTotalsSchema) },
      query: totalsQuerySchema,
      reads: RECEIPT_READS,
      handler: async ({ query }) => ({
        body: (await receiptsByDay(db, query)).map((row) =>
          answerFrom(receiptTotalsSchema, row, {
            amount: dollarsFromCents(row.amount_cents),
            reversed_amount: dollarsFromCents(row.reversed_cents),
          }),
        ),
      }),
    }),
  ];
}

const toReceipt = (row: ReceiptRow): Receipt =>
  answerFrom(receiptSchema, row, {
    receipt_amount: dollarsFromCents(row.receipt_cents),
    amount: dollarsFromCents(row.amount_cents),
    card:
      row.card_brand === null || row.card_last4 === null
        ? null
        : { brand: row.card_brand, last4: row.card_last4 },
    reason: row.reversed_because,
    refunded_amount: dollarsFromCents(refundedCents(row)),
    dispute: disputeOf(row),
  });

/** How refunds and disputes of a payment name what took this part of it. */
function takenBy({ invoice_id, order_id }: ReceiptRow): string | null {
  if (invoice_id !== null) return `invoice ${invoice_id}`;
  return order_id === null ? null : `order ${order_id}`;
}

function refundedCents(row: ReceiptRow): number {
  const by = takenBy(row);
  const made = Object.values(row.refunds ?? {}).filter(({ state, of }) => state === 'refunded' && of === by);
  return sumCents(made.map(({ cents }) => cents));
}

function disputeOf(row: ReceiptRow): Receipt['dispute'] {
  const disputes = Object.values(row.disputes ?? {});
  for (const state of ['open', 'inquiry'] as const)
    if (disputes.some((dispute) => dispute.state === state)) return state;
  const by = takenBy(row);
  const isTaken = disputes.some(({ taken }) => taken.some(({ of, cents }) => of === by && cents > 0));
  return isTaken ? 'lost' : null;
}
