/**
 * `npm run screenshots`: starts the demo in a folder of its own, looks at the pages that the README shows, and writes them
 * to docs/screenshots. The demo's history ends on a fixed day, so that the same code gives the same pictures.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Dispute, type Invoice, paths } from '@portal/contract';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from './e2e/chromium.ts';

const PROJECT = path.join(import.meta.dirname, '..');
const PICTURES = path.join(PROJECT, 'docs/screenshots');
const UNTIL = '2026-11-01';
/** The demo fills 18 months first. */
const START_MS = 600_000;
const DESK = { width: 1_280, height: 800 };

interface Demo {
  readonly url: string;
  readonly dealer: string;
  readonly administrator: string;
  readonly password: string;
  stop(): Promise<void>;
}

async function startDemo(): Promise<Demo> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'portal-screenshots-'));
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
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const said = await saidOnceReady(child);
    const told = (what: RegExp) => what.exec(said)?.[1] ?? '';
    return {
      url: told(/(http:\/\/127\.0\.0\.1:\d+)/),
      dealer: told(/a dealer:\s+(\S+)/),
      administrator: told(/administrator:\s+(\S+)/),
      password: told(/password:\s+(\S+)/),
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

async function signedIn(browser: Browser, { url, password }: Demo, username: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: DESK, baseURL: url })).newPage();
  await asked(page, 'POST', paths.login, { username, password });
  return page;
}

/** Looks once nothing loads any more. */
async function look(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.getByRole('progressbar').first().waitFor({ state: 'hidden' });
  await page.screenshot({
    path: path.join(PICTURES, `${name}.jpg`),
    type: 'jpeg',
    quality: 85,
    animations: 'disabled',
  });
  process.stdout.write(`docs/screenshots/${name}.jpg\n`);
}

async function takePictures(browser: Browser, demo: Demo): Promise<void> {
  const visitor = await (await browser.newContext({ viewport: DESK, baseURL: demo.url })).newPage();
  await visitor.goto('/');
  await look(visitor, 'landing');

  const dealer = await signedIn(browser, demo, demo.dealer);
  await dealer.goto('/dealer-dashboard');
  await look(dealer, 'dealer-dashboard');
  const [invoice] = await asked<Invoice[]>(dealer, 'GET', paths.invoices);
  if (invoice === undefined) throw new Error(`${demo.dealer} has no invoice.`);
  await dealer.goto(`/invoices/${invoice.id}`);
  await dealer.getByRole('button', { name: /Why\?/ }).click();
  await look(dealer, 'dealer-invoice');
  const questions = await asked<Dispute[]>(dealer, 'GET', paths.disputes);
  const open = questions.find(({ status }) => status === 'open');
  if (open === undefined) throw new Error(`${demo.dealer} has no open question.`);

  const administrator = await signedIn(browser, demo, demo.administrator);
  await administrator.goto('/admin-dashboard');
  await look(administrator, 'admin-home');
  await administrator.goto('/admin-dashboard/sites');
  await look(administrator, 'admin-sites');
  await administrator.goto(`/admin-dashboard/disputes/${encodeURIComponent(open.id)}/show`);
  await administrator.getByTestId('replay-verdict').waitFor();
  await administrator
    .getByRole('heading', { name: 'Replay' })
    .evaluate((heading) => heading.scrollIntoView({ block: 'center' }));
  await look(administrator, 'question-replayed');
}

async function asked<Body>(page: Page, method: string, path: string, data?: unknown): Promise<Body> {
  const response = await page.request.fetch(path, { method, ...(data === undefined ? {} : { data }) });
  if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
  return (await response.json()) as Body;
}

await mkdir(PICTURES, { recursive: true });
const demo = await startDemo();
const browser = await launchChromium();
try {
  await takePictures(browser, demo);
} finally {
  await browser.close();
  await demo.stop();
}
