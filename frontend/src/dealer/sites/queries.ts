import {
  type HistoryEntry,
  historyEntrySchema,
  type Migration,
  migrationSchema,
  paths,
  type Site,
  type SiteUser,
  type SiteWithRate,
  siteSchema,
  siteUserSchema,
  siteWithRateSchema,
} from '@portal/contract';
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

/** One site, the dealer's own or one that is shared with the dealer. */
export function useSite(id: string) {
  const path = paths.site(id);
  return useQuery({
    queryKey: [path],
    queryFn: async (): Promise<SiteWithRate> => siteWithRateSchema.parse(await read(path)),
  });
}

/** What happened to an own site, the newest first. */
export function useSiteHistory(id: string) {
  const path = paths.siteHistory(id);
  return useQuery({
    queryKey: [path],
    queryFn: async (): Promise<readonly HistoryEntry[]> => historyEntrySchema.array().parse(await read(path)),
  });
}

/** Who may view an own site. */
export function useViewers(id: string) {
  const path = paths.siteUsers(id);
  return useQuery({
    queryKey: [path],
    queryFn: async (): Promise<readonly SiteUser[]> => siteUserSchema.array().parse(await read(path)),
  });
}
