import { paths, type Site } from '@portal/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BEFORE, type BilledDealer, billMonths, invoicesOf, newBilledDealer } from './billing.ts';
import { type ClockedPortal, startClockedPortal } from './clockedPortal.ts';
import { heading } from './hands.ts';
import { call, newAdmin } from './people.ts';
import { closeVisitors, expectGoodPage, openChromium, type Visitor } from './support.ts';

let portal: ClockedPortal;
let browser: Browser;
let admin: Visitor;
let dealer: BilledDealer;
let other: BilledDealer;
let invoice: string;

beforeAll(async () => {
  [portal, browser] = await Promise.all([startClockedPortal(BEFORE), openChromium()]);
  admin = await newAdmin(browser, portal);
  dealer = await newBilledDealer(browser, portal, admin, 'northgate', { 'Harbor View': 12 });
  other = await newBilledDealer(browser, portal, admin, 'bayridge', { 'Pier 7': 3 });
  await billMonths(portal, admin, [dealer, other], ['2026-11']);
  invoice = `/invoices/${(await invoicesOf(dealer))[0]?.id}`;
});
afterAll(async () => {
  await closeVisitors();
  await portal?.stop();
});

const DASHBOARD = '/dealer-dashboard';

/** The page as the server sends it: on a busy machine it may come without its view. */
async function sent({ page }: Visitor, path: string): Promise<string> {
  let text = '';
  await expect
    .poll(async () => {
      text = await (await page.request.get(path)).text();
      return text;
    })
    .toContain('first-data');
  return text;
}

interface Watched {
  heading: Element | null;
  shifts: number;
  placeholders: number;
}

/** Records in the next documents the first heading, layout shifts, and whether placeholders replace what was shown. */
function watch(): void {
  const state = window as unknown as Watched;
  Object.assign(state, { heading: null, shifts: 0, placeholders: 0 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as { value: number }[]) state.shifts += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  const look = () => {
    state.heading ??= document.querySelector('h1');
    const placeholders = document.querySelectorAll('.MuiSkeleton-root, [role=progressbar]');
    if ([...placeholders].some((one) => one.checkVisibility({ visibilityProperty: true })))
      state.placeholders += 1;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

const openWithView = (page: Page, path: string) =>
  expect.poll(async () => (await page.goto(path))?.text()).toContain('first-data');

describe('the first view of a page', () => {
  it('is the whole page, which the app takes over as it is', async () => {
    const { page, noise } = dealer;
    await page.addInitScript(watch);
    for (const [path, title, ...texts] of [
      [DASHBOARD, 'Welcome, Dana Miller', 'Harbor View', 'Amount due', 'Next invoice'],
      [invoice, 'Invoice INV-', '$78.00'],
    ] as const) {
      // tells the server the mode
      await page.goto(path);
      const html = await sent(dealer, path);
      for (const text of texts) expect(html.split('id="first-data"')[0]).toContain(text);
      await openWithView(page, path);
      await page.getByRole('heading', { level: 1 }).filter({ hasText: title }).waitFor();
      for (const text of texts) await page.getByText(text).first().waitFor();
      await page.locator('fieldset:has(> #root):not([disabled])').waitFor();
      const watched = await page.evaluate(() => {
        const { heading: first, shifts, placeholders } = window as unknown as Watched;
        return { kept: first === document.querySelector('h1'), shifts, placeholders };
      });
      expect(watched, path).toEqual({ kept: true, shifts: expect.closeTo(0, 2), placeholders: 0 });
      await expectGoodPage(page);
    }
    expect(noise).toEqual([]);
  });

  it('of a dashboard that an order led to is taken over too, then shows what was ordered', async () => {
    const { page, noise } = dealer;
    await openWithView(page, DASHBOARD);
    await heading(page, 'Welcome, Dana Miller');
    await page.evaluate(() => {
      const ordered = { tab: 'pending', entries: [{ id: 'new', name: 'Pier 9' }] };
      history.replaceState({ ...history.state, usr: { ordered } }, '');
    });
    await page.reload();
    await page.getByText(/^Pier 9 is ordered\./).waitFor();
    await page.getByRole('tab', { name: /^Pending/, selected: true }).waitFor();
    // opened at the same address again, the page would keep the state
    await page.goto('about:blank');
    expect(noise).toEqual([]);
  });

  it('loses no press', async () => {
    const { page } = dealer;
    let go = () => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    await page.route(/\/assets\/app-.*\.js/, (route) => held.then(() => route.continue()));
    await expect
      .poll(async () => (await page.goto(DASHBOARD, { waitUntil: 'commit' }))?.text())
      .toContain('first-data');
    const edit = page.getByRole('button', { name: 'Edit Harbor View' });
    expect(await edit.isDisabled()).toBe(true);
    go();
    await edit.click();
    await page.getByRole('dialog').waitFor();
    await page.unroute(/\/assets\/app-.*\.js/);
  });

  it('shows a change that happened before the app listened', async () => {
    const { page } = dealer;
    const [site] = await call<Site[]>(dealer, 'GET', paths.sites);
    await page.route(/\/assets\/app-.*\.js/, async (route) => {
      await call(dealer, 'PATCH', paths.site(String(site?.id)), { site_name: 'Harbor Gate' });
      await route.continue();
    });
    await openWithView(page, DASHBOARD);
    await page.getByRole('link', { name: 'Harbor Gate' }).waitFor();
    await page.unroute(/\/assets\/app-.*\.js/);
  });

  it("holds nothing of other users, of the dealer's while an administrator views, and of nobody without a session", async () => {
    for (const [who, own, foreign] of [
      [dealer, 'Harbor Gate', /bayridge|Pier 7/],
      [other, 'Pier 7', /Harbor (View|Gate)/],
    ] as const) {
      await who.page.goto(DASHBOARD);
      const html = await sent(who, DASHBOARD);
      expect(html).toContain(own);
      expect(html).not.toMatch(foreign);
    }
    const others = await admin.page.request.get(invoice.replace('invoices', 'invoicing'));
    expect(await others.text()).not.toContain('first-data');

    await call(admin, 'POST', paths.admin.viewAs(other.id));
    await admin.page.goto(DASHBOARD);
    expect(await sent(admin, DASHBOARD)).toMatch(/You are viewing as .*Pier 7/);
    await openWithView(admin.page, DASHBOARD);
    await heading(admin.page, 'Welcome, Dana Miller');
    await admin.page.getByRole('button', { name: 'Stop viewing' }).click();
    await admin.page.waitForURL('**/admin-dashboard/users/**');
    // the page did not read the dealer's bill after the view had ended: an administrator has none
    expect(admin.noise).toEqual([]);

    await dealer.context.clearCookies();
    expect(await (await dealer.page.request.get(DASHBOARD)).text()).not.toMatch(/first-data|Harbor Gate/);
    await dealer.page.goto(DASHBOARD);
    await dealer.page.waitForURL('**/login');
  });

  it('has the mode that the browser showed last, and is replaced where it shows another', async () => {
    const { page, noise } = other;
    await page.emulateMedia({ colorScheme: 'dark' });
    await openWithView(page, DASHBOARD);
    await page.getByRole('button', { name: 'Switch to light mode' }).waitFor();
    expect(await sent(other, DASHBOARD)).toContain('aria-label="Switch to light mode"');
    await page.emulateMedia({ colorScheme: 'light' });
    await openWithView(page, DASHBOARD);
    await page.getByRole('button', { name: 'Switch to dark mode' }).waitFor();
    expect(noise).toEqual([]);
  });
});
