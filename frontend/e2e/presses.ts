import { paths, type Site } from '@portal/contract';
import type { Browser, Locator } from 'playwright-core';
import { BEFORE, type BilledDealer, billMonths, inMonth, newBilledDealer } from './billing.ts';
import { CARDS, giveCard } from './cards.ts';
import { type ClockedPortal, startClockedPortal } from './clockedPortal.ts';
import { call, newAdmin } from './people.ts';
import { openChromium, type Visitor } from './support.ts';

export interface BilledScene {
  readonly portal: ClockedPortal;
  readonly browser: Browser;
  readonly admin: Visitor;
  readonly dealer: BilledDealer;
  /** The portal's time, in milliseconds; pages that were opened earlier are behind it. */
  now(): number;
}

/** It is December 2. The dealer's second invoice is higher than the first; both are open. */
export async function startBilledScene(): Promise<BilledScene> {
  const [portal, browser] = await Promise.all([startClockedPortal(BEFORE), openChromium()]);
  const admin = await newAdmin(browser, portal);
  const dealer = await newBilledDealer(browser, portal, admin, 'northgate', { 'Harbor View': 12 });
  await billMonths(portal, admin, [dealer], ['2026-11']);
  const [site] = await call<Site[]>(dealer, 'GET', paths.sites);
  await call(admin, 'PATCH', paths.admin.site(site?.id ?? ''), { number_of_readers: 15 });
  const ahead = Date.parse(inMonth('2026-12')) - Date.now();
  await billMonths(portal, admin, [dealer], ['2026-12']);
  await giveCard(dealer, CARDS.good);
  for (const { page } of [admin, dealer]) await page.clock.install({ time: inMonth('2026-12') });
  return { portal, browser, admin, dealer, now: () => Date.now() + ahead };
}

/** Opens a page and counts what is pressed from there: a click, a key or a filled field is one. */
export async function atPage({ page }: Visitor, path: string) {
  await page.goto(path);
  let presses = 0;
  return {
    presses: () => presses,
    press: async (target: Locator) => {
      await target.click();
      presses += 1;
    },
    key: async (keys: string) => {
      await page.keyboard.press(keys);
      presses += 1;
    },
    /** Fills a field, which is found by its id. */
    type: async (target: string | Locator, text: string) => {
      const field = typeof target === 'string' ? page.locator(`#${target}`) : target;
      if ((await field.evaluate(({ tagName }) => tagName)) === 'SELECT') await field.selectOption(text);
      else await field.fill(text);
      presses += 1;
    },
  };
}
