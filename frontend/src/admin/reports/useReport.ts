import { paths, type ReportType } from '@portal/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { usePortal } from '../dataProvider/index.ts';

/** The filters of a report; blank for all. Days are `YYYY-MM-DD`, both included. */
export type Filters = Readonly<Record<'companyId' | 'startDate' | 'endDate', string>>;

export const PAGE_SIZE = 25;

/** Of a failed read (S2-7). */
const NO_ROWS = { rows: [], total: 0 };

/** A page of a report, counted from 1. Keeps the previous page while it reads. */
export function useReport(type: ReportType, filters: Filters, page: number) {
  const first = (page - 1) * PAGE_SIZE;
  const portal = usePortal();
  const { data, isPending, error, refetch } = useQuery({
    queryKey: [paths.admin.report(type), filters, page],
    queryFn: () => portal.report(type, filters, [first, first + PAGE_SIZE - 1]),
    placeholderData: (before, query) =>
      query?.queryKey[0] === paths.admin.report(type) ? keepPreviousData(before) : undefined,
  });
  return { ...(data ?? NO_ROWS), isPending, error, refetch };
}
