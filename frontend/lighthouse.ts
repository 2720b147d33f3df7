/**
 * `npm run lighthouse [-- runs]`: measures the pages below as Lighthouse's mobile preset does (a slow phone on slow 4G,
 * simulated), on a demo of its own. Prints each run, writes the medians into docs/frontend.md, and ends with 1 where a
 * median misses its bar. A figure means something on a calm machine only.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { type Invoice, paths } from '@portal/contract';
import { describeMachine } from '@portal/tools/machine.ts';
import { markdownTable, replaceSection } from '@portal/tools/markdown.ts';
import { median } from '@portal/tools/statistics.ts';
import lighthouse from 'lighthouse';
import type { Cookie } from 'playwright-core';
import { asked, atRest, demoPage, PROJECT, startDemo } from './demo.ts';
import { launchChromium } from './e2e/chromium.ts';

const RUNS = Number(process.argv[2] ?? 5);
const FILE = path.join(PROJECT, 'docs/frontend.md');

/** Audit, how its figure reads, and its bars by who sees the page. */
const AUDITS = [
  {
    audit: 'largest-contentful-paint',
    name: 'LCP',
    unit: ' ms',
    visitor: 1_500,
    dealer: 2_000,
    admin: undefined,
  },
  {
    audit: 'total-blocking-time',
    name: 'TBT',
    unit: ' ms',
    visitor: 200,
    dealer: undefined,
    admin: undefined,
  },
  { audit: 'cumulative-layout-shift', name: 'CLS', unit: '', visitor: 0.05, dealer: 0.05, admin: 0.05 },
] as const;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No free port was given.');
  return address.port;
}

interface Measured {
  readonly name: string;
  readonly path: string;
  readonly who: 'visitor' | 'dealer' | 'admin';
  readonly cookies: readonly Cookie[];
}

/** The measured pages with their sessions. */
async function pagesOf(): Promise<readonly Measured[]> {
  const session = async (username: string) => {
    const page = await demoPage(browser, demo, username);
    // as in a browser that has shown a page before: its cookie names the mode
    await page.goto('/resources');
    await atRest(page);
    return { page, cookies: await page.context().cookies() };
  };
  const [dealer, admin] = [await session(demo.dealer), await session(demo.administrator)];
  const [invoice] = await asked<Invoice[]>(dealer.page, 'GET', paths.invoices);
  if (invoice === undefined) throw new Error(`${demo.dealer} has no invoice.`);
  return [
    { name: 'Landing page', path: '/', who: 'visitor', cookies: [] },
    { name: 'Dealer dashboard', path: '/dealer-dashboard', who: 'dealer', cookies: dealer.cookies },
    { name: 'Invoice', path: `/invoices/${invoice.id}`, who: 'dealer', cookies: dealer.cookies },
    {
      name: 'Sites of the administration',
      path: '/admin-dashboard/sites',
      who: 'admin',
      cookies: admin.cookies,
    },
  ];
}

/** The audits' figures of one run. */
async function measure({ path: address, cookies }: Measured): Promise<number[]> {
  // Lighthouse's tab has the cookies of the browser, not those of a context
  await browserSession.send('Storage.clearCookies');
  await browserSession.send('Storage.setCookies', {
    cookies: cookies.map(({ name, value, domain, path }) => ({ name, value, domain, path })),
  });
  const result = await lighthouse(`${demo.url}${address}`, {
    port,
    onlyCategories: ['performance'],
    logLevel: 'error',
  });
  const { audits = {}, runtimeError, finalDisplayedUrl = '' } = result?.lhr ?? {};
  if (runtimeError !== undefined) throw new Error(runtimeError.message);
  if (new URL(finalDisplayedUrl).pathname !== address)
    throw new Error(`${address} led to ${finalDisplayedUrl}.`);
  return AUDITS.map(({ audit }) => audits[audit]?.numericValue ?? Number.NaN);
}

const shown = (figures: readonly number[]) =>
  AUDITS.map(({ unit }, index) => {
    const figure = figures[index] ?? Number.NaN;
    return `${unit === '' ? figure.toFixed(3) : Math.round(figure)}${unit}`;
  });
const say = (text: string) => process.stdout.write(`${text}\n`);

const port = await freePort();
const demo = await startDemo();
const browser = await launchChromium([`--remote-debugging-port=${port}`]);
const browserSession = await browser.newBrowserCDPSession();
try {
  const rows: string[][] = [];
  for (const page of await pagesOf()) {
    const runs: number[][] = [];
    for (let run = 1; run <= RUNS; run += 1) {
      const figures = await measure(page);
      runs.push(figures);
      say(`${page.name}, ${run} of ${RUNS}: ${shown(figures).join(', ')}`);
    }
    const medians = AUDITS.map((_, index) => median(runs.map((figures) => figures[index] ?? Number.NaN)));
    const missed = AUDITS.filter((audit, index) => {
      const bar = audit[page.who];
      return bar !== undefined && !((medians[index] ?? Number.NaN) <= bar);
    });
    if (missed.length > 0) process.exitCode = 1;
    const outcome = missed.length === 0 ? 'met' : `**${missed.map(({ name }) => name).join(', ')} missed**`;
    say(`${page.name}, medians: ${shown(medians).join(', ')}; ${outcome}`);
    rows.push([page.name, ...shown(medians), outcome]);
  }
  const { cpu, cores, node, load } = describeMachine();
  const table = markdownTable({ columns: ['Page', ...AUDITS.map(({ name }) => name), 'Goal'], rows });
  const where = `${new Date().toISOString().slice(0, 10)}, ${RUNS} runs each, ${cpu}, ${cores} cores, Node ${node}; load average ${load.toFixed(1)} at the end.`;
  await writeFile(FILE, replaceSection(await readFile(FILE, 'utf8'), 'lighthouse', `${where}\n\n${table}`));
} finally {
  await browser.close();
  await demo.stop();
}
