import { type Migration, migrationSchema, paths, type Site, siteSchema } from '@portal/contract';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { read } from '../../shared/http/http.ts';

const sitesAt = (path: string) => ({
  queryKey: [path] as const,
  queryFn: async (): Promise<readonly Site[]> => siteSchema.array().parse(await read(path)),
});

/** All sites of the dealer, GET /api/sites, in the server's order. */
export const useSites = () => useQuery(sitesAt(paths.sites));

/** Sites of other companies that the dealer may view. */
export const useSharedSites = () => useQuery(sitesAt(`${paths.sites}?shared=true`));

/** Reads again what is shown of sites: the lists, a site's page with its history and viewers. */
export const readSitesAgain = (client: QueryClient) =>
  client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(paths.sites) });

/** The dealer's migration requests, GET /api/migrations. */
export function useMigrations() {
  return useQuery({
    queryKey: [paths.migrations],
    queryFn: async (): Promise<readonly Migration[]> =>
      migrationSchema.array().parse(await read(paths.migrations)),
  });
}
