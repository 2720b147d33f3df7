import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  closeVisitors,
  newVisitor,
  openChromium,
  type RunningPortal,
  startPortal,
  type Visitor,
} from './support.ts';

let portal: RunningPortal;
let browser: Browser;
let visitor: Visitor;

beforeAll(async () => {
  [portal, browser] = await Promise.all([startPortal(), openChromium()]);
  visitor = await newVisitor(browser, portal);
});

afterAll(async () => {
  await closeVisitors();
  await portal?.stop();
});

describe('the description of the API', () => {
  // Proves I8-openapi-3
  it('shows headings, operations and schemas within the content security policy', async () => {
    const { page, noise } = visitor;
    await page.goto('/api/docs');
    await page.getByRole('heading', { name: 'Dealer Portal' }).waitFor();
    const path = page.locator('#operations-Sites-postSites');
    await page.getByRole('link', { name: 'Sites', exact: true }).click();
    await path.getByRole('button').first().click();
    await path.getByText('Idempotency-Key').first().waitFor();
    await path.getByText('site_address').first().waitFor();
    // changes are described, but cannot be sent
    await expect.poll(() => path.getByRole('button', { name: 'Try it out' }).count()).toBe(0);
    expect(noise).toEqual([]);
  });
});
