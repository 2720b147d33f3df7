import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dealerScene } from './dealerScene.ts';
import { fill, heading } from './hands.ts';
import { button, done, openOrder, sitesOf } from './newSiteOrder.ts';
import { PASSWORD } from './people.ts';
import { expectGoodPage } from './support.ts';

const BACK = 'Your session ended before this was sent. Your entries are here again; please check them.';

const scene = dealerScene();

async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.waitForURL('**/auth');
  await fill(page, { username, password });
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
}

// Proves I35-37-kept
describe('a form whose session ended', () => {
  it('is there again for the same user, and can be sent', async () => {
    scene.expectNoise(/401|404.*\/api\/orders/);
    const page = await openOrder(scene, { panel: false });
    await page.getByLabel('Notes').fill('Ring first');
    await scene.dealer.context.clearCookies();
    await button(page, 'Create Site').click();
    await signIn(page, 'dealer1', PASSWORD);
    await page.waitForURL('**/new-site');
    await page.getByRole('status').getByText(BACK).waitFor();
    expect(await page.locator('#site_name').inputValue()).toBe('Harbor View');
    expect(await page.getByLabel('Notes').inputValue()).toBe('Ring first');
    await expectGoodPage(page);
    await button(page, 'Create Site').click();
    await done(page);
    const sites = await sitesOf(scene);
    expect(sites.map(({ site_name, number_of_readers }) => [site_name, number_of_readers])).toEqual([
      ['Harbor View', '12'],
    ]);
    await page.waitForURL('**/dealer-dashboard');
    await page.goto('/new-site');
    await heading(page, 'New Site Setup');
    expect(await page.locator('#site_name').inputValue()).toBe('');
  });

  it('is shown to nobody else', async () => {
    scene.expectNoise(/401|404.*\/api\/orders/);
    const page = await openOrder(scene, { panel: false });
    await scene.dealer.context.clearCookies();
    await button(page, 'Create Site').click();
    await signIn(page, 'dealer1', PASSWORD);
    await page.waitForURL('**/new-site');
    await page.getByText('$6.50', { exact: true }).waitFor();
    expect(await page.locator('#site_name').inputValue()).toBe('');
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Harbor View');
  });
});
