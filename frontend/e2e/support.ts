import AxeBuilder from '@axe-core/playwright';
import { HtmlValidate } from 'html-validate';
import type { Browser, BrowserContext, ConsoleMessage, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { launchChromium } from './chromium.ts';
import { WCAG } from './wcag.ts';

export { PORTAL, type RunningPortal, startPortal } from './portal.ts';

/** Limit of each action, also on a busy machine. */
const PATIENCE_MS = 60_000;

export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Console errors, warnings and uncaught faults so far. */
  readonly noise: readonly string[];
  close(): Promise<void>;
}

/** Chromium reports the 401 of an expired session; visitors' pages don't ask (publicPages.spec.ts). */
function isExpected(message: ConsoleMessage): boolean {
  return message.location().url.endsWith('/api/user') && message.text().includes('401');
}

let chromium: Promise<Browser> | undefined;

/** The worker's Chromium; spec files have their own contexts. */
export function openChromium(): Promise<Browser> {
  chromium ??= launchChromium();
  return chromium;
}

/** Closes all contexts, before the portal stops. */
export async function closeVisitors(): Promise<void> {
  const contexts = (await chromium)?.contexts() ?? [];
  await Promise.all(contexts.map((context) => context.close()));
}

/** A person with their own cookies and storage, whose console is recorded. */
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

/** `npm run test:deep` checks pages in both color schemes and at all widths, `npm test` once. */
export const DEEP = process.env.TEST_TIER === 'deep';
/** A test of `npm run test:deep`: `npm test` proves the same in jsdom. */
export const itDeep = (title: string, test: () => Promise<void>): void => {
  if (DEEP) it(title, test);
};
/** The same for a group of tests. */
export const describeDeep = (title: string, tests: () => void): void => {
  if (DEEP) describe(title, tests);
};
const SCHEMES = DEEP ? (['light', 'dark'] as const) : (['light'] as const);
const WIDTHS = DEEP ? [390, 768, 1024, 1440, 360] : [1024, 360];
/** Pages and dialogs that this worker has checked. */
const examined = new Set<string>();

/**
 * Expects no WCAG 2.2 A or AA fault on the page, in each color scheme; dark is checked for contrast only. `npm test`
 * checks each page or dialog once per worker.
 */
export async function expectAccessible(page: Page): Promise<void> {
  if (!DEEP) {
    const shown = await nameOfView(page);
    if (examined.has(shown)) return;
    examined.add(shown);
  }
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // wait until the page is drawn in these colors and their transitions ended; endless animations (spinners) don't count
    await page.waitForFunction(
      (scheme) =>
        ['', scheme].includes(document.documentElement.style.colorScheme) &&
        document
          .getAnimations()
          .every(
            ({ playState, effect }) =>
              playState !== 'running' || effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY,
          ),
      colorScheme,
    );
    // without a second page for the analysis: no page under test has frames of another origin
    const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
    // the page behind a dialog is a view of its own
    if (!DEEP && (await page.locator(DIALOG).count()) > 0) axe.include(DIALOG);
    const { violations } = await (colorScheme === 'light'
      ? axe.withTags(WCAG)
      : axe.withRules('color-contrast')
    ).analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
    expect(found, `${page.url()} in ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

const DIALOG = '[role=dialog]';

/** The HTML standard's rules, but for labels of MUI's own select: they name what opens its list, which is no form control. */
const html = new HtmlValidate({ extends: ['html-validate:standard'], rules: { 'valid-for': 'off' } });

/** Waits until the app has taken over the page that the server sent, which holds styles until then. */
export async function untilTakenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('#root style') === null);
}

/** Expects HTML as the standard has it. */
async function expectValidHtml(page: Page): Promise<void> {
  await untilTakenOver(page);
  const report = await html.validateString(await page.content());
  const found = report.results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
  expect(found, page.url()).toEqual([]);
}

/** Path without ids, titles, errors and dialogs, which identify a view. */
async function nameOfView(page: Page): Promise<string> {
  const path = new URL(page.url()).pathname.replace(/[\w-]*\d[\w-]*/g, ':id');
  const parts = await page
    .locator('h1, h2, [role=dialog], [role=alert], [aria-selected=true], [aria-expanded=true]')
    .evaluateAll((all) =>
      all.map((one) => `${one.tagName} ${one.textContent?.slice(0, 40).replace(/\d+/g, '#')}`),
    );
  return [path, ...parts].join(' ');
}

/** Expects no horizontal scrolling. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, `${page.url()} at ${page.viewportSize()?.width} px`).toBeLessThanOrEqual(0);
}

/** Expects the tables of a list whole at 1280 px. */
export async function expectWholeTable(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 });
  const tables = page.locator('[role=region]:has(table)');
  await tables.last().waitFor();
  const hidden = await tables.evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
  expect(Math.max(...hidden), page.url()).toBe(0);
}

/** Expects an accessible page without horizontal scrolling at all widths. */
export async function expectGoodPage(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page);
  await expectValidHtml(page);
  await expectAccessible(page);
  const size = page.viewportSize() ?? { width: 1280, height: 900 };
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
  }
  if (DEEP) await expectAccessible(page);
  await page.setViewportSize(size);
}
