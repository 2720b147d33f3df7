import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isPage } from '@portal/contract';
import type { Context, Next } from 'koa';
import serveStatic from 'koa-static';
import { escapeMarkup } from '../escapeMarkup.ts';
import { firstViews, START_APP } from './firstViews.ts';

interface Page {
  /** By content encoding; compressed once, when read. */
  readonly bodies: { readonly br: Buffer; readonly gzip: Buffer; readonly identity: Buffer };
  /** Hash of the uncompressed text; each encoding has its own tag. */
  readonly hash: string;
  readonly modified: number;
  readonly marks: string;
  /** CSP hashes of its inline scripts. */
  readonly scriptHashes: readonly string[];
}

/** Texts for placeholders `%NAME%` in pages. */
export type PageMarks = Readonly<Record<string, string>>;

/** Fills in placeholders as text, never as markup. */
function fillIn(html: string, marks: PageMarks): string {
  return html.replace(/%([A-Z_]+)%/g, (mark, name: string) => {
    const text = Object.hasOwn(marks, name) ? marks[name] : undefined;
    return text === undefined ? mark : escapeMarkup(text);
  });
}

const YEAR_MS = 31_536_000_000;
/** Paths of the API and of machines. */
const NOT_PAGES = /^\/(api(\/|$)|(healthz|readyz|metrics)$)/;
const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

const hashOf = (script: string) => `sha256-${createHash('sha256').update(script).digest('base64')}`;

/** Fast rather than small: it is one user's, made while they wait. */
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

async function compressed(html: string, encoding: keyof Page['bodies']): Promise<string | Buffer> {
  if (encoding === 'identity') return html;
  return encoding === 'br' ? promisify(brotliCompress)(html, QUICK) : promisify(gzip)(html);
}

/**
 * Serves frontend/dist: index.html for `/`, app.html for other pages, with 404 for unknown paths. Pages are revalidated by ETag,
 * hashed assets are not; `.br` and `.gz` files are sent if accepted. Some pages come with a first view of their user, which nobody
 * may keep.
 */
export function staticPages(root: string, marksNow: () => PageMarks = () => ({})) {
  const pages = new Map<string, Page>();
  const sendAsset = assetFiles(root);
  const views = firstViews(path.join(root, '.server/server.mjs'), () => {
    const { COMPANY_NAME = '', COMPANY_ADDRESS = '', COMPANY_PHONE = '', COMPANY_EMAIL = '' } = marksNow();
    return { name: COMPANY_NAME, address: COMPANY_ADDRESS, phone: COMPANY_PHONE, email: COMPANY_EMAIL };
  });

  async function page(name: 'index.html' | 'app.html'): Promise<Page | null> {
    const file = path.join(root, name);
    const modified = await stat(file).then(
      (found) => found.mtimeMs,
      () => null,
    );
    if (modified === null) return null;
    const known = pages.get(name);
    const marks = marksNow();
    const marksText = JSON.stringify(marks);
    if (known?.modified === modified && known.marks === marksText) return known;
    const html = Buffer.from(fillIn(await readFile(file, 'utf8'), marks));
    const [br, zipped] = await Promise.all([promisify(brotliCompress)(html), promisify(gzip)(html)]);
    const read: Page = {
      bodies: { br, gzip: zipped, identity: html },
      modified,
      marks: marksText,
      hash: createHash('sha256').update(html).digest('base64url').slice(0, 27),
      scriptHashes: [...html.toString('utf8').matchAll(INLINE_SCRIPT)].map(([, script = '']) =>
        hashOf(script),
      ),
    };
    pages.set(name, read);
    return read;
  }

  async function serve(ctx: Context): Promise<void> {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return;
    await sendAsset(ctx);
    if (ctx.body != null) return;
    const found = await page(ctx.path === '/' ? 'index.html' : 'app.html');
    if (found === null) return;
    ctx.status = ctx.path === '/' || isPage(ctx.path) ? 200 : 404;
    ctx.type = 'text/html; charset=utf-8';
    const encoding = encodingFor(ctx);
    ctx.set('Vary', 'Accept-Encoding');
    if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
    const filled =
      ctx.method === 'GET' ? await views.fill(ctx, found.bodies.identity.toString('utf8')) : null;
    if (filled !== null) {
      ctx.set('Cache-Control', 'no-store');
      ctx.body = await compressed(filled, encoding);
      return;
    }
    ctx.set('Cache-Control', 'no-cache');
    ctx.set('ETag', `"${found.hash}-${encoding}"`);
    if (ctx.status === 200 && ctx.fresh) {
      ctx.status = 304;
      return;
    }
    ctx.body = found.bodies[encoding];
  }

  return {
    /** CSP hashes of the inline scripts of the pages served so far; `load` fills them before the first request. */
    scriptHashes: (): readonly string[] => [
      hashOf(START_APP),
      ...[...pages.values()].flatMap((read) => read.scriptHashes),
    ],
    /** False where the frontend was not built. */
    async load(): Promise<boolean> {
      const found = await Promise.all([page('index.html'), page('app.html')]);
      return found.every((read) => read !== null);
    },
    middleware: async (ctx: Context, next: Next): Promise<void> => {
      if (NOT_PAGES.test(ctx.path)) return next();
      await serve(ctx);
      if (ctx.body == null && ctx.status === 404) await next();
    },
  };
}

/** The smallest accepted encoding. */
function encodingFor(ctx: Context): keyof Page['bodies'] {
  const smallest = (['br', 'gzip'] as const).find(
    (encoding) => ctx.acceptsEncodings(encoding, 'identity') === encoding,
  );
  return smallest ?? 'identity';
}

/** Sends built files; not pages by file name. */
function assetFiles(root: string): (ctx: Context) => Promise<void> {
  const vary = (response: { setHeader(name: string, value: string): unknown }) =>
    response.setHeader('Vary', 'Accept-Encoding');
  const hashed = serveStatic(root, { index: false, maxAge: YEAR_MS, immutable: true, setHeaders: vary });
  const plain = serveStatic(root, {
    index: false,
    setHeaders: (response) => {
      vary(response);
      response.setHeader('Cache-Control', 'no-cache');
    },
  });
  return async (ctx) => {
    if (!/\.[a-z0-9]{2,8}$/i.test(ctx.path) || /\.(html|br|gz)$/i.test(ctx.path)) return;
    await (ctx.path.startsWith('/assets/') ? hashed : plain)(ctx as never, async () => {});
  };
}
