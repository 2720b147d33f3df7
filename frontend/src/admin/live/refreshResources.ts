import type { Query, QueryClient } from '@tanstack/react-query';

/** The admin resources, as their queries begin. */
const RESOURCES = new Set<unknown>([
  ...['users', 'companies', 'sites', 'migrations', 'contacts', 'mails'],
  ...['invoicing', 'invoices', 'orders', 'payments', 'billing-runs', 'disputes'],
]);
/** Reads of single records. */
const RECORDS = new Set<unknown>(['getOne', 'getMany']);

/** Beside the resources whatever an admin page reads by its path. */
const isOurs = ({ queryKey: [first] }: Query) =>
  RESOURCES.has(first) || (typeof first === 'string' && first.startsWith('/api/admin/'));

/**
 * Fetches again whatever an admin page shows now; what is not on screen is read anew when it is next opened. Records
 * behind the scenes are dropped rather than marked: react-admin's lists put back the record they find in the cache,
 * old as it may be, and thereby make it count as fresh.
 */
export function refreshResources(queryClient: QueryClient): Promise<void> {
  queryClient.removeQueries({
    type: 'inactive',
    predicate: (query) => isOurs(query) && RECORDS.has(query.queryKey[1]),
  });
  return queryClient.invalidateQueries({ predicate: isOurs });
}
