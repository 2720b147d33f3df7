import { statSync } from 'node:fs';
import { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import {
  type FirstData,
  type FirstView,
  hasFirstView,
  LOOK_COOKIE,
  type Look,
  paths,
  type ViewAnswer,
  type ViewOrder,
} from '@portal/contract';
import { isZone } from '@portal/domain/values';
import type { Context } from 'koa';
import compose from 'koa-compose';
import { stateOf } from './requestLog.ts';

/** After that the page is sent without its view, whose rendering goes on: the next one will be faster. */
export const VIEW_LIMIT_MS = 300;
/** Views waited for at once; beyond that pages are sent without. */
const MAX_WAITING = 8;
const MAX_MEMORY_MB = 256;

/**
 * Starts the app's script and its preloads once the view is painted: they would take its place on a slow line. After a second
 * anyway: a page in a hidden tab is not painted. The second start finds nothing left.
 */
export const START_APP =
  "{const go=()=>document.head.append(document.getElementById('app').content);setTimeout(go,1000);new PerformanceObserver(go).observe({type:'paint',buffered:true})}";
const APP_TAGS = /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g;
/** Hides a light view in a browser that was not here before and prefers dark, until the app has set its mode on the root. */
const NOT_IN_DARK =
  '<style>@media (prefers-color-scheme: dark) { :root:not([style]) #root, #first-view { visibility: hidden } }</style>';

type Message = { readonly id: number } & (
  | { readonly view: FirstView | null }
  | { readonly problem: string }
  | { readonly read: number; readonly path: string }
);
/** Reads a path of the API for a page; undefined where that is no success. */
type Read = (path: string) => Promise<ViewAnswer | undefined>;

interface Waiting {
  readonly read: Read;
  resolve(view: FirstView | null): void;
  reject(error: Error): void;
}

/** Renders in a thread of its own, which the first page starts and another build replaces: a view takes tens of milliseconds. */
function renderer(program: string) {
  const waiting = new Map<number, Waiting>();
  let last = 0;
  let thread: Worker | undefined;
  let build: number | undefined;
  let failed: Error | undefined;

  function end(why: Error): void {
    thread = undefined;
    for (const waits of waiting.values()) waits.reject(why);
    waiting.clear();
  }

  function start(): Worker | undefined {
    const present = statSync(program, { throwIfNoEntry: false })?.mtimeMs;
    if (present === undefined || present === build) return thread;
    void thread?.terminate();
    end(new Error('The pages were built anew.'));
    build = present;
    failed = undefined;
    const started = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB } });
    thread = started;
    thread.unref();
    thread.on('message', async (message: Message) => {
      const { id } = message;
      const waits = waiting.get(id);
      if ('read' in message) {
        const answer = await waits?.read(message.path).catch(() => undefined);
        started.postMessage({ id, read: message.read, answer });
        return;
      }
      waiting.delete(id);
      if ('problem' in message) waits?.reject(new Error(message.problem));
      else waits?.resolve(message.view);
    });
    // not started again with the same build
    thread.on('error', (error: Error) => {
      failed = error;
      end(error);
    });
    return thread;
  }

  return {
    start,
    async render(order: ViewOrder, read: Read): Promise<FirstView | null> {
      const running = start();
      if (failed !== undefined) throw failed;
      if (running === undefined || waiting.size >= MAX_WAITING) return null;
      last += 1;
      const id = last;
      return new Promise((resolve, reject) => {
        waiting.set(id, { read, resolve, reject });
        running.postMessage({ id, order });
      });
    },
  };
}

/** Reads as the page's request would, with its session. */
async function readAs(ctx: Context, path: string): Promise<ViewAnswer | undefined> {
  const headers = { ...ctx.req.headers, accept: 'application/json', 'x-request-id': stateOf(ctx).requestId };
  const request = Object.create(ctx.req, { url: { value: path }, headers: { value: headers } });
  const inner = ctx.app.createContext(request, new ServerResponse(request));
  await compose(ctx.app.middleware)(inner);
  const { status, body, response } = inner;
  if (status !== 200) return undefined;
  const sent = ['Content-Type', 'Content-Range'].map((name) => [name, response.get(name)]);
  return { text: String(body), headers: Object.fromEntries(sent) };
}

/** JSON that may stand in a <script> element. */
const inlineJson = (data: unknown) => JSON.stringify(data).replaceAll('<', '\\u003c');

/** A disabled fieldset disables the controls in it. */
const withDisabledControls = (html: string) =>
  `<fieldset role="presentation" disabled style="display: contents">${html}</fieldset>`;

/** A view that the app takes over. */
const takenOver = (html: string, data: FirstData) =>
  `${withDisabledControls(`<div id="root">${html}</div>`)}<script type="application/json" id="first-data">${inlineJson(data)}</script>`;

/** A view that the app replaces: until then it draws unseen, in the view's place so that it has its size. */
const replaced = (html: string) =>
  `${withDisabledControls(`<div id="first-view">${html}</div>`)}<div id="root" style="position: absolute; inset: 0; visibility: hidden"></div>`;

const lookCookie = (ctx: Context) => ctx.cookies.get(LOOK_COOKIE, { signed: false });

/** As the cookie says; without it light and UTC, and narrow where the browser is a phone's. */
function lookOfBrowser(ctx: Context): Look {
  const [mode, width, zone = ''] = lookCookie(ctx)?.split('.') ?? [];
  return {
    mode: mode === 'dark' ? 'dark' : 'light',
    narrow: width === undefined ? /Mobi/.test(ctx.get('User-Agent')) : width === 'narrow',
    zone: isZone(zone) ? zone : 'UTC',
  };
}

/**
 * The first views of pages (docs/adr/0031): the page as the session's own user would see it, with the data read for it.
 * @param program the pages' build for the server; without it there are no views
 */
export function firstViews(program: string, company: () => ViewOrder['company'], limitMs: number) {
  const { start, render } = renderer(program);

  async function view(ctx: Context, look: Look): Promise<FirstView | null> {
    const user = await readAs(ctx, paths.user);
    if (user === undefined) return null;
    const order = {
      url: ctx.url,
      look,
      company: company(),
      user: JSON.parse(user.text),
    };
    return render(order, (path) => readAs(ctx, path));
  }

  return {
    start,
    /** The page with its first view; null where it has none, or not in time: the page alone does, too. */
    async fill(ctx: Context, page: string): Promise<string | null> {
      const look = lookOfBrowser(ctx);
      if (!hasFirstView(ctx.path, look)) return null;
      try {
        const made = await Promise.race([view(ctx, look), setTimeout(limitMs, null, { ref: false })]);
        if (made === null) return null;
        const { html, styles, answers } = made;
        const isKnown = lookCookie(ctx) !== undefined;
        const app = [...page.matchAll(APP_TAGS)].join('');
        return page
          .replace(APP_TAGS, '')
          .replace('</head>', () => `${styles}${isKnown ? '' : NOT_IN_DARK}</head>`)
          .replace(
            '<div id="root"></div>',
            () =>
              `${answers === null ? replaced(html) : takenOver(html, { mode: look.mode, answers })}<template id="app">${app}</template><script>${START_APP}</script>`,
          );
      } catch (error) {
        stateOf(ctx).log.warn({ err: error }, 'a first view could not be rendered');
        return null;
      }
    },
  };
}
