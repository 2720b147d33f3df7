import { paths, type ReportType } from '@portal/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call, problemOf } from '../../shared/http/http.ts';

/** The filters of a report; blank for all. Days are `YYYY-MM-DD`, both included. */
export type Filters = Readonly<Record<'companyId' | 'startDate' | 'endDate', string>>;

export const PAGE_SIZE = 25;

/** The filters as the query of a call; blank ones are left out. */
export function queryOf(
  filters: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = {},
): string {
  const given = Object.entries({ ...filters, ...more }).filter(([, value]) => value !== '');
  return new URLSearchParams(given).toString();
}

interface ReportPage {
  readonly rows: readonly unknown[];
  readonly total: number;
}

/** Failed reads and answers that are no array give an empty list (S2-7). */
const NO_ROWS: ReportPage = { rows: [], total: 0 };

async function readPage(path: string): Promise<ReportPage> {
  const response = await call(path, { method: 'GET' });
  if (!response.ok) throw await problemOf(response);
  const rows: unknown = await response.json();
  if (!Array.isArray(rows)) return NO_ROWS;
  const total = Number(response.headers.get('Content-Range')?.split('/')[1] ?? rows.length);
  return { rows, total };
}

/** A page of a report, counted from 1. Keeps the previous page while it reads. */
export function useReport(type: ReportType, filters: Filters, page: number) {
  const first = (page - 1) * PAGE_SIZE;
  const range = `[${first},${first + PAGE_SIZE - 1}]`;
  const path = `${paths.admin.report(type)}?${queryOf(filters, { range })}`;
  const { data, isPending, error, refetch } = useQuery({
    queryKey: [paths.admin.report(type), filters, page],
    queryFn: () => readPage(path),
    placeholderData: (before, query) =>
      query?.queryKey[0] === paths.admin.report(type) ? keepPreviousData(before) : undefined,
  });
  return { ...(data ?? NO_ROWS), isPending, error, refetch };
}
