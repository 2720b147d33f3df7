import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BEFORE, type BilledDealer, billMonths, invoicesOf, newBilledDealer } from './billing.ts';
import { type ClockedPortal, startClockedPortal } from './clockedPortal.ts';
import { newAdmin, newDealer } from './people.ts';
import { closeVisitors, openChromium, type Visitor } from './support.ts';

/** Delay of API responses, so that each state is painted. */
const LATE_MS = 300;
/** A page without requests for this long has loaded. */
const REST_MS = 1_000;
/** Half of the limit for 'good'. */
const HIGHEST = 0.05;

interface Shift {
  readonly value: number;
  /** Element, text, and its top and height before and after. */
  readonly moved: readonly string[];
}
declare global {
  interface Window {
    shifts: Shift[];
  }
}

let portal: ClockedPortal;
let browser: Browser;
let admin: Visitor;
let dealer: BilledDealer;
/** Has neither sites nor invoices. */
let newcomer: Visitor;
let invoice: string;

beforeAll(async () => {
  [portal, browser] = await Promise.all([startClockedPortal(BEFORE), openChromium()]);
  admin = await newAdmin(browser, portal);
  dealer = await newBilledDealer(browser, portal, admin, 'northgate', { 'Harbor View': 12, 'Pier 7': 3 });
  await billMonths(portal, admin, [dealer], ['2026-11']);
  newcomer = await newDealer(browser, portal, 'newcomer', admin);
  invoice = String((await invoicesOf(dealer))[0]?.id);
});
afterAll(async () => {
  await closeVisitors();
  await portal?.stop();
});

/** Records the shifts of the next document. */
function observeShifts(): void {
  window.shifts = [];
  const place = ({ y, height }: DOMRectReadOnly) => `${Math.round(y)}+${Math.round(height)}`;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
    }[]) {
      if (entry.hadRecentInput) continue;
      const moved = entry.sources.map(
        ({ node, previousRect, currentRect }) =>
          `${node?.nodeName} "${node?.textContent?.slice(0, 30)}" ${place(previousRect)} to ${place(currentRect)}`,
      );
      window.shifts.push({ value: entry.value, moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Delays the API. @returns resolves once the page has loaded */
async function slowApi(page: Page): Promise<() => Promise<void>> {
  let open = 0;
  let last = 0;
  await page.route('**/api/**', async (route) => {
    // the event stream never ends
    if (route.request().url().endsWith('/api/events')) return route.continue();
    open += 1;
    await pause(LATE_MS);
    await route
      // the portal may close a kept connection as it is used again
      .fetch({ maxRetries: 3 })
      .then((response) => route.fulfill({ response }))
      .finally(() => {
        open -= 1;
        last = Date.now();
      });
  });
  return async () => {
    await expect.poll(() => last > 0 && open === 0 && Date.now() - last > REST_MS).toBe(true);
  };
}

/** Opens a page with a slow API, from another one if `from` is given: without its first view. @returns the shifts, greatest first */
async function shiftsOf(
  who: Visitor,
  path: string,
  title: string,
  width: number,
  from?: string,
): Promise<readonly Shift[]> {
  const page = await who.context.newPage();
  try {
    await page.setViewportSize({ width, height: 900 });
    await page.addInitScript(observeShifts);
    const atRest = await slowApi(page);
    await page.goto(from ?? path);
    if (from !== undefined) {
      await atRest();
      await page.evaluate((to) => {
        window.shifts = [];
        // without input, after which shifts don't count
        history.pushState({}, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
      }, path);
    }
    await page.locator('h1', { hasText: title }).waitFor();
    await atRest();
    return [...(await page.evaluate(() => window.shifts))].sort((a, b) => b.value - a.value);
  } finally {
    await page.close();
  }
}

// Proves X-20b
describe.each([390, 1440])('at %i px nothing moves while loading', (width) => {
  it.each([
    ['/new-site', () => dealer, (): string => '/new-site', 'New Site Setup'],
    ['/site-migration', () => dealer, (): string => '/site-migration', 'Site Migration'],
    ['/invoicing/:id', () => dealer, (): string => `/invoicing/${invoice}`, 'Invoice'],
    ['/invoices/:id/pay', () => dealer, (): string => `/invoices/${invoice}/pay`, 'Invoice'],
    ['/dealer-billing/:id', () => admin, (): string => `/dealer-billing/${dealer.id}`, 'Billing Details'],
    ['/dealer-dashboard', () => newcomer, (): string => '/dealer-dashboard', 'Welcome', '/resources'],
    ['/admin-dashboard', () => admin, (): string => '/admin-dashboard', 'Admin dashboard'],
  ] as const)('on %s', async (_name, who, path, title, from?: string) => {
    const shifts = await shiftsOf(who(), path(), title, width, from);
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    expect(sum, JSON.stringify(shifts, null, 2)).toBeLessThanOrEqual(HIGHEST);
  });
});
