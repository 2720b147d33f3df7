import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { paths } from '@portal/contract';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

export const PROJECT = path.join(import.meta.dirname, '..');
/** The demo's history ends on a fixed day, so that the same code gives the same pages. */
const UNTIL = '2026-11-01';
/** The demo fills 18 months first. */
const START_MS = 900_000;

export interface Demo {
  readonly url: string;
  readonly dealer: string;
  readonly administrator: string;
  readonly password: string;
  stop(): Promise<void>;
}

/** Starts the demo in DATA_DIR, which is kept, or in a folder for temporary files. */
export async function startDemo(): Promise<Demo> {
  const kept = process.env.DATA_DIR;
  const dataDir = kept ?? (await mkdtemp(path.join(tmpdir(), 'portal-demo-')));
  const child = spawn(
    process.execPath,
    ['backend/server/run.mjs', 'backend/demo/src/main.ts', '--until', UNTIL],
    {
      cwd: PROJECT,
      env: { ...process.env, PORT: '0', DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    await gone;
    if (kept === undefined) await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const said = await saidOnceReady(child);
    const matchOf = (what: RegExp) => what.exec(said)?.[1] ?? '';
    return {
      url: matchOf(/(http:\/\/127\.0\.0\.1:\d+)/),
      dealer: matchOf(/a dealer:\s+(\S+)/),
      administrator: matchOf(/administrator:\s+(\S+)/),
      password: matchOf(/password:\s+(\S+)/),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function saidOnceReady(child: ChildProcess): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`The demo did not start:\n${said}`)), START_MS);
    child.once('exit', () => reject(new Error(`The demo ended:\n${said}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
      if (!said.includes('of everyone in this demo')) return;
      clearTimeout(late);
      resolve(said);
    });
  });
}

/** A page with cookies of its own; a visitor's without `username`. */
export async function demoPage(
  browser: Browser,
  { url, password }: Demo,
  username?: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const viewport = { width: 1_280, height: 800 };
  const page = await (await browser.newContext({ viewport, baseURL: url, ...options })).newPage();
  if (username !== undefined) await asked(page, 'POST', paths.login, { username, password });
  return page;
}

/** Calls the API with the page's session. @returns the answer's body */
export async function asked<Body>(page: Page, method: string, path: string, data?: unknown): Promise<Body> {
  const response = await page.request.fetch(path, { method, ...(data === undefined ? {} : { data }) });
  if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
  return (await response.json()) as Body;
}

const REST_MS = 700;
const REST_WITHIN_MS = 60_000;

/** Waits until nothing loads any more. */
export async function atRest(page: Page): Promise<void> {
  await page.waitForFunction(
    (rest) => {
      const state = window as unknown as { loaded?: number; since?: number };
      const loaded = performance.getEntriesByType('resource').length;
      if (loaded !== state.loaded || document.querySelector('[role=progressbar], .MuiSkeleton-root')) {
        state.loaded = loaded;
        state.since = performance.now();
      }
      return performance.now() - (state.since ?? Number.POSITIVE_INFINITY) > rest;
    },
    REST_MS,
    { polling: 100, timeout: REST_WITHIN_MS },
  );
}
