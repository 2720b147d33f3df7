import { useGetList } from 'react-admin';

const BY_DATE = { field: 'created_at', order: 'DESC' } as const;
const ONE_ROW = { page: 1, perPage: 1 };

/** How many records a filter finds: the Content-Range total of a one-row page. Undefined until it is known. */
export function useTotal(resource: string, filter: Readonly<Record<string, unknown>>): number | undefined {
  return useGetList(resource, { pagination: ONE_ROW, sort: BY_DATE, filter }).total;
}
