import { setImmediate } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import createCache, { type EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import type { FirstView, ViewAnswer, ViewOrder } from '@portal/contract';
import type { QueryClient } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter } from 'react-router';
import { company } from '../shared/company.ts';
import { guard } from '../shared/guard.ts';
import { makeQueryClient } from '../shared/http/queryClient.ts';
import { asSessionUser, userKey } from '../shared/session/session.ts';
import { showTimesOf } from '../shared/text.ts';
import { storeColorMode } from '../shared/theme/storedColorMode.ts';
import { portalTheme } from '../shared/theme/theme.ts';
import { App } from './App.tsx';
import { routes } from './routes.tsx';

/** React's mark of a part that it could not render: its code was not loaded yet, or it failed. */
const UNRENDERED = '<!--$!-->';
/** Parts load parts, and reads follow from what others answered. */
const MAX_PASSES = 12;
/** A screen's cards. */
const MAX_CARDS = 8;

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

/** Waiting for the answer to a read, by its number: pages may read a path twice. */
const asked = new Map<number, (answer: ViewAnswer | undefined) => void>();
let reads = 0;
let current = 0;

/** What pages read comes from the server's own thread, which reads it as the page's user. */
globalThis.fetch = async (path) => {
  const answer = await new Promise<ViewAnswer | undefined>((resolve) => {
    reads += 1;
    asked.set(reads, resolve);
    parentPort?.postMessage({ id: current, read: reads, path });
  });
  if (answer === undefined) throw new TypeError('The server has no answer.');
  // more than fit a screen would only take time: the app shows all of them
  const isPart = Boolean(answer.headers['Content-Range']);
  return new Response(
    isPart ? JSON.stringify(JSON.parse(answer.text).slice(0, MAX_CARDS)) : answer.text,
    answer,
  );
};

/** Reads what a rendered page would; of a dealer's page what is named by its path alone. @returns whether something was read */
async function readWanted(client: QueryClient, tried: Set<string>, isAdminPage: boolean): Promise<boolean> {
  const wanted = client.getQueryCache().findAll({
    predicate: ({ state, options, meta, queryKey, queryHash }) => {
      const { enabled = true } = options as { readonly enabled?: unknown };
      const isMissing =
        state.data === undefined && enabled === true && (isAdminPage || queryKey.length === 1);
      return isMissing && meta?.inBrowser !== true && !tried.has(queryHash);
    },
  });
  for (const { queryHash } of wanted) tried.add(queryHash);
  const read = wanted.map((query) =>
    query.fetch().then(
      () => true,
      () => {
        // shown as loading, as where it was never read
        query.reset();
        return false;
      },
    ),
  );
  return (await Promise.all(read)).includes(true);
}

/** The page with what it reads; null where the user does not see that page. */
async function render({ url, look, company: details, user: json }: ViewOrder): Promise<FirstView | null> {
  const user = asSessionUser(json);
  const isAdminPage = url.startsWith('/admin');
  if (user.is_admin !== isAdminPage || guard(url, user) !== 'stay') return null;
  Object.assign(company, { ...details, name: details.name || company.name });
  const { mode, zone } = look;
  storeColorMode(mode);
  showTimesOf(zone);
  const theme = portalTheme(mode);
  const ssrMatchMedia = () => ({ matches: isAdminPage });
  theme.components = { ...theme.components, MuiUseMediaQuery: { defaultProps: { ssrMatchMedia } } };
  const client = makeQueryClient();
  client.setQueryData(userKey, user);
  // what react-admin asks about the user first: each question would take another pass
  const [, , resource] = new URL(url, 'http://localhost').pathname.split('/');
  client.setQueryData(['auth', 'checkAuth', {}], true);
  client.setQueryData(['auth', 'canAccess', { action: 'list', enabled: true, resource }], true);
  const router = createMemoryRouter(routes, { initialEntries: [url] });
  const tried = new Set<string>();
  let html = UNRENDERED;
  let goesOn = true;
  for (let pass = 0; pass < MAX_PASSES && goesOn; pass += 1) {
    html = renderToString(
      <CacheProvider value={caches[mode]}>
        <App client={client} router={router} />
      </CacheProvider>,
    );
    goesOn = await readWanted(client, tried, isAdminPage);
    if (html.includes(UNRENDERED)) {
      goesOn = true;
      await setImmediate();
    }
  }
  router.dispose();
  if (html.includes(UNRENDERED)) throw new Error(`A part of ${url} could not be rendered.`);
  const read = client.getQueryCache().findAll({ predicate: ({ state }) => state.data !== undefined });
  const answers = Object.fromEntries(read.map(({ queryKey, state }) => [String(queryKey[0]), state.data]));
  return { html, styles: stylesOf(html, caches[mode]), answers: isAdminPage ? null : answers };
}

type Message = { readonly id: number } & (
  | { readonly order: ViewOrder }
  | { readonly read: number; readonly answer: ViewAnswer | undefined }
);

// one after the other: mode, time zone and react-admin's batches of reads are the thread's
let views = Promise.resolve();

parentPort?.on('message', (message: Message) => {
  const { id } = message;
  if ('read' in message) {
    asked.get(message.read)?.(message.answer);
    asked.delete(message.read);
    return;
  }
  views = views.then(async () => {
    current = id;
    try {
      parentPort?.postMessage({ id, view: await render(message.order) });
    } catch (error) {
      parentPort?.postMessage({ id, problem: error instanceof Error ? error.stack : String(error) });
    }
  });
});
