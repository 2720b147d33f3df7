import {
  listQuerySchema,
  paths,
  type Receivable,
  type ReceivableTotals,
  receivableSchema,
  receivableTotalsSchema,
  totalsQuerySchema,
} from '@portal/contract';
import { dollarsFromCents, firstOfNextMonth } from '@portal/domain/values';
import {
  listReceivables,
  RECEIVABLE_READS,
  type ReceivableRow,
  receivableTotals,
  type ReceivableTotals as Sums,
} from '@portal/projections';
import { z } from 'zod';
import { answerFrom } from '../../platform/http/answerFrom.ts';
import { listAnswer } from '../../platform/http/listAnswer.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { ReadPorts } from '../../platform/readPorts.ts';

/** What companies owe, by how long it is overdue, and what they have as credit (rules B41, B42). */
export function receivableRoutes({ db, today, timeZone }: ReadPorts): Route[] {
  const days = () => ({ today: today(), billingDate: firstOfNextMonth(today()) });
  return [
    route('GET', paths.admin.receivables, 'staff', {
      summary: 'Receivables: open amounts by age, and unused credit, of each company and mode',
      answers: { 200: z.array(receivableSchema) },
      query: listQuerySchema,
      reads: RECEIVABLE_READS,
      handler: async ({ query }) => {
        const { rows, total } = await listReceivables(db, { ...query, timeZone }, days());
        return listAnswer('receivables', { rows: rows.map(toReceivable), total }, query.range?.[0]);
      },
    }),
    route('GET', paths.admin.receivableTotals, 'staff', {
      summary: 'Totals of the receivables that a filter finds, by mode',
      answers: { 200: z.array(receivableTotalsSchema) },
      query: totalsQuerySchema,
      reads: RECEIVABLE_READS,
      handler: async ({ query }) => ({
        body: (await receivableTotals(db, query, days())).map(toTotals),
      }),
    }),
  ];
}

const amountsOf = (row: ReceivableRow | Sums) => ({
  open_amount: dollarsFromCents(row.open_cents),
  current_amount: dollarsFromCents(row.current_cents),
  days_1_30_amount: dollarsFromCents(row.days_1_30_cents),
  days_31_60_amount: dollarsFromCents(row.days_31_60_cents),
  days_61_90_amount: dollarsFromCents(row.days_61_90_cents),
  days_over_90_amount: dollarsFromCents(row.days_over_90_cents),
  overdue_amount: dollarsFromCents(row.overdue_cents),
  credit_amount: dollarsFromCents(row.credit_cents),
  balance: dollarsFromCents(row.balance_cents),
});

const orNull = (cents: number | null) => (cents === null ? null : dollarsFromCents(cents));

const toReceivable = (row: ReceivableRow): Receivable =>
  answerFrom(receivableSchema, row, {
    ...amountsOf(row),
    user_id: row.first_user_id,
    last_payment_amount: orNull(row.last_payment_cents),
    next_charge: orNull(row.next_charge_cents),
    automatic_payment: row.auto_pay ? 'on' : row.has_card ? 'card_saved' : 'no_card',
  });

const toTotals = (row: Sums): ReceivableTotals => answerFrom(receivableTotalsSchema, row, amountsOf(row));
