import { firstOfNextMonth, formatDay } from '@portal/domain/values';
import { agedReceivables, ageingAsOf } from '@portal/projections';
import type { MoneyReportDefinition } from './moneyReports.ts';

/** Columns of receivables and their labels. */
const AMOUNTS = [
  ['open_cents', 'Open'],
  ['current_cents', 'Current'],
  ['days_1_30_cents', '1–30 days'],
  ['days_31_60_cents', '31–60 days'],
  ['days_61_90_cents', '61–90 days'],
  ['days_over_90_cents', 'Over 90 days'],
  ['credit_cents', 'Credit'],
  ['balance_cents', 'Balance'],
] as const;

/**
 * What companies owe at the end of a day, by default today, by days overdue and by name (rules B41, B42): today as
 * Receivables, of an earlier day as the journal (rule B36).
 */
export const ageingReport: MoneyReportDefinition = {
  columns: [
    { name: 'company', label: 'Company', kind: 'companies' },
    { name: 'dealer_id', label: 'Dealer ID', kind: 'text' },
    ...AMOUNTS.map(([name, label]) => ({ name, label, kind: 'money' as const })),
  ],
  note: 'What invoices leave open at the end of the day, by days after their due date: today as in Receivables, earlier as the journal has it, so that it never changes once the month is closed. Current is not due yet. Credit is unused account credit; the balance is what is open less credit.',
  async read(client, { companyId: accountId, isDemo, to, today, timeZone }) {
    const day = to !== null && to < today ? to : today;
    const rows =
      day < today
        ? await ageingAsOf(client, { day, accountId, isDemo, timeZone })
        : await agedReceivables(
            client,
            { accountId, isDemo },
            { today, billingDate: firstOfNextMonth(today) },
          );
    return {
      scope: `as of ${formatDay(day)}`,
      rows: rows.map((row) => ({
        company: { id: row.account_id, name: row.company_name ?? 'N/A' },
        dealer_id: row.dealer_id,
        ...Object.fromEntries(AMOUNTS.map(([name]) => [name, row[name]])),
      })),
    };
  },
};
