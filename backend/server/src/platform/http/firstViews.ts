import { statSync } from 'node:fs';
import { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { COLOR_MODE_COOKIE, type FirstData, type FirstView, paths, type ViewOrder } from '@portal/contract';
import type { Context } from 'koa';
import compose from 'koa-compose';
import { stateOf } from './requestLog.ts';

/** After that the page is sent without its view. */
const LIMIT_MS = 300;
/** Reads that follow from what other reads answered. */
const MOST_ROUNDS = 4;
/** Views waited for at once; beyond that pages are sent without. */
const MOST_WAITING = 8;
const MOST_MEMORY_MB = 256;

/**
 * Starts the app's script and its preloads once the view is painted: they would take its place on a slow line. After a second
 * anyway: a page in a hidden tab is not painted. The second start finds nothing left.
 */
export const START_APP =
  "{const go=()=>document.head.append(document.getElementById('app').content);setTimeout(go,1000);new PerformanceObserver(go).observe({type:'paint',buffered:true})}";
const APP_TAGS = /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g;
/** Hides a light view in a browser that was not here before and prefers dark, until the app has set its mode on the root. */
const NOT_IN_DARK =
  '<style>@media (prefers-color-scheme: dark) { :root:not([style]) #root { visibility: hidden } }</style>';

type Answer = { readonly id: number } & ({ readonly view: FirstView | null } | { readonly problem: string });

/** Renders in a thread of its own, which the first page starts and another build replaces: a view takes tens of milliseconds. */
function renderer(program: string) {
  const waiting = new Map<number, { resolve(view: FirstView | null): void; reject(error: Error): void }>();
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
    thread = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB } });
    thread.unref();
    thread.on('message', (answer: Answer) => {
      const waits = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ('problem' in answer) waits?.reject(new Error(answer.problem));
      else waits?.resolve(answer.view);
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
    async render(order: ViewOrder): Promise<FirstView | null> {
      const running = start();
      if (failed !== undefined) throw failed;
      if (running === undefined || waiting.size >= MOST_WAITING) return null;
      last += 1;
      const id = last;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        running.postMessage({ id, order });
      });
    },
  };
}

/** Reads a path of the API as the page's request would, with its session; undefined where that is no success. */
async function readAs(ctx: Context, path: string): Promise<unknown> {
  const headers = { ...ctx.req.headers, accept: 'application/json', 'x-request-id': stateOf(ctx).requestId };
  const request = Object.create(ctx.req, { url: { value: path }, headers: { value: headers } });
  const inner = ctx.app.createContext(request, new ServerResponse(request));
  await compose(ctx.app.middleware)(inner);
  return inner.status === 200 ? JSON.parse(String(inner.body)) : undefined;
}

/** JSON that may stand in a <script> element. */
const inlineJson = (data: unknown) => JSON.stringify(data).replaceAll('<', '\\u003c');

/**
 * The first views of pages (docs/adr/0031): the page as the session's own user would see it, with the data read for it.
 * @param program the pages' build for the server; without it there are no views
 */
export function firstViews(program: string, company: () => ViewOrder['company']) {
  const { start, render } = renderer(program);

  async function view(ctx: Context): Promise<(FirstView & FirstData) | null> {
    const answers: Record<string, unknown> = { [paths.user]: await readAs(ctx, paths.user) };
    if (answers[paths.user] === undefined) return null;
    const mode = ctx.cookies.get(COLOR_MODE_COOKIE, { signed: false }) === 'dark' ? 'dark' : 'light';
    for (let round = 1; ; round += 1) {
      const made = await render({ url: ctx.url, mode, company: company(), answers });
      const missing = made?.wants.filter((path) => !Object.hasOwn(answers, path)) ?? [];
      if (made === null || missing.length === 0 || round === MOST_ROUNDS)
        return made && { ...made, mode, answers };
      const read = await Promise.all(missing.map((path) => readAs(ctx, path)));
      for (const [index, path] of missing.entries()) answers[path] = read[index];
    }
  }

  return {
    start,
    /** The page with its first view; null where it has none, or not in time: the page alone does, too. */
    async fill(ctx: Context, page: string): Promise<string | null> {
      try {
        const made = await Promise.race([view(ctx), setTimeout(LIMIT_MS, null, { ref: false })]);
        if (made === null) return null;
        const { html, styles, mode, answers } = made;
        const isKnown = ctx.cookies.get(COLOR_MODE_COOKIE, { signed: false }) !== undefined;
        const app = [...page.matchAll(APP_TAGS)].join('');
        return page
          .replace(APP_TAGS, '')
          .replace('</head>', () => `${styles}${isKnown ? '' : NOT_IN_DARK}</head>`)
          .replace(
            '<div id="root"></div>',
            () =>
              `<fieldset role="presentation" disabled style="display: contents"><div id="root">${html}</div></fieldset><script type="application/json" id="first-data">${inlineJson({ mode, answers })}</script><template id="app">${app}</template><script>${START_APP}</script>`,
          );
      } catch (error) {
        stateOf(ctx).log.warn({ err: error }, 'a first view could not be rendered');
        return null;
      }
    },
  };
}
