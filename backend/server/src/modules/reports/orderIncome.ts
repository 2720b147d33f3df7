import { periodOfDay } from '@portal/domain';
import { type Day, daysBetween, sumCents } from '@portal/domain/values';
import { type OrderIncome, orderIncome, orderTax } from '@portal/projections';
import { type MoneyReportDefinition, spanOf } from './moneyReports.ts';

/** A longer span is shown by month. */
const MAX_DAYS = 62;

const AMOUNTS = [
  'hardware_cents',
  'license_cents',
  'migration_cents',
  'refunded_cents',
  'taken_cents',
] as const;

const NONE = { hardware_cents: 0, license_cents: 0, migration_cents: 0, refunded_cents: 0, taken_cents: 0 };

function toRow(when: string, days: readonly OrderIncome[]) {
  const sums = AMOUNTS.map((name): [string, number] => [name, sumCents(days.map((one) => one[name]))]);
  return { when, ...Object.fromEntries(sums), income: sumCents(sums.map(([, cents]) => cents)) };
}

/** Order income by day, or month, and kind (rule B48), the newest first: as the journal posts it to order revenue. */
export const orderIncomeReport: MoneyReportDefinition = {
  columns: [
    { name: 'when', label: 'Date', kind: 'day' },
    { name: 'hardware_cents', label: 'Hardware', kind: 'money' },
    { name: 'license_cents', label: 'Licenses', kind: 'money' },
    { name: 'migration_cents', label: 'Migrations', kind: 'money' },
    { name: 'refunded_cents', label: 'Refunded', kind: 'money' },
    { name: 'taken_cents', label: 'Chargebacks', kind: 'money' },
    { name: 'income', label: 'Income', kind: 'money' },
  ],
  note: `What was paid for orders on a day, less what was refunded or taken back by banks on it: the journal's order revenue. Hardware includes shipping; licenses are those of new sites with their further panels; migrations count as a whole. More than ${MAX_DAYS} days are shown by month.`,
  async read(client, filter) {
    const { span, scope } = spanOf(filter);
    const tax = await orderTax(client, span);
    const days = [
      ...(await orderIncome(client, span)),
      ...tax.map(({ day, kind, cents }) => ({ ...NONE, day, [kind]: cents })),
    ];
    const keyOf = daysBetween(span.from, span.to) >= MAX_DAYS ? periodOfDay : (day: Day) => day;
    const keys = [...new Set(days.map(({ day }) => keyOf(day)))].sort().reverse();
    const rows = keys.map((key) =>
      toRow(
        key,
        days.filter(({ day }) => keyOf(day) === key),
      ),
    );
    return { scope, rows };
  },
};
