import { invoiceRegister, type RegisteredInvoice } from '@portal/projections';
import { type MoneyReportDefinition, type MoneyValues, spanOf } from './moneyReports.ts';

const STATES: Readonly<Record<RegisteredInvoice['status'], string>> = {
  pending: 'Open',
  paid: 'Paid',
  carried: 'Carried over',
  written_off: 'Written off',
  canceled: 'Canceled',
};

/** The invoices of a span of days, the newest first, with what became of them. */
export const invoiceRegisterReport: MoneyReportDefinition = {
  columns: [
    { name: 'invoice', label: 'Invoice', kind: 'invoices' },
    { name: 'company', label: 'Company', kind: 'companies' },
    { name: 'invoice_date', label: 'Date', kind: 'day' },
    { name: 'due_date', label: 'Due date', kind: 'day' },
    { name: 'kind', label: 'Kind', kind: 'text' },
    { name: 'state', label: 'State', kind: 'text' },
    { name: 'invoiced_cents', label: 'Total', kind: 'money' },
    { name: 'paid_cents', label: 'Paid', kind: 'money' },
    { name: 'refunded_cents', label: 'Refunded', kind: 'money' },
    { name: 'credit_used_cents', label: 'Credit used', kind: 'money' },
    { name: 'written_off_cents', label: 'Written off', kind: 'money' },
    { name: 'open_cents', label: 'Open', kind: 'money' },
  ],
  note: 'Invoices by invoice date, as things are today. The total is what was paid and kept, refunded, settled by account credit, written off and is open; of a canceled invoice it is $0.00. An amount carried over counts on the invoice that it was carried to. Totals of a month are those of the revenue report.',
  async read(client, filter) {
    const { span, scope } = spanOf(filter);
    const rows: MoneyValues[] = [];
    for await (const page of invoiceRegister(client, span))
      rows.push(
        ...page.map(({ id, account_id, invoice_number, company_name, status, is_reissue, ...row }) => ({
          ...row,
          invoice: { id, name: invoice_number },
          company: { id: account_id, name: company_name ?? 'N/A' },
          kind: is_reissue ? 'Reissue' : 'Monthly',
          state: status === 'pending' && row.due_date < filter.today ? 'Overdue' : STATES[status],
        })),
      );
    return { scope, rows };
  },
};
