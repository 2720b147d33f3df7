import type { QueryClient } from '@tanstack/react-query';

/** The admin resources, as their queries begin. */
const RESOURCES = new Set<unknown>(['users', 'companies', 'sites']);

/** Fetches again whatever admin page shows now and forgets the rest, e.g. a list behind another tab. */
export function refreshResources(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => RESOURCES.has(queryKey[0]) });
}
