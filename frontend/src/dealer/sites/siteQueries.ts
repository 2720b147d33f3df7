// Apart from queries.ts: the dashboard does without the schemas of a site's own page.
import {
  type HistoryEntry,
  historyEntrySchema,
  paths,
  type SiteUser,
  type SiteWithRate,
  siteUserSchema,
  siteWithRateSchema,
} from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../shared/http/http.ts';

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
