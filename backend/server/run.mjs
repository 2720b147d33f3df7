/**
 * Runs a TypeScript program of this repository: `node backend/server/run.mjs <program.ts> [parameters]`. The program and
 * all that it imports are bundled into `dist/`, anew only when one of the repository's files has changed: finding and
 * compiling each file at its import takes more than twice as long. Other packages stay outside: native ones, those that
 * find files beside their own, those that few programs need.
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
const DIST_URL = pathToFileURL(DIST).href;
/** What decides about a bundle besides its own sources: how it is made, and the versions of packages. */
const MAKERS = ['backend/server/run.mjs', 'package-lock.json'];
/** Packages that every portal loads. */
const INSIDE = new Set([
  '@agendajs/postgres-backend',
  '@date-fns/tz',
  '@koa/bodyparser',
  '@koa/router',
  'agenda',
  'canonicalize',
  'cli-progress',
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
/** esbuild defines the name of a function each time it is made, 2 to 3 % of a portal's work; most have theirs already. */
const NAMING = '__name=(target,value)=>';
const NAMING_IF_OTHER = `${NAMING}target.name===value?target:`;
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
    // half the characters are half the memory
    minifyWhitespace: true,
    minifySyntax: true,
    // two packages may have a class of one name
    keepNames: true,
    // CommonJS packages require Node's own modules
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    plugins: [outside, ownPlace],
    sourcemap: true,
    sourcesContent: false,
    metafile: true,
    write: false,
    logLevel: 'error',
  });
  // its process would live as long as the program
  await esbuild.stop();
  mkdirSync(DIST, { recursive: true });
  const write = (file, contents) => {
    writeFileSync(
      `${file}.${process.pid}`,
      Buffer.from(contents).toString().replace(NAMING, NAMING_IF_OTHER),
    );
    renameSync(`${file}.${process.pid}`, file);
  };
  const isProgram = ({ path }) => basename(path) === `${name}.mjs`;
  for (const { path, contents } of outputFiles.filter((file) => !isProgram(file))) write(path, contents);
  for (const { path, contents } of outputFiles.filter(isProgram)) write(path, contents);
  const ours = Object.keys(metafile.inputs).filter((path) => !path.includes('node_modules/'));
  const sources = [...ours.sort(), ...MAKERS];
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

const outside = {
  name: 'outside',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind, importer }) => {
      if (kind === 'entry-point' || path.startsWith('@portal/')) return undefined;
      const name = path.split('/', path.startsWith('@') ? 2 : 1).join('/');
      const isInside = importer.includes('node_modules') ? !OPTIONAL.test(path) : INSIDE.has(name);
      return isInside ? undefined : { path, external: true };
    });
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

/** Places in sources by places in bundles, as a stack prints them; null for one without source. */
const known = new Map();
const MOST_KNOWN = 10_000;

/**
 * Lets stacks name lines of sources. A map is read when a stack with new places is: `process.setSourceMapsEnabled` would
 * read those of all packages before anything runs.
 */
export function mapStacks() {
  Error.prepareStackTrace = (error, frames) => {
    const lines = frames.map((frame) => `    at ${frame}`);
    try {
      learn(frames.map(placeOf).filter((place) => place !== null && !known.has(place.text)));
      for (const [index, frame] of frames.entries()) {
        const { text } = placeOf(frame) ?? {};
        const source = known.get(text);
        if (source) lines[index] = lines[index].replace(text, source);
      }
    } catch {
      // as it is in the bundle
    }
    return [nameOf(error), ...lines].join('\n');
  };
}

/** Where a frame is in a bundle; null outside. Lines and columns from 0. */
function placeOf(frame) {
  const url = frame.getFileName();
  if (!url?.startsWith(DIST_URL)) return null;
  const [line, column] = [frame.getLineNumber(), frame.getColumnNumber()];
  return { text: `${url}:${line}:${column}`, url, line: line - 1, column: column - 1 };
}

function learn(places) {
  if (known.size > MOST_KNOWN) known.clear();
  for (const url of new Set(places.map((place) => place.url))) {
    const file = `${fileURLToPath(url)}.map`;
    const own = places.filter((place) => place.url === url);
    for (const { text } of own) known.set(text, null);
    if (existsSync(file)) findSources(JSON.parse(readFileSync(file, 'utf8')), own);
  }
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const DIGITS = new Map([...BASE64].map((letter, value) => [letter.charCodeAt(0), value]));
const [SEMICOLON, COMMA] = [59, 44];

/** Goes through the mappings once: the tables of Node's `SourceMap` would take 100 MB. */
function findSources({ mappings, sources }, places) {
  let line = 0;
  // column in the bundle; source, line and column there
  let fields = [0, 0, 0, 0];
  let field = 0;
  let value = 0;
  let shift = 0;
  for (let at = 0; at < mappings.length; at += 1) {
    const code = mappings.charCodeAt(at);
    if (code === SEMICOLON) {
      line += 1;
      fields = [0, ...fields.slice(1)];
      field = 0;
    } else if (code === COMMA) field = 0;
    else {
      const digit = DIGITS.get(code);
      value |= (digit & 31) << shift;
      shift += 5;
      if (digit & 32) continue;
      fields[field] += value & 1 ? -(value >> 1) : value >> 1;
      [field, value, shift] = [field + 1, 0, 0];
      if (field < 4) continue;
      for (const place of places) {
        if (place.line !== line || place.column < fields[0]) continue;
        place.found = true;
        [, place.source, place.sourceLine, place.sourceColumn] = fields;
      }
    }
  }
  for (const { text, found, source, sourceLine, sourceColumn } of places) {
    if (found) known.set(text, `${resolve(DIST, sources[source])}:${sourceLine + 1}:${sourceColumn + 1}`);
  }
}

function nameOf(error) {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return 'Error';
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [program] = process.argv.splice(2, 1);
  mapStacks();
  // Node would also print the line of the bundle, which can be as long as a package
  process.on('uncaughtException', (error) => {
    if (process.listenerCount('uncaughtException') > 1) return;
    console.error(error);
    process.exit(1);
  });
  await import(await bundled(program));
}
