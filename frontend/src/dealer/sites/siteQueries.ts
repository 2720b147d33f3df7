// Separate from queries.ts: the dashboard does not need the schemas of a site's page.
import { historyEntrySchema, paths, siteUserSchema, siteWithRateSchema } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { readQuery } from '../../shared/http/readQuery.ts';

/** An own or shared site. */
export const useSite = (id: string) => useQuery(readQuery(paths.site(id), siteWithRateSchema));

/** The history of an own site, newest first. */
export const useSiteHistory = (id: string) =>
  useQuery(readQuery(paths.siteHistory(id), historyEntrySchema.array()));

/** The users of other companies who may view an own site. */
export const useViewers = (id: string) => useQuery(readQuery(paths.siteUsers(id), siteUserSchema.array()));
