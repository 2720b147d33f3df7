/**
 * Runs a TypeScript program of this repository: `node backend/server/run.mjs <program.ts> [parameters]`. esbuild bundles
 * the program with the packages in INSIDE into `dist/`, again when a source file has changed. Other packages stay
 * outside: native ones, those that read files beside their own, those that few programs need.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';

// V8 lets garbage pile up to a multiple of the live objects before it collects all of it: ADR 34 has the figures.
setFlagsFromString('--heap-growing-percent=60');

const PROJECT = resolve(import.meta.dirname, '../..');
const DIST = join(import.meta.dirname, 'dist');
/** What a bundle depends on besides its own sources. */
const COMMON_SOURCES = ['backend/server/run.mjs', 'package-lock.json'];
/** Packages that every portal loads: reading them from one file is faster. */
const INSIDE = new Set([
  '@agendajs/postgres-backend',
  '@date-fns/tz',
  '@koa/router',
  'agenda',
  'canonicalize',
  'knex',
  'koa',
  'koa-helmet',
  'koa-session',
  'koa-static',
  'nodemailer',
  'otpauth',
  'papaparse',
  'pg',
  'pino',
  'pino-pretty',
  'prom-client',
  'qr',
  'rate-limiter-flexible',
  'stripe',
  'uuid',
  'zod',
]);
/** Packages that those use if they are installed: pg's native part, knex's other databases. */
const OPTIONAL = /^(pg-native|pg-query-stream|better-sqlite3|sqlite3|mysql2?|mariadb|oracledb|tedious)(\/|$)/;
/** A process that runs an older bundle may still load parts of it. */
const KEEP_OLD_MS = 24 * 3_600_000;

/** @param {string} program a path from the working directory @returns {Promise<string>} the URL of its bundle */
export async function bundled(program) {
  const name = relative(PROJECT, resolve(program)).replace(/\.ts$/, '').replace(/\W+/g, '-');
  const folder = join(DIST, name);
  const record = join(folder, 'sources.json');
  const { sources, hash } = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {};
  if (!hash || hashOf(sources) !== hash) await build(resolve(program), folder);
  return pathToFileURL(join(folder, JSON.parse(readFileSync(record, 'utf8')).hash, 'program.mjs')).href;
}

/** @param {readonly string[]} sources paths from PROJECT @returns {string | null} null where one is missing */
function hashOf(sources) {
  const hash = createHash('sha256');
  try {
    for (const source of sources) hash.update(readFileSync(join(PROJECT, source))).update('\0');
  } catch {
    return null;
  }
  return hash.digest('hex').slice(0, 16);
}

/** Several processes may build the same bundle at once, so a build is renamed into place. */
async function build(program, folder) {
  const esbuild = await import('esbuild');
  const draft = join(folder, `draft.${process.pid}`);
  const { metafile } = await esbuild.build({
    entryPoints: { program },
    outdir: draft,
    outExtension: { '.js': '.mjs' },
    absWorkingDir: PROJECT,
    bundle: true,
    // parts that are loaded on demand stay apart, with the packages they need
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    // half the characters take half the memory
    minifyWhitespace: true,
    minifySyntax: true,
    // CommonJS packages require Node's own modules
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    plugins: [packagesOutside, placeOfSource, noMapsOfPackages],
    sourcemap: true,
    sourcesContent: false,
    metafile: true,
    logLevel: 'error',
  });
  // its process would live as long as the program
  await esbuild.stop();
  const sources = [
    ...Object.keys(metafile.inputs)
      .filter((path) => !path.includes('node_modules/'))
      .sort(),
    ...COMMON_SOURCES,
  ];
  const hash = hashOf(sources);
  if (existsSync(join(folder, hash))) rmSync(draft, { recursive: true });
  else renameSync(draft, join(folder, hash));
  writeFileSync(`${draft}.json`, JSON.stringify({ hash, sources }));
  renameSync(`${draft}.json`, join(folder, 'sources.json'));
  for (const entry of readdirSync(folder).filter((one) => one !== hash && one !== 'sources.json')) {
    const changed = statSync(join(folder, entry), { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - changed > KEEP_OLD_MS) rmSync(join(folder, entry), { recursive: true, force: true });
  }
}

const packagesOutside = {
  name: 'packages outside',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind, importer }) => {
      if (kind === 'entry-point' || path.startsWith('@portal/')) return undefined;
      const name = path.split('/', path.startsWith('@') ? 2 : 1).join('/');
      const isInside = importer.includes('node_modules') ? !OPTIONAL.test(path) : INSIDE.has(name);
      return isInside ? undefined : { path, external: true };
    });
  },
};

/** `import.meta` in a source file means that file, not the bundle. */
const placeOfSource = {
  name: 'place of source',
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

/** Reading a stack takes Node 150 MB with maps of the packages, 50 MB with those of the portal's own sources. */
const EMPTY_MAP = Buffer.from('{"version":3,"sources":["package"],"mappings":"AAAA"}').toString('base64');
const noMapsOfPackages = {
  name: 'no maps of packages',
  setup(build) {
    build.onLoad({ filter: /node_modules\/.*\.[cm]?js$/ }, ({ path }) => ({
      contents: `${readFileSync(path, 'utf8')}\n//# sourceMappingURL=data:application/json;base64,${EMPTY_MAP}`,
      loader: 'js',
    }));
  },
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [program] = process.argv.splice(2, 1);
  process.setSourceMapsEnabled(true);
  await import(await bundled(program));
}
