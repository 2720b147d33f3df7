/**
 * Builds the pages only where `dist` is missing or older than its sources; `--force` always builds. The build goes
 * to a folder of its own and is swapped in whole, so that two starters at once never see half a build.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const frontend = import.meta.dirname;
const project = join(frontend, '..');
const dist = join(frontend, 'dist');
const stamp = '.sources';

const SOURCES = [
  'frontend/src',
  'frontend/build',
  'frontend/public',
  'frontend/index.html',
  'frontend/app.html',
  'frontend/vite.config.ts',
  'frontend/build-if-stale.mjs',
  'frontend/package.json',
  'backend/contract/src',
  'backend/domain/src/values',
  'backend/domain/src/pricing',
  'package-lock.json',
];
const NO_SOURCE = /\.spec\.tsx?$/;

/** @param {string} path @returns {string[]} */
function filesUnder(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return [];
  if (!found.isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => filesUnder(join(path, entry.name)));
}

/** One hash over names and contents, the same on every machine. */
function hashOfSources() {
  const hash = createHash('sha256');
  const files = SOURCES.flatMap((source) => filesUnder(join(project, source))).filter(
    (file) => !NO_SOURCE.test(file),
  );
  for (const file of files.sort())
    hash
      .update(`${relative(project, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  return hash.digest('hex');
}

function builtFrom() {
  const file = join(dist, stamp);
  return existsSync(join(dist, 'app.html')) && existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** Puts the new build in place; where another starter was faster with the same sources, its build stays. */
function swapIn(draft, hash) {
  const old = `${draft}.old`;
  for (let attempt = 1; ; attempt += 1) {
    if (attempt > 1 && builtFrom() === hash) return rmSync(draft, { recursive: true });
    try {
      if (existsSync(dist)) renameSync(dist, old);
      renameSync(draft, dist);
      return rmSync(old, { recursive: true, force: true });
    } catch (error) {
      if (attempt === 5) throw error;
      rmSync(old, { recursive: true, force: true });
    }
  }
}

/** Drafts of builds that were killed: an hour is far longer than any build takes. */
function sweepDrafts() {
  for (const name of readdirSync(frontend).filter((entry) => entry.startsWith('dist.'))) {
    const path = join(frontend, name);
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > 3_600_000) rmSync(path, { recursive: true, force: true });
  }
}

async function build() {
  const started = performance.now();
  sweepDrafts();
  const draft = join(frontend, `dist.${process.pid}.new`);
  try {
    const vite = await import('vite');
    const options = { configFile: join(frontend, 'vite.config.ts'), logLevel: 'warn' };
    await vite.build({ ...options, build: { outDir: draft, emptyOutDir: true } });
    await vite.build({
      ...options,
      build: { ssr: 'src/app/server.tsx', outDir: join(draft, '.server'), emptyOutDir: true },
    });
    writeFileSync(join(draft, stamp), hash);
    swapIn(draft, hash);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  console.log(`Built the pages in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}

const hash = hashOfSources();
if (process.argv.includes('--force') || builtFrom() !== hash) await build();
