import { migrationSchema, paths, siteSchema } from '@portal/contract';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { readAgain } from '../../shared/http/queryClient.ts';
import { readQuery } from '../../shared/http/readQuery.ts';

/** All sites of the dealer, in the server's order. */
export const useSites = () => useQuery(readQuery(paths.sites, siteSchema.array()));

/** Sites of other companies that the dealer may view. */
export const useSharedSites = () => useQuery(readQuery(`${paths.sites}?shared=true`, siteSchema.array()));

/** Reads lists, sites, histories and viewers again. */
export const readSitesAgain = (client: QueryClient) => readAgain(client, paths.sites);

export const useMigrations = () => useQuery(readQuery(paths.migrations, migrationSchema.array()));
