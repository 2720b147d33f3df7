import { paths, type Site, siteSchema } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../shared/http/http.ts';

export const sitesKey = [paths.sites] as const;

/** All sites of the dealer, GET /api/sites, in the server's order. */
export function useSites() {
  return useQuery({
    queryKey: sitesKey,
    queryFn: async (): Promise<readonly Site[]> => siteSchema.array().parse(await read(paths.sites)),
  });
}
