import { firstOfNextMonth, formatDay } from '@portal/domain/values';
import { listReceivables } from '@portal/projections';
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

/** What companies owe today by days overdue, by name: the list Receivables on paper (rules B41, B42). */
export const ageingReport: MoneyReportDefinition = {
  columns: [
    { name: 'company', label: 'Company', kind: 'companies' },
    { name: 'dealer_id', label: 'Dealer ID', kind: 'text' },
    ...AMOUNTS.map(([name, label]) => ({ name, label, kind: 'money' as const })),
  ],
  note: 'What invoices leave open today, by days after their due date, as in Receivables. Current is not due yet. Credit is unused account credit; the balance is what is open less credit. Dates do not apply.',
  async read(client, { companyId, isDemo, today, timeZone }) {
    const { rows } = await listReceivables(
      client,
      {
        filter: { is_demo: isDemo, ...(companyId === null ? {} : { account_id: companyId }) },
        sort: ['company_name', 'ASC'],
        timeZone,
      },
      { today, billingDate: firstOfNextMonth(today) },
    );
    return {
      scope: `as of ${formatDay(today)}`,
      rows: rows.map(({ account_id: id, company_name, dealer_id, ...row }) => ({
        company: { id, name: company_name ?? 'N/A' },
        dealer_id,
        ...Object.fromEntries(AMOUNTS.map(([name]) => [name, row[name]])),
      })),
    };
  },
};
