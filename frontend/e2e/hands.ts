import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Fills inputs by their id. */
export async function fill(page: Page, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [id, text] of Object.entries(texts)) await page.locator(`#${id}`).fill(text);
}

/** Waits for the page's heading. */
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

/** Waits for the toast with exactly this title and text. */
export async function expectToast(page: Page, title: string, description: string): Promise<void> {
  const toast = page.getByTestId('toast').filter({ hasText: title });
  await toast.getByText(title, { exact: true }).waitFor();
  await toast.getByText(description, { exact: true }).waitFor();
}

/** Presses Tab until the focus is on the element, at most `limit` times. */
export async function tabTo(page: Page, target: Locator, limit = 60): Promise<void> {
  for (let presses = 0; presses < limit; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  expect.unreachable(`${String(target)} was not reached in ${limit} presses of Tab`);
}

/** Name or id of the focused field. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.id ?? '');

/**
 * Holds requests to a path until `release`, to check the page meanwhile; `sent` counts them. `releaseOne` waits for the
 * request first.
 */
export async function hold(page: Page, path: string) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let sent = 0;
  const matches = (url: URL) => url.pathname === path;
  await page.route(matches, async (route) => {
    sent += 1;
    await released;
    await route.continue();
  });
  return {
    sent: () => sent,
    release: () => release(),
    releaseOne: async () => {
      await expect.poll(() => sent).toBe(1);
      release();
    },
  };
}

/** A failure of requests. */
export type Fault = 'no network' | { readonly status: number; readonly json: unknown };

/** Fails requests to a path during `action`. */
export async function whileFailing(
  page: Page,
  path: string,
  fault: Fault,
  action: () => Promise<void>,
): Promise<void> {
  const matches = (url: URL) => url.pathname === path;
  await page.route(matches, (route) => (fault === 'no network' ? route.abort() : route.fulfill(fault)));
  await action();
  await page.unroute(matches);
}

/** Swipes an element to the right. */
export async function pullRight(page: Page, target: Locator, pixels: number): Promise<void> {
  const box = await target.boundingBox();
  if (box === null) throw new Error('The element is not visible.');
  const [x, y] = [box.x + 12, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + pixels, y, { steps: 4 });
  await page.mouse.up();
}
