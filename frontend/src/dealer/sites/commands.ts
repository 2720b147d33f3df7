import { paths } from '@portal/contract';
import { request } from '../../shared/http/http.ts';
import { type Command, useCommand } from '../../shared/http/useCommand.ts';
import { readSitesAgain } from './queries.ts';

/** A command about a site; sites are read again before it is done. */
export const useSiteCommand = <Body = void>(command: Omit<Command<Body>, 'refresh'>) =>
  useCommand<Body>({ ...command, refresh: readSitesAgain });

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
