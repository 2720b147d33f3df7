import { US_STATES } from '@portal/domain/values';
import { salesTaxByState } from '@portal/projections';
import { type MoneyReportDefinition, spanOf } from './moneyReports.ts';

const nameOf = (state: string | null) =>
  state === null ? 'Not recorded' : ((US_STATES as Readonly<Record<string, string>>)[state] ?? state);

/** Sales tax by month and state, the newest month first (rule B38): as the journal posts it to its account. */
export const salesTaxReport: MoneyReportDefinition = {
  columns: [
    { name: 'month', label: 'Month', kind: 'month' },
    { name: 'state', label: 'State', kind: 'text' },
    { name: 'taxable_cents', label: 'Taxable sales', kind: 'money' },
    { name: 'exempt_cents', label: 'Exempt sales', kind: 'money' },
    { name: 'charged_cents', label: 'Tax charged', kind: 'money' },
    { name: 'back_cents', label: 'Tax given back', kind: 'money' },
    { name: 'net_cents', label: 'Net tax', kind: 'money' },
  ],
  note: "Sales of invoices and paid orders in states with a rate, and the tax that was charged on them, less those of canceled invoices, each on the day of its journal entry. Exempt sales would have been taxed, were the company not exempt. Credits, refunds and chargebacks give back the tax's share of what they give back, of several states in proportion; sales stay as they were charged. The net tax of a month is the movement of the journal's account for sales tax.",
  async read(client, filter) {
    const { span, scope } = spanOf(filter);
    const rows = await salesTaxByState(client, span);
    return {
      scope,
      rows: rows.map((row) => ({
        ...row,
        state: nameOf(row.state),
        net_cents: row.charged_cents + row.back_cents,
      })),
    };
  },
};
