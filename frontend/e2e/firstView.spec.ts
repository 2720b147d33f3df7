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
const SITES = '/admin-dashboard/sites';

/** The page as the server sends it: a portal's first ones may be sent without their view. */
async function sent({ page }: Visitor, path: string, mark = 'first-data'): Promise<string> {
  let text = '';
  await expect
    .poll(async () => {
      text = await (await page.request.get(path)).text();
      return text;
    })
    .toContain(mark);
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

const openWithView = (page: Page, path: string, mark = 'first-data') =>
  expect.poll(async () => (await page.goto(path))?.text()).toContain(mark);

describe('the first view of a page', () => {
  it('is the whole page, which the app takes over as it is', async () => {
    const { page, noise } = dealer;
    await page.addInitScript(watch);
    for (const [path, title, text] of [
      [DASHBOARD, 'Welcome, Dana Miller', 'Harbor View'],
      [invoice, 'Invoice INV-', '$78.00'],
    ] as const) {
      const html = await sent(dealer, path);
      expect(html.split('id="first-data"')[0]).toContain(text);
      await openWithView(page, path);
      await page.getByRole('heading', { level: 1 }).filter({ hasText: title }).waitFor();
      await page.getByText(text).first().waitFor();
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

  it("of an administrator's list stands until the app shows the rows, and loses no press", async () => {
    const { page, noise } = admin;
    await page.addInitScript(watch);
    await page.setViewportSize({ width: 390, height: 900 });
    for (const mode of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme: mode });
      // tells the server mode and width
      await page.goto(SITES);
      await page.locator('#root').getByRole('link', { name: 'Pier 7' }).waitFor();
      const [view = ''] = (await sent(admin, SITES, 'first-view')).split('<template id="app">');
      expect(view).toContain('Harbor View');
      expect(view).toContain('Northgate');
      await openWithView(page, SITES, 'first-view');
      await page.locator('#first-view').waitFor({ state: 'detached' });
      const { shifts, placeholders } = await page.evaluate(() => {
        const watched = window as unknown as Watched;
        return { shifts: watched.shifts, placeholders: watched.placeholders };
      });
      expect({ shifts, placeholders }, mode).toEqual({
        shifts: expect.closeTo(0, 2),
        placeholders: 0,
      });
      await expectGoodPage(page);

      let go = () => {};
      const held = new Promise<void>((resolve) => {
        go = resolve;
      });
      await page.route(/\/assets\/app-.*\.js/, (route) => held.then(() => route.continue()));
      await expect
        .poll(async () => (await page.goto(SITES, { waitUntil: 'commit' }))?.text())
        .toContain('first-view');
      const add = page.getByRole('button', { name: 'Add New Site' });
      expect(await add.isDisabled()).toBe(true);
      go();
      await add.click();
      await page.getByRole('dialog').waitFor();
      await page.unroute(/\/assets\/app-.*\.js/);
    }
    await page.goto('about:blank');
    expect(noise).toEqual([]);
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

  it('shows a change that happened while the app took the view over, once it is done', async () => {
    const { page, noise } = dealer;
    const other = await dealer.context.newPage();
    await other.goto(DASHBOARD);
    await heading(other, 'Welcome, Dana Miller');
    const [site] = await call<Site[]>(dealer, 'GET', paths.sites);
    const footer = page.waitForRequest(/\/assets\/Footer-/);
    await page.route(/\/assets\/DashboardPage-.*\.js/, async (route) => {
      // the app runs, and has taken over what is not the page's own
      await footer;
      await call(dealer, 'PATCH', paths.site(String(site?.id)), { site_name: 'Harbor Pier' });
      await other.getByRole('link', { name: 'Harbor Pier' }).waitFor();
      await route.continue();
    });
    await openWithView(page, DASHBOARD);
    await page.getByRole('link', { name: 'Harbor Pier' }).waitFor();
    await page.locator('fieldset:has(> #root):not([disabled])').waitFor();
    await page.unroute(/\/assets\/DashboardPage-.*\.js/);
    await other.close();
    await call(dealer, 'PATCH', paths.site(String(site?.id)), { site_name: 'Harbor Gate' });
    expect(noise).toEqual([]);
  });

  it("holds nothing of other users, of the dealer's while an administrator views, and of nobody without a session", async () => {
    for (const [who, own, foreign] of [
      [dealer, 'Harbor Gate', /bayridge|Pier 7/],
      [other, 'Pier 7', /Harbor (View|Gate)/],
    ] as const) {
      const html = await sent(who, DASHBOARD);
      expect(html).toContain(own);
      expect(html).not.toMatch(foreign);
    }
    const others = await admin.page.request.get(invoice.replace('invoices', 'invoicing'));
    expect(await others.text()).not.toContain('first-data');

    // lists come as cards only
    await other.page.setViewportSize({ width: 390, height: 900 });
    await other.page.goto(DASHBOARD);
    await heading(other.page, 'Welcome, Dana Miller');
    const notTheirs = await other.page.request.get(SITES);
    expect(await notTheirs.text()).not.toMatch(/first-view|Harbor|Pier 7/);

    await call(admin, 'POST', paths.admin.viewAs(other.id));
    const whileViewing = await admin.page.request.get(SITES);
    expect(await whileViewing.text()).not.toMatch(/first-view|Harbor|Pier 7/);
    expect(await sent(admin, DASHBOARD)).toMatch(/You are viewing as .*Pier 7/);
    await openWithView(admin.page, DASHBOARD);
    await heading(admin.page, 'Welcome, Dana Miller');
    await admin.page.getByRole('button', { name: 'Stop viewing' }).click();
    await admin.page.waitForURL('**/admin-dashboard/users/**');
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
