import { paths, type Site } from '@portal/contract';
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approve, call, newDealer, PASSWORD, registration } from './people.ts';
import { atPage, type BilledScene, startBilledScene } from './presses.ts';
import { closeVisitors, newVisitor } from './support.ts';

let scene: BilledScene;
let page: Page;

beforeAll(async () => {
  scene = await startBilledScene();
  page = scene.dealer.page;
  // its name has what the address of Harbor View begins with
  await call<Site>(scene.dealer, 'POST', paths.sites, {
    ...{ site_name: 'Unit of 2 Harbor Road', site_address: '9 Elm Street', site_city: 'Albany' },
    ...{ site_state: 'NY', site_zip: '12207', number_of_readers: '2' },
  });
});
afterAll(async () => {
  await closeVisitors();
  await scene?.portal.stop();
});

const HOME = '/dealer-dashboard';
const button = (name: string | RegExp, place: Page = page) => place.getByRole('button', { name });

/** Presses from the dashboard, or from the page that is named. */
describe("a dealer's common tasks", () => {
  // Proves S5-presses-1
  it('says why an invoice rose with 1 press on its page', async () => {
    const { press, presses } = await atPage(scene.dealer, `/invoices/${scene.dealer.accountId}_2026-12`);
    await press(button('$19.50 more than November'));
    await page.getByText('Harbor View: 12 → 15 readers').waitFor();
    expect(presses()).toBeLessThanOrEqual(1);
  });

  // Proves S5-presses-1
  it('asks about a charge in 3 presses on the invoice', async () => {
    const id = `${scene.dealer.accountId}_2026-12`;
    const { press, type, presses } = await atPage(scene.dealer, `/invoices/${id}`);
    await press(button('Question this charge'));
    await type('question', 'Who added the three readers?');
    await press(button('Send question'));
    await page.getByTestId('toast').getByText('Your question was sent').waitFor();
    await page.getByRole('article', { name: 'Question about Harbor View' }).waitFor();
    expect(presses()).toBeLessThanOrEqual(3);
  });

  // Proves S5-presses-1
  it('orders and pays a site of 8 readers with a panel in 14 presses', async () => {
    const { press, type, presses } = await atPage(scene.dealer, HOME);
    await press(page.getByRole('link', { name: 'New Site' }).first());
    await type('site_name', 'Pearl Street Offices');
    await type('site_address', '12 Pearl Street');
    await type('site_city', 'New York');
    await type('site_state', 'NY');
    await type('site_zip', '10004');
    await type('number_of_readers', '8');
    await press(page.getByRole('checkbox', { name: 'CA 150 Panel' }));
    await press(button(/^Pay \$.* and Create Site$/));
    await page.waitForURL(`**${HOME}`);
    await page.getByText('Pearl Street Offices is ordered.').waitFor();
    expect(presses()).toBeLessThanOrEqual(14);
  });

  // Proves S5-presses-1
  it('imports 17 of 20 sites from the page of a new site in 3 presses', async () => {
    const sites = async () => (await call<Site[]>(scene.dealer, 'GET', paths.sites)).length;
    const before = await sites();
    const rows = Array.from(
      { length: 20 },
      (_, index) => `Depot ${index};${index} Elm St;Albany;${index % 7 === 3 ? 'NX' : 'new york'};12207;4`,
    );
    const file = ['Name;Street;Town;State;Postal code;# of readers', ...rows].join('\r\n');
    const { press, presses } = await atPage(scene.dealer, '/new-site');
    await press(page.getByRole('link', { name: 'Import sites' }));
    const chosen = page.waitForEvent('filechooser');
    await press(button('Choose a file'));
    const buffer = Buffer.from(`\uFEFF${file}`);
    await (await chosen).setFiles({ name: 'sites.csv', mimeType: 'text/csv', buffer });
    await page.getByText('17 of 20 rows can be ordered now.').waitFor();
    await press(button(/Create 17 Sites$/));
    await page.getByText('17 of 17 sites created').waitFor();
    // the list of sites may be behind the order's read model
    await expect.poll(sites).toBe(before + 17);
    expect(presses()).toBeLessThanOrEqual(3);
  });

  // Proves S5-presses-1
  it.each([
    ['an administrator', () => scene.admin, '/admin-dashboard'],
    ['a dealer', () => scene.dealer, HOME],
  ])('finds a site by address for %s in 2 presses, the right one first', async (_name, who, path) => {
    const seen = who();
    const { key, type, presses } = await atPage(seen, path);
    // a first view takes no keys before the app has taken it over
    await expect.poll(() => button('Search', seen.page).first().isEnabled()).toBe(true);
    await key('Control+k');
    await type(seen.page.getByRole('combobox', { name: 'Search' }), '2 Harbor Road');
    const first = seen.page.getByRole('option').first();
    await first.getByText('Harbor View').waitFor();
    expect(await first.getAttribute('class')).toContain('Mui-focused');
    expect(presses()).toBeLessThanOrEqual(2);
    await seen.page.keyboard.press('Enter');
    await seen.page.getByRole('heading', { level: 1, name: 'Harbor View' }).waitFor();
  });

  // Proves S5-presses-1
  it('takes a new dealer from the registration to the dashboard in 14 presses', async () => {
    const visitor = await newVisitor(scene.browser, scene.portal);
    const { press, type, presses } = await atPage(visitor, '/register');
    const entered = { ...registration('lakeview'), company: 'Lakeview Alarms', confirmPassword: PASSWORD };
    for (const [id, text] of Object.entries(entered)) await type(id, text);
    await press(visitor.page.getByLabel('I have read and agree to the dealer agreement'));
    await press(button('Create Account', visitor.page));
    await visitor.page.waitForURL('**/dealer-approval-pending');
    await approve(scene.admin, (await call(visitor, 'GET', paths.user)).id);
    await visitor.page.waitForURL(`**${HOME}`);
    await visitor.page.getByRole('heading', { level: 1, name: 'Welcome, Dana Miller' }).waitFor();
    expect(presses()).toBeLessThanOrEqual(14);
  });

  // Proves S5-presses-1, X-13
  it('switches two-step verification on in 5 presses', async () => {
    const visitor = await newDealer(scene.browser, scene.portal, 'hillcrest', scene.admin);
    const { press, type, presses } = await atPage(visitor, HOME);
    await press(visitor.page.getByRole('link', { name: 'Set up two-step verification' }));
    await type('secondFactorPassword', PASSWORD);
    await press(button('Continue', visitor.page));
    const secret = (await visitor.page.getByTestId('secret').innerText()).replace(/\s/g, '');
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: scene.now() });
    await type('code', code);
    await press(button('Switch on', visitor.page));
    await visitor.page.getByRole('list', { name: 'Recovery codes' }).waitFor();
    expect(await call(visitor, 'GET', paths.user)).toMatchObject({ second_factor: 'on' });
    expect(presses()).toBeLessThanOrEqual(5);
  });
});
