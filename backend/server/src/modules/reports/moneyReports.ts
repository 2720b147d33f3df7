import type { MoneyColumn } from '@portal/contract';
import { addMonthsClamped, firstOfMonth, formatDay, MONTHS, sumCents } from '@portal/domain/values';
import type { DaySpan, ReportFilter } from '@portal/projections';
import type { ClientBase } from 'pg';
import type { Cell } from '../../platform/csv/csv.ts';
import type { ReportPorts } from './ports.ts';

export interface MoneyFilter extends ReportFilter {
  readonly isDemo: boolean;
}

/** A value of a row: cents in columns of money. */
type Value = string | number | null | { readonly id: string; readonly name: string };
export type MoneyValues = Readonly<Record<string, Value>>;

/** What a report says, and of when. */
export interface MoneyFigures {
  /** E.g. 'Jan 2026 to Nov 2026'. */
  readonly scope: string;
  readonly rows: readonly MoneyValues[];
  /** What all rows come to; without it, sums of their amounts and counts. */
  readonly total?: MoneyValues;
  /** Fills in what is read of shown rows alone. */
  readonly complete?: (ports: ReportPorts, rows: readonly MoneyValues[]) => Promise<readonly MoneyValues[]>;
}

/** A report of money: page, CSV and PDF follow from its columns and rows. */
export interface MoneyReportDefinition {
  readonly columns: readonly MoneyColumn[];
  /** How to read it. */
  readonly note: string;
  read(client: ClientBase, filter: MoneyFilter): Promise<MoneyFigures>;
}

/** The total of a report; null for no rows. */
export function totalOf(
  { columns }: MoneyReportDefinition,
  { rows, total }: MoneyFigures,
): MoneyValues | null {
  if (rows.length === 0) return null;
  if (total !== undefined) return total;
  const summed = columns.filter(({ kind }) => kind === 'money' || kind === 'count');
  return Object.fromEntries(summed.map(({ name }) => [name, sumCents(rows.map((row) => Number(row[name])))]));
}

/** What a report of a span of days reads, by default of the last twelve months up to today, and says. */
export function spanOf({ companyId: accountId, isDemo, timeZone, today, ...asked }: MoneyFilter) {
  const to = asked.to ?? today;
  const from = asked.from ?? addMonthsClamped(firstOfMonth(to), -11);
  const span: DaySpan = { from, to, accountId, isDemo, timeZone };
  return { span, scope: `${formatDay(from)} to ${formatDay(to)}` };
}

/** `Nov 2026`. */
export const monthText = (period: string): string =>
  `${MONTHS[Number(period.slice(5)) - 1]} ${period.slice(0, 4)}`;

/** A day or month. */
const dayText = (value: string) => (value.length === 7 ? monthText(value) : formatDay(value));

/** Cells of a file. @param money a cell of cents; `isForPeople`: days as people write them */
export const cellsOf = (
  { columns }: MoneyReportDefinition,
  row: MoneyValues,
  { money, isForPeople }: { readonly money: (cents: number) => Cell; readonly isForPeople: boolean },
): readonly Cell[] =>
  columns.map(({ name, kind }) => {
    const value = row[name] ?? null;
    if (value === null) return null;
    if (typeof value === 'object') return value.name;
    if (kind === 'money') return money(Number(value));
    if (isForPeople && (kind === 'day' || kind === 'month')) return dayText(String(value));
    return value;
  });
