import { existsSync } from 'node:fs';
import { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type FirstData, MODE_COOKIE, type RenderView, type ViewOrder } from '@portal/contract';
import type { Context } from 'koa';
import compose from 'koa-compose';
import { stateOf } from './requestLog.ts';

/** After that the page is sent without its view. */
const LIMIT_MS = 1_000;
/** Views rendered at once; beyond that pages are sent without. */
const MAX_AT_ONCE = 8;

/**
 * Starts the app's script and its preloads once the view is painted: on a slow line they would delay it. After a second anyway: a
 * page in a hidden tab is not painted. The second start finds nothing left.
 */
export const START_APP =
  "{const go=()=>document.head.append(document.getElementById('app').content);setTimeout(go,1000);new PerformanceObserver(go).observe({type:'paint',buffered:true})}";
const APP_TAGS = /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g;

/** Reads as the page's request would, with its session. Throws where the answer is no success. */
async function readAs(ctx: Context, path: string): Promise<unknown> {
  const headers = { ...ctx.req.headers, accept: 'application/json', 'x-request-id': stateOf(ctx).requestId };
  const request = Object.create(ctx.req, { url: { value: path }, headers: { value: headers } });
  const inner = ctx.app.createContext(request, new ServerResponse(request));
  await compose(ctx.app.middleware)(inner);
  if (inner.status !== 200) throw new Error(`${path} answered ${inner.status}.`);
  return JSON.parse(String(inner.body));
}

/** JSON that may stand in a <script> element. */
const inlineJson = (data: unknown) => JSON.stringify(data).replaceAll('<', '\\u003c');

/** In place of the app's empty root; the disabled fieldset disables the controls in it. */
const filledRoot = (html: string, data: FirstData, app: string) =>
  `<fieldset role="presentation" disabled style="display: contents"><div id="root">${html}</div></fieldset><script type="application/json" id="first-data">${inlineJson(data)}</script><template id="app">${app}</template><script>${START_APP}</script>`;

/**
 * The first views of pages (docs/adr/0036): the page as the session's own user would see it, with the data read for it.
 * @param program the pages' build for the server; without it there are no views
 */
export function firstViews(program: string, company: () => ViewOrder['company']) {
  let atOnce = 0;

  async function view(ctx: Context, mode: FirstData['mode']) {
    const { render }: { readonly render: RenderView } = await import(pathToFileURL(program).href);
    return render({ url: ctx.url, mode, company: company(), read: (path) => readAs(ctx, path) });
  }

  return {
    /** The page with its first view; null where it has none, or not in time: the page alone does, too. */
    async fill(ctx: Context, page: string): Promise<string | null> {
      const mode = ctx.cookies.get(MODE_COOKIE, { signed: false });
      if ((mode !== 'light' && mode !== 'dark') || atOnce >= MAX_AT_ONCE || !existsSync(program)) return null;
      atOnce += 1;
      const made = view(ctx, mode).finally(() => {
        atOnce -= 1;
      });
      try {
        const found = await Promise.race([made, setTimeout(LIMIT_MS, null, { ref: false })]);
        if (found === null) return null;
        const app = [...page.matchAll(APP_TAGS)].join('');
        return page
          .replace(APP_TAGS, '')
          .replace('<div id="root"></div>', () => filledRoot(found.html, found.data, app));
      } catch (error) {
        stateOf(ctx).log.warn({ err: error }, 'a first view could not be rendered');
        return null;
      }
    },
  };
}
