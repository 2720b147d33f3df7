import { setImmediate } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import createCache, { type EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { type FirstView, paths, type ViewOrder } from '@portal/contract';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter } from 'react-router';
import { company } from '../shared/company.ts';
import { guard } from '../shared/guard.ts';
import { makeQueryClient } from '../shared/http/queryClient.ts';
import { asSessionUser } from '../shared/session/session.ts';
import { storeColorMode } from '../shared/theme/storedColorMode.ts';
import { App } from './App.tsx';
import { fillCache } from './firstView.ts';
import { routes } from './routes.tsx';

/** React's mark of a part that it could not render: its code was not loaded yet, or it failed. */
const UNRENDERED = '<!--$!-->';
/** Parts load parts; after the first views of a process all are loaded. */
const MOST_PASSES = 5;

const caches = { light: createCache({ key: 'css' }), dark: createCache({ key: 'css' }) };
// keeps the rules to be read, rather than writing them beside each element, where they would change its place among siblings
for (const cache of Object.values(caches)) cache.compat = true;

/** The rules that the markup uses, in emotion's own <style> elements: in the browser it takes them over. */
function stylesOf(html: string, { inserted, registered }: EmotionCache): string {
  const used = new Set([...html.matchAll(/\bcss-([a-z\d]+)/g)].map(([, id]) => id));
  const rules = Object.entries(inserted).filter(([, text]) => typeof text === 'string');
  const own = rules.filter(([id]) => used.has(id));
  const everywhere = rules.filter(([id]) => registered[`css-${id}`] === undefined);
  return [
    ...everywhere.map(([id, text]) => `<style data-emotion="css-global ${id}">${text}</style>`),
    `<style data-emotion="css ${own.map(([id]) => id).join(' ')}">${own.map(([, text]) => text).join('')}</style>`,
  ].join('');
}

/** A page with the answers read so far, and what else it would read; null where the user does not see that page. */
async function render({ url, mode, company: details, answers }: ViewOrder): Promise<FirstView | null> {
  const user = asSessionUser(answers[paths.user]);
  if (user.is_admin || guard(url, user) !== 'stay') return null;
  Object.assign(company, { ...details, name: details.name || company.name });
  const client = makeQueryClient();
  fillCache(client, answers);
  const router = createMemoryRouter(routes, { initialEntries: [url] });
  let html = UNRENDERED;
  for (let pass = 0; pass < MOST_PASSES && html.includes(UNRENDERED); pass += 1) {
    if (pass > 0) await setImmediate();
    // beside other views, which may have another
    storeColorMode(mode);
    html = renderToString(
      <CacheProvider value={caches[mode]}>
        <App client={client} router={router} />
      </CacheProvider>,
    );
  }
  router.dispose();
  if (html.includes(UNRENDERED)) throw new Error(`A part of ${url} could not be rendered.`);
  const wants = client
    .getQueryCache()
    .getAll()
    .filter(({ state, options, meta, queryKey }) => {
      const { enabled = true } = options as { readonly enabled?: unknown };
      const isMissing = state.data === undefined && enabled === true;
      return isMissing && queryKey.length === 1 && meta?.inBrowser !== true;
    })
    .map(({ queryKey }) => String(queryKey[0]));
  return { html, styles: stylesOf(html, caches[mode]), wants };
}

parentPort?.on('message', async ({ id, order }: { readonly id: number; readonly order: ViewOrder }) => {
  try {
    parentPort?.postMessage({ id, view: await render(order) });
  } catch (error) {
    parentPort?.postMessage({ id, problem: error instanceof Error ? error.stack : String(error) });
  }
});
