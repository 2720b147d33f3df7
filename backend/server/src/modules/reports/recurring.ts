import {
  addPeriods,
  billingPoint,
  chargeInMode,
  type Period,
  periodOfDay,
  RECURRING_CAUSES,
  type RecurringCause,
  recurringCharges,
  recurringMovements,
} from '@portal/domain';
import { sumCents } from '@portal/domain/values';
import { accountFactsDuring, companiesByName, sitesDuring } from '@portal/projections';
import type { ClientBase } from 'pg';
import {
  type MoneyFigures,
  type MoneyFilter,
  type MoneyReportDefinition,
  type MoneyValues,
  monthText,
} from './moneyReports.ts';

const DEFAULT_MONTHS = 12;
const MAX_MONTHS = 60;

/** The months of a report, by default the last twelve: at most 60, none after the present one. */
function monthsOf({ from, to, today }: MoneyFilter): readonly Period[] {
  const present = periodOfDay(today);
  const asked = to === null ? present : periodOfDay(to);
  const last = asked < present ? asked : present;
  const first = from === null ? addPeriods(last, 1 - DEFAULT_MONTHS) : periodOfDay(from);
  const earliest = addPeriods(last, 1 - MAX_MONTHS);
  const months: Period[] = [];
  for (let month = first > earliest ? first : earliest; month <= last; month = addPeriods(month, 1))
    months.push(month);
  return months;
}

/** Cents of a month: opening and causes together are closing. */
type Month = { opening: number; closing: number } & Record<RecurringCause, number>;

const AMOUNTS = ['opening', ...RECURRING_CAUSES, 'closing'] as const;
const noMonth = () => Object.fromEntries(AMOUNTS.map((name) => [name, 0])) as Month;

/**
 * Monthly recurring revenue (MRR) of each company in each of these months, in one mode. It opens with what the month's run
 * charges for readers, and closes with what the next one does: that of the present month as things are.
 */
async function recurringByCompany(
  client: ClientBase,
  { companyId: accountId, timeZone, isDemo }: MoneyFilter,
  months: readonly Period[],
): Promise<ReadonlyMap<string, readonly Month[]>> {
  const companies = new Map<string, readonly Month[]>();
  const last = months.at(-1);
  if (last === undefined) return companies;
  const points = [...months, addPeriods(last, 1)].map((period) => billingPoint(period, timeZone));
  const span = { from: points[0]?.cutOff ?? '', to: points.at(-1)?.cutOff ?? '', accountId };
  const accounts = await accountFactsDuring(client, span);
  for await (const site of sitesDuring(client, span)) {
    const account = accounts.get(site.accountId) ?? [];
    const charges = recurringCharges(site.facts, account, points).map((one) => chargeInMode(one, isDemo));
    const company = companies.get(site.accountId) ?? months.map(noMonth);
    companies.set(site.accountId, company);
    company.forEach((month, at) => {
      const before = charges[at] ?? null;
      const after = charges[at + 1] ?? null;
      month.opening += before?.cents ?? 0;
      month.closing += after?.cents ?? 0;
      if (before === after) return;
      for (const [cause, cents] of Object.entries(recurringMovements(before, after)))
        month[cause as RecurringCause] += cents;
    });
  }
  return companies;
}

/** What a company is charged for readers in a month, as {@link recurringByCompany}; cents. */
export async function recurringOfCompany(
  client: ClientBase,
  filter: MoneyFilter & { readonly companyId: string },
  month: Period,
): Promise<Pick<Month, 'opening' | 'closing'>> {
  const companies = await recurringByCompany(client, filter, [month]);
  return companies.get(filter.companyId)?.[0] ?? { opening: 0, closing: 0 };
}

/** Several companies in a month. */
const together = (months: readonly Month[]): Month =>
  Object.fromEntries(AMOUNTS.map((name) => [name, sumCents(months.map((month) => month[name]))])) as Month;

/** Months that follow one another. */
const overTime = (months: readonly Month[]): Month => ({
  ...together(months),
  opening: months[0]?.opening ?? 0,
  closing: months.at(-1)?.closing ?? 0,
});

const scopeOf = (months: readonly Period[]) =>
  [...new Set([months[0], months.at(-1)])].map((month) => monthText(month ?? '')).join(' to ');

const AMOUNT_COLUMNS = [
  ['opening', 'Opening'],
  ['new', 'New'],
  ['lost', 'Lost'],
  ['readers_added', 'Readers added'],
  ['readers_removed', 'Readers removed'],
  ['rate', 'Rates'],
  ['promotion', 'Promotions'],
  ['closing', 'Closing'],
] as const satisfies readonly (readonly [(typeof AMOUNTS)[number], string])[];
const amountColumns = AMOUNT_COLUMNS.map(([name, label]) => ({ name, label, kind: 'money' as const }));

const NOTE =
  'Monthly recurring revenue is what invoices charge for readers. A month opens with what is charged on its 1st and closes with what the next 1st charges; the present month closes as things are now. New and Lost are sites that became or stopped being active, or changed their company or mode. Readers count at the earlier rate, rates at the later readers. Promotions are promotional rates that began, changed or ended. Sales tax, one-off charges and order income are not included.';

async function read(
  client: ClientBase,
  filter: MoneyFilter,
  rowsOf: (
    companies: ReadonlyMap<string, readonly Month[]>,
    months: readonly Period[],
  ) => Promise<readonly MoneyValues[]>,
): Promise<MoneyFigures> {
  const months = monthsOf(filter);
  if (months.length === 0) return { scope: 'No month', rows: [] };
  const companies = await recurringByCompany(client, filter, months);
  const byMonth = months.map((_, at) => together([...companies.values()].map((of) => of[at] as Month)));
  return { scope: scopeOf(months), rows: await rowsOf(companies, months), total: overTime(byMonth) };
}

/** MRR by month with its movements by cause, the newest first. */
export const recurringRevenue: MoneyReportDefinition = {
  columns: [{ name: 'period', label: 'Month', kind: 'month' }, ...amountColumns],
  note: NOTE,
  read: (client, filter) =>
    read(client, filter, async (companies, months) =>
      months
        .map((period, at) => ({
          period,
          ...together([...companies.values()].map((of) => of[at] as Month)),
        }))
        .reverse(),
    ),
};

/** The same by company over all months, by name. */
export const recurringCompanies: MoneyReportDefinition = {
  columns: [
    { name: 'company', label: 'Company', kind: 'companies' },
    { name: 'dealer_id', label: 'Dealer ID', kind: 'text' },
    ...amountColumns,
  ],
  note: NOTE,
  read: (client, filter) =>
    read(client, filter, async (companies) =>
      (await companiesByName(client)).flatMap(({ id, company_name, dealer_id }) => {
        const months = companies.get(id);
        const sums = months && overTime(months);
        if (sums === undefined || AMOUNTS.every((name) => sums[name] === 0)) return [];
        return [{ company: { id, name: company_name ?? 'N/A' }, dealer_id, ...sums }];
      }),
    ),
};
