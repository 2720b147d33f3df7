// @vitest-environment node
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';

const DIST = path.join(import.meta.dirname, '../dist');
const KB = 1_000;

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly isDynamicEntry?: boolean;
  readonly imports?: readonly string[];
}

let manifest: Readonly<Record<string, Chunk>>;

const chunk = (name: string): Chunk => {
  const found = manifest[name];
  if (!found) throw new Error(`The build has no ${name}.`);
  return found;
};

/** A chunk and all it imports before it can run. */
function loadedWith(name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const imported of chunk(name).imports ?? []) loadedWith(imported, seen);
  return seen;
}

/** As the server sends it: compressed by brotli, unless it is too small for that. */
const bytes = (name: string) => {
  const file = path.join(DIST, chunk(name).file);
  return (statSync(`${file}.br`, { throwIfNoEntry: false }) ?? statSync(file)).size;
};
const sum = (names: Iterable<string>) => [...names].reduce((total, name) => total + bytes(name), 0);
const textOf = (names: Iterable<string>) =>
  [...names].map((name) => readFileSync(path.join(DIST, chunk(name).file), 'utf8')).join('\n');

/** Bars of what pages weigh, in JavaScript as served: compressed by brotli. Built by `npm test` before it runs. */
describe('the built pages', () => {
  beforeAll(() => {
    const file = path.join(DIST, '.vite/manifest.json');
    if (!existsSync(file)) throw new Error('Please build the pages first: npm run build');
    manifest = JSON.parse(readFileSync(file, 'utf8')) as typeof manifest;
  });

  // Proves X-18
  it('landing: at most 75 kB before its form is used', () => {
    expect(sum(loadedWith('index.html'))).toBeLessThanOrEqual(75 * KB);
  });

  it('typeface: at most 50 kB, fetched along with each page', () => {
    for (const page of ['index.html', 'app.html']) {
      const html = readFileSync(path.join(DIST, page), 'utf8');
      const [, file = ''] = /rel="preload"\s+href="([^"]+latin-wght[^"]+)"\s+as="font"/.exec(html) ?? [];
      expect(file).toMatch(/\.woff2$/);
      expect(statSync(path.join(DIST, file)).size).toBeLessThanOrEqual(50 * KB);
      const styles = [...html.matchAll(/rel="stylesheet" crossorigin href="([^"]+)"/g)].map(([, css]) => css);
      expect(styles.map((css) => readFileSync(path.join(DIST, css ?? ''), 'utf8')).join()).toContain(file);
    }
  });

  it('shell of public and dealer pages with router and MUI: at most 180 kB', () => {
    expect(sum(loadedWith('app.html'))).toBeLessThanOrEqual(180 * KB);
  });

  it('administration: at most 420 kB and 25 files before a page of it shows', () => {
    const always = ['app.html', 'src/admin/index.tsx', 'src/shared/layout/AccountMenu.tsx'];
    const pages = Object.keys(manifest).filter((name) => /^src\/admin\/.*(List|Show|Page)\.tsx$/.test(name));
    expect(pages.length).toBeGreaterThanOrEqual(25);
    const heavy = pages
      .map((page) => {
        const loaded = new Set([...always, page].flatMap((name) => [...loadedWith(name)]));
        return { page, bytes: sum(loaded), files: loaded.size };
      })
      .filter(({ bytes: total, files }) => total > 420 * KB || files > 25);
    expect(heavy).toEqual([]);
  });

  it('every other page: at most 300 kB, shell included', () => {
    const shell = loadedWith('app.html');
    const pages = Object.keys(manifest).filter(
      (name) =>
        /^src\/(app|public|dealer)\//.test(name) && name.endsWith('Page.tsx') && chunk(name).isDynamicEntry,
    );
    expect(pages.length).toBeGreaterThanOrEqual(9);
    const heavy = pages
      .map((name) => ({ name, bytes: sum(new Set([...shell, ...loadedWith(name)])) }))
      .filter(({ bytes: total }) => total > 300 * KB);
    expect(heavy).toEqual([]);
  });

  it('no two files import each other, so that none runs before what it needs', () => {
    const cycles: string[] = [];
    const visit = (name: string, above: readonly string[]) => {
      if (above.includes(name)) cycles.push([...above, name].join(' > '));
      else if (!seen.has(name))
        for (const imported of chunk(name).imports ?? []) visit(imported, [...above, name]);
      seen.add(name);
    };
    const seen = new Set<string>();
    for (const name of Object.keys(manifest)) visit(name, []);
    expect(cycles).toEqual([]);
  });

  it('no entry contains react-admin, papaparse or Stripe', () => {
    const code = textOf(new Set([...loadedWith('index.html'), ...loadedWith('app.html')]));
    for (const mark of ['RaStore', 'papaparse', 'js.stripe.com']) expect(code, mark).not.toContain(mark);
  });

  it('has hashed names, compressed twins and no source maps', () => {
    const files = readdirSync(path.join(DIST, 'assets'));
    expect(files.filter((name) => name.endsWith('.map'))).toEqual([]);
    const scripts = files.filter((name) => name.endsWith('.js'));
    expect(scripts.filter((name) => !/-[\w-]{8}\.js$/.test(name))).toEqual([]);
    const large = scripts.filter((name) => statSync(path.join(DIST, 'assets', name)).size >= 1_024);
    for (const ending of ['br', 'gz'])
      expect(
        large.filter((name) => !files.includes(`${name}.${ending}`)),
        ending,
      ).toEqual([]);
  });
});
