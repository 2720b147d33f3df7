import { migrationSchema, paths, siteSchema } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../shared/http/http.ts';
import { readAgain, readQuery } from '../../shared/http/queryClient.ts';
import { type Command, useCommand } from '../../shared/http/useCommand.ts';

/** All sites of the dealer, in the server's order. */
export const useSites = () => useQuery(readQuery(paths.sites, siteSchema.array()));

/** Sites of other companies that the dealer may view. */
export const useSharedSites = () => useQuery(readQuery(`${paths.sites}?shared=true`, siteSchema.array()));

export const useMigrations = () => useQuery(readQuery(paths.migrations, migrationSchema.array()));

/** A command about a site; sites are read again before it is done. */
export const useSiteCommand = <Body = void>(command: Omit<Command<Body>, 'refresh'>) =>
  useCommand<Body>({ ...command, refresh: (client) => readAgain(client, paths.sites) });

interface SitePatch {
  readonly changes: Readonly<Record<string, unknown>>;
  /** The revision that was read; null changes any. */
  readonly etag: string | null;
}

/** PATCH /api/sites/{id}. */
export const useSitePatch = (siteId: string, texts: Omit<Command<SitePatch>, 'send' | 'refresh'>) =>
  useSiteCommand<SitePatch>({
    ...texts,
    send: ({ changes, etag }) => request('PATCH', paths.site(siteId), changes, { ifMatch: etag }),
  });
