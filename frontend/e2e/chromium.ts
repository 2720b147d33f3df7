import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

const run = promisify(execFile);

/** Paths of Chromium or Chrome in distributions. */
const USUAL_PATHS = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Disables Chromium's own network use. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const PACKAGE = '@sparticuz/chromium';
const CACHE = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url));

/**
 * Unpacks the Chromium from npm into `folder`, if missing. It is renamed when complete, because the package accepts any
 * file of the right name.
 * @returns the path of the program
 */
export async function unpackChromium(folder: string): Promise<string> {
  const program = join(folder, 'chromium');
  if (existsSync(program)) return program;
  await mkdir(dirname(folder), { recursive: true });
  const draft = await mkdtemp(`${folder}.`);
  try {
    // the package unpacks into the temporary folder
    await run(process.execPath, ['-e', `import('${PACKAGE}').then((m) => m.default.executablePath())`], {
      cwd: import.meta.dirname,
      env: { ...process.env, TMPDIR: draft },
    });
    await rename(draft, folder);
  } catch (error) {
    if (!existsSync(program)) throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return program;
}

/** Path of the system's Chromium; undefined for none. */
export const systemChromium = (): string | undefined =>
  USUAL_PATHS.find((path) => path !== undefined && path !== '' && existsSync(path));

async function executablePath(): Promise<string> {
  const installed = systemChromium();
  if (installed !== undefined) return installed;
  const main = createRequire(import.meta.url).resolve(PACKAGE);
  const manifest = await readFile(join(dirname(main), '../../package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { readonly version: string };
  return unpackChromium(join(CACHE, `chromium-${version}`));
}

/** vitest's global setup: unpacks Chromium once. */
export async function setup(): Promise<void> {
  await executablePath();
}

/** The system's Chromium, else the one from npm, with a new profile. */
export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: await executablePath(), args: [...ARGUMENTS, ...more] });
}
