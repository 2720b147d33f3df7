import { paths } from '@portal/contract';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CARDS, giveCard } from './cards.ts';
import { call, newAdmin, newDealer } from './people.ts';
import { closeVisitors, openChromium, type RunningPortal, startPortal, type Visitor } from './support.ts';

let portal: RunningPortal;
let browser: Browser;
let admin: Visitor;
let dealer: Visitor;

beforeAll(async () => {
  [portal, browser] = await Promise.all([startPortal(), openChromium()]);
  admin = await newAdmin(browser, portal);
  dealer = await newDealer(browser, portal, 'northgate', admin);
});
afterAll(async () => {
  await closeVisitors();
  await portal?.stop();
});

/** Presses, from the first page after sign-in, that the common tasks take. The others: adminArea.spec.ts, chargeQuestion.spec.ts. */
describe('common tasks', () => {
  let presses: number;
  const press = async (target: Locator) => {
    await target.click();
    presses += 1;
  };
  const start = async (page: Page, path: string) => {
    await page.goto(path);
    presses = 0;
  };
  const button = (place: Page | Locator, name: string | RegExp) => place.getByRole('button', { name });

  it('approves a dealer with 3 presses', async () => {
    const waiting = await newDealer(browser, portal, 'harborline');
    const { page } = admin;
    await start(page, '/admin-dashboard');
    await press(button(page, /^Approve/).first());
    await press(button(page.getByRole('dialog'), 'Approve'));
    await expect.poll(() => call(waiting, 'GET', paths.user)).toMatchObject({ is_approved: true });
    expect(presses).toBeLessThanOrEqual(3);
  });

  it('orders and pays a site of 8 readers with a panel in 16 presses, a field being one', async () => {
    const { page } = dealer;
    await giveCard(dealer, CARDS.good);
    await start(page, '/dealer-dashboard');
    const type = async (id: string, text: string) => {
      await page.locator(`#${id}`).fill(text);
      presses += 1;
    };
    await press(page.getByRole('link', { name: 'New Site' }).first());
    await type('site_name', 'Pearl Street Offices');
    await type('site_address', '12 Pearl Street');
    await type('site_city', 'New York');
    await page.locator('#site_state').selectOption('NY');
    presses += 2;
    await type('site_zip', '10004');
    await type('number_of_readers', '8');
    await press(page.getByRole('checkbox', { name: 'CA 150 Panel' }));
    await press(button(page, /^Pay \$.* and Create Site$/));
    await page.waitForURL('**/dealer-dashboard');
    await page.getByText('Pearl Street Offices is ordered.').waitFor();
    expect(presses).toBeLessThanOrEqual(16);
  });
});
