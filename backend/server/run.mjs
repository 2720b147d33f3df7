/**
 * Runs a TypeScript program of this repository: `node backend/server/run.mjs <program.ts> [parameters]`. The program and
 * the workspaces it imports are bundled into `dist/`, anew only when one of their files has changed: that loads in a
 * third of the time of compiling each file at its import. Packages from npm stay outside.
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const PROJECT = resolve(import.meta.dirname, '../..');
const DIST = join(import.meta.dirname, 'dist');
/** A running program may still load a part of an older bundle. */
const KEEP_OLD_MS = 24 * 3_600_000;

/** @param {string} program a path from the working directory @returns {Promise<string>} the address of its bundle */
export async function bundled(program) {
  const name = relative(PROJECT, resolve(program)).replace(/\.ts$/, '').replace(/\W+/g, '-');
  const made = join(DIST, `${name}.json`);
  if (!isFresh(made)) await build(resolve(program), name, made);
  return pathToFileURL(join(DIST, `${name}.mjs`)).href;
}

/** @param {string} made the record of a bundle: its sources, their hash, its files */
function isFresh(made) {
  if (!existsSync(made)) return false;
  const { sources, hash } = JSON.parse(readFileSync(made, 'utf8'));
  return hashOf(sources) === hash;
}

/** @param {readonly string[]} sources paths from PROJECT @returns {string | null} null where one is gone */
function hashOf(sources) {
  const hash = createHash('sha256');
  try {
    for (const source of sources) hash.update(readFileSync(join(PROJECT, source))).update('\0');
  } catch {
    return null;
  }
  return hash.digest('hex');
}

/** Several processes may build the same bundle at once: files are renamed into place, the program's own after its parts. */
async function build(program, name, made) {
  const esbuild = await import('esbuild');
  const { metafile, outputFiles } = await esbuild.build({
    entryPoints: { [name]: program },
    outdir: DIST,
    outExtension: { '.js': '.mjs' },
    absWorkingDir: PROJECT,
    bundle: true,
    // a part that is loaded on demand stays apart, and with it the packages it needs
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    plugins: [workspacesOnly, ownPlace],
    sourcemap: 'inline',
    sourcesContent: false,
    metafile: true,
    write: false,
    logLevel: 'error',
  });
  // its process would live as long as the program
  await esbuild.stop();
  mkdirSync(DIST, { recursive: true });
  const write = (file, contents) => {
    writeFileSync(`${file}.${process.pid}`, contents);
    renameSync(`${file}.${process.pid}`, file);
  };
  const isProgram = ({ path }) => basename(path) === `${name}.mjs`;
  for (const { path, contents } of outputFiles.filter((file) => !isProgram(file))) write(path, contents);
  for (const { path, contents } of outputFiles.filter(isProgram)) write(path, contents);
  const sources = Object.keys(metafile.inputs).sort();
  const files = outputFiles.map(({ path }) => basename(path));
  write(made, JSON.stringify({ hash: hashOf(sources), files, sources }));
  sweep();
}

/** Removes parts of bundles that were replaced some time ago. */
function sweep() {
  const present = readdirSync(DIST);
  const used = new Set(
    present
      .filter((file) => file.endsWith('.json'))
      .flatMap((file) => JSON.parse(readFileSync(join(DIST, file), 'utf8')).files),
  );
  for (const file of present) {
    if (file.endsWith('.json') || used.has(file)) continue;
    const path = join(DIST, file);
    const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - changed > KEEP_OLD_MS) rmSync(path, { force: true });
  }
}

const workspacesOnly = {
  name: 'workspaces only',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@portal/') ? undefined : { path, external: true },
    );
  },
};

/** A file that asks where it is means its source, not the bundle. */
const ownPlace = {
  name: 'own place',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (!text.includes('import.meta.')) return undefined;
      const contents = text
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href));
      return { contents, loader: 'ts' };
    });
  },
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [program] = process.argv.splice(2, 1);
  process.setSourceMapsEnabled(true);
  await import(await bundled(program));
}
