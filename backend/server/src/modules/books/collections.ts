import {
  type Collection,
  collectionSchema,
  collectionTotalsSchema,
  listQuerySchema,
  paths,
  totalsQuerySchema,
} from '@portal/contract';
import { type Day, dollarsFromCents } from '@portal/domain/values';
import { COLLECTION_READS, type CollectionRow, collectionTotals, listCollections } from '@portal/projections';
import { z } from 'zod';
import { answerFrom } from '../../platform/http/answerFrom.ts';
import { listAnswer } from '../../platform/http/listAnswer.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { ReadPorts } from '../../platform/readPorts.ts';

/** Overdue invoices, each with its last reminder, the company's promise to pay, and its card. */
export function collectionRoutes({ db, today, timeZone }: ReadPorts): Route[] {
  return [
    route('GET', paths.admin.collections, 'staff', {
      summary: 'Overdue invoices with last reminder, promise to pay and card',
      answers: { 200: z.array(collectionSchema) },
      query: listQuerySchema,
      reads: COLLECTION_READS,
      handler: async ({ query }) => {
        const day = today();
        const { rows, total } = await listCollections(db, { ...query, timeZone }, day);
        const found = { rows: rows.map((row) => toCollection(row, day)), total };
        return listAnswer('collections', found, query.range?.[0]);
      },
    }),
    route('GET', paths.admin.collectionTotals, 'staff', {
      summary: 'Totals of the overdue invoices that a filter finds, by mode',
      answers: { 200: z.array(collectionTotalsSchema) },
      query: totalsQuerySchema,
      reads: COLLECTION_READS,
      handler: async ({ query }) => ({
        body: (await collectionTotals(db, query, today())).map(({ open_cents, ...sums }) => ({
          ...sums,
          open_amount: dollarsFromCents(open_cents),
        })),
      }),
    }),
  ];
}

const toCollection = (row: CollectionRow, today: Day): Collection =>
  answerFrom(collectionSchema, row, {
    total_amount: dollarsFromCents(row.total_cents),
    open_amount: dollarsFromCents(row.open_cents),
    last_reminder: row.last_reminder && { kind: row.last_reminder.kind, days: row.last_reminder.days },
    card: cardOf(row, today),
  });

function cardOf({ has_card, card_expires_on, card_declined_on }: CollectionRow, today: Day) {
  if (!has_card) return 'none';
  if (card_expires_on !== null && card_expires_on < today) return 'expired';
  return card_declined_on === null ? 'saved' : 'declined';
}
