import { text } from 'node:stream/consumers';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { paths, type RenderView, type SessionUser } from '@portal/contract';
import { dehydrate } from '@tanstack/react-query';
import { prerenderToNodeStream } from 'react-dom/static';
import { createMemoryRouter } from 'react-router';
import { company } from '../shared/company.ts';
import { guard } from '../shared/guard.ts';
import { makeQueryClient } from '../shared/http/queryClient.ts';
import { ModeOfView } from '../shared/theme/PortalTheme.tsx';
import { App } from './App.tsx';
import { firstReads } from './pages.ts';
import { routes } from './routes.tsx';

/** Renders a dealer's page with what it reads. */
export const render: RenderView = async ({ url, mode, company: details, read }) => {
  const { pathname, search } = new URL(url, 'http://localhost');
  const reads = firstReads(pathname);
  if (reads === null) return null;
  const client = makeQueryClient();
  const prefetch = (path: string) => client.prefetchQuery({ queryKey: [path], queryFn: () => read(path) });
  await prefetch(paths.user);
  const user = client.getQueryData<SessionUser>([paths.user]);
  if (!user || user.is_admin || guard(pathname, user) !== 'stay') return null;
  await Promise.all(reads.map(prefetch));
  if (reads.some((path) => client.getQueryData([path]) === undefined)) return null;
  // the page reads everything again: events tell of changes only since it listens
  await client.invalidateQueries({ refetchType: 'none' });
  Object.assign(company, { ...details, name: details.name || company.name });
  const router = createMemoryRouter(routes, { initialEntries: [pathname + search] });
  const faults: unknown[] = [];
  const { prelude } = await prerenderToNodeStream(
    <CacheProvider value={createCache({ key: 'css' })}>
      <ModeOfView value={mode}>
        <App client={client} router={router} />
      </ModeOfView>
    </CacheProvider>,
    // in one piece: React would move large parts into place by inline scripts, which the policy refuses
    { progressiveChunkSize: Number.POSITIVE_INFINITY, onError: (fault) => void faults.push(fault) },
  );
  router.dispose();
  if (faults.length > 0) throw faults[0];
  return { html: await text(prelude), data: { mode, state: dehydrate(client) } };
};
