import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContext, ConsoleMessage, Page } from 'playwright-core';
import { expect } from 'vitest';

export { launchChromium } from './chromium.ts';
export { type RunningPortal, startPortal } from './portal.ts';

/** How long a page may take for anything on a busy machine; what takes longer is a fault. */
const PATIENCE_MS = 20_000;
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Console errors, warnings and uncaught faults so far. */
  readonly noise: readonly string[];
  close(): Promise<void>;
}

/** Chromium reports the 401 that tells a page that its session is over; visitors' pages don't ask (publicPages.spec.ts). */
function isExpected(message: ConsoleMessage): boolean {
  return message.location().url.endsWith('/api/user') && message.text().includes('401');
}

/** A person with a browser of their own (cookies, storage), whose console is listened to. */
export async function newVisitor(
  browser: Browser,
  options: {
    readonly url: string;
    readonly colorScheme?: 'light' | 'dark';
    readonly width?: number;
    readonly height?: number;
  },
): Promise<Visitor> {
  const { url, colorScheme = 'light', width = 1280, height = 900 } = options;
  const context = await browser.newContext({ baseURL: url, colorScheme, viewport: { width, height } });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const noise: string[] = [];
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type()) || isExpected(message)) return;
    noise.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => noise.push(`uncaught: ${error.message}`));
  return { context, page, noise, close: () => context.close() };
}

/**
 * Expects no WCAG 2.2 A or AA fault on the page as it is, in the light and in the dark. What the dark changes is
 * colours alone.
 */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // the old colours fade for a moment; what spins for ever is no fading
    await page.waitForFunction(() =>
      document
        .getAnimations()
        .every(
          ({ playState, effect }) =>
            playState !== 'running' || effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY,
        ),
    );
    const axe = new AxeBuilder({ page });
    const { violations } = await (colorScheme === 'light'
      ? axe.withTags(WCAG)
      : axe.withRules('color-contrast')
    ).analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
    expect(found, `${page.url()} in ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

/** Expects that the page needs no sideways scrolling. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, `${page.url()} at ${page.viewportSize()?.width} px`).toBeLessThanOrEqual(0);
}

/** From a small phone to a desk. */
const WIDTHS = [390, 768, 1024, 1440];

/**
 * Good for any eyes and hands: accessible in light and dark as it is and on a phone, and without sideways scrolling
 * from 360 to 1440 px.
 */
export async function expectGoodPage(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  const size = page.viewportSize() ?? { width: 1280, height: 900 };
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
  }
  await page.setViewportSize({ width: 360, height: 800 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.setViewportSize(size);
}
