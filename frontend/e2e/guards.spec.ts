import { ADMIN_PAGES, PAGES, paths } from '@portal/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GUARDED_PEOPLE, guardTable } from '../src/shared/testing/guardTable.ts';
import { call, newAdmin, newDealer, PASSWORD, signIn } from './people.ts';
import {
  closeVisitors,
  DEEP,
  newVisitor,
  openChromium,
  type RunningPortal,
  startPortal,
  type Visitor,
} from './support.ts';

type Person = (typeof GUARDED_PEOPLE)[number];

/** `npm test` opens one page of each combination of access and redirects, as the two with most redirects. */
const openers = DEEP ? GUARDED_PEOPLE : (['visitor', 'dealer'] as const);
const kinds = new Map(guardTable.map((row) => [row.slice(1).join(' '), row]));
const opened = DEEP ? guardTable : [...kinds.values()];

let portal: RunningPortal;
let browser: Browser;
let people: Readonly<Record<Person, Visitor>>;

beforeAll(async () => {
  [portal, browser] = await Promise.all([startPortal(), openChromium()]);
  const admin = await newAdmin(browser, portal);
  people = {
    admin,
    visitor: await newVisitor(browser, portal),
    unapproved: await newDealer(browser, portal, 'waiting'),
    dealer: await newDealer(browser, portal, 'northgate', admin),
  };
});

afterAll(async () => {
  await closeVisitors();
  await portal?.stop();
});

/** The path that a person ends up at. */
async function finalPathOf(who: Visitor, path: string, expected: string): Promise<string> {
  const { page } = who;
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForURL((url) => url.pathname === expected, { waitUntil: 'commit' }).catch(() => undefined);
  await page.locator('h1').first().waitFor();
  return new URL(page.url()).pathname;
}

describe('route guards in the browser', () => {
  // Proves S1-2-routes-2
  it('cover every page', () => {
    const rows = guardTable.map(([path]) => path.replace(/42/, ':id'));
    expect([...PAGES, ...ADMIN_PAGES].filter((page) => !rows.includes(page))).toEqual([]);
  });

  // Proves S1-2-routes-1, S1-2-routes-4, S1-2-guards-2, S1-2-guards-3, S1-2-guards-4, S1-2-guards-5
  // Proves S1-2-guards-7, S1-2-register-10, S1-2-auth-4, S1-4-approval-3, S1-6-1, S1-6-2, S1-6-3
  // Proves S2-2-pending-4
  it.concurrent.each(openers.map((person) => ({ person, column: GUARDED_PEOPLE.indexOf(person) + 1 })))(
    'every route as $person',
    // they share two cores
    { timeout: 300_000 },
    async ({ person, column }) => {
      for (const row of opened) {
        const [path] = row;
        const asked = new URL(path, portal.url).pathname;
        const expected = row[column] === 'stay' ? asked : String(row[column]);
        expect(await finalPathOf(people[person], path, expected), `${path} as ${person}`).toBe(expected);
      }
    },
  );

  // Proves S1-2-guards-8
  it('keep the requested address out of the history', async () => {
    const { page } = people.dealer;
    await page.goto('/resources');
    await page.getByRole('heading', { level: 1, name: 'Dealer Resources' }).waitFor();
    await page.goto('/admin-dashboard');
    await page.waitForURL('**/dealer-dashboard');
    await page.goBack();
    await page.waitForURL('**/resources');
  });

  // Proves S1-2-guards-5
  it('load no admin code for a dealer', async () => {
    const { page } = people.dealer;
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
    });
    await page.goto('/admin-dashboard');
    await page.waitForURL('**/dealer-dashboard');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(scripts).not.toEqual([]);
    expect(scripts.filter((name) => /\/admin-/.test(name))).toEqual([]);
  });

  // Proves I35-37-back
  it('show nothing of a page whose session has ended, as soon as the browser brings it back', async () => {
    const { page, context } = await newDealer(browser, portal, 'leaver', people.admin);
    const shown = () => page.getByRole('heading', { level: 1, name: 'Dealer Resources' });
    await page.goto('/resources');
    await shown().waitFor();
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/login');
    expect((await page.goBack())?.url()).toBe(`${portal.url}/resources`);
    await page.waitForURL('**/login');
    expect(await shown().count()).toBe(0);
    // neither this Chromium nor Playwright keeps pages in memory, so here it is told that it did
    await signIn({ ...people.dealer, context }, 'leaver', PASSWORD);
    await page.goto('/resources');
    await shown().waitFor();
    await call({ ...people.dealer, context }, 'POST', paths.logout);
    const visible = await page.evaluate(() => {
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      return document.body.checkVisibility();
    });
    expect(visible).toBe(false);
    await page.waitForURL('**/login');
    expect(await shown().count()).toBe(0);
  });

  // Proves X-17
  it('log nothing to the console', () => {
    const noise = GUARDED_PEOPLE.flatMap((person) => people[person].noise);
    expect(noise.filter((line) => !/404.*\/(no-such-page|api\/)/.test(line))).toEqual([]);
  });
});
