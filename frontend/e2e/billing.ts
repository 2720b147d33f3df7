import { type Invoice, paths, type SessionUser, type Site } from '@portal/contract';
import type { Browser, Page } from 'playwright-core';
import type { ClockedPortal } from './clockedPortal.ts';
import { call, newDealer, PASSWORD, signIn } from './people.ts';
import type { Visitor } from './support.ts';

/** Sites are added in October; invoices are issued on the 1st at midnight in New York. */
export const BEFORE = '2026-10-20T15:00:00.000Z';
export const MONTHS = ['2026-11', '2026-12', '2027-01'] as const;
/** Noon of the 2nd of a month. */
export const inMonth = (period: string) => `${period}-02T17:00:00.000Z`;

export interface BilledDealer extends Visitor {
  readonly id: string;
  readonly username: string;
  readonly accountId: string;
}

const site = (site_name: string, readers: number) => ({
  site_name,
  site_address: '2 Harbor Road',
  site_city: 'Staten Island',
  site_state: 'NY',
  site_zip: '10311',
  number_of_readers: String(readers),
});

/** An approved dealer with active sites; `sites` maps names to readers. */
export async function newBilledDealer(
  browser: Browser,
  portal: ClockedPortal,
  admin: Visitor,
  username: string,
  sites: Readonly<Record<string, number>>,
): Promise<BilledDealer> {
  const dealer = await newDealer(browser, portal, username, admin);
  const { account_id: accountId } = await call<SessionUser>(dealer, 'GET', paths.user);
  for (const [name, readers] of Object.entries(sites)) {
    const { id } = await call<Site>(dealer, 'POST', paths.sites, site(name, readers));
    await call(admin, 'PATCH', paths.admin.site(id), { status: 'active' });
  }
  return { ...dealer, username, accountId: String(accountId) };
}

/** Orders a pending site. */
export async function orderSite(dealer: Visitor, name: string, readers: number): Promise<void> {
  await call<Site>(dealer, 'POST', paths.sites, site(name, readers));
}

/** Bills months by moving the clock. Sessions expire, so everyone signs in again. */
export async function billMonths(
  portal: ClockedPortal,
  admin: Visitor,
  dealers: readonly BilledDealer[],
  months: readonly string[],
): Promise<void> {
  for (const period of months) {
    await portal.setClock(inMonth(period));
    await signIn(admin, portal.admin.username, portal.admin.password);
    await call<unknown>(admin, 'POST', paths.admin.runBilling, { period });
  }
  for (const dealer of dealers) await signIn(dealer, dealer.username, PASSWORD);
}

/** A dealer's invoices, newest first. */
export async function invoicesOf(dealer: Visitor): Promise<readonly Invoice[]> {
  const all = await call<readonly Invoice[]>(dealer, 'GET', paths.invoices);
  return [...all].sort((a, b) => (a.period < b.period ? 1 : -1));
}

/** Name and content of a downloaded file. */
export async function downloadOf(page: Page, click: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), click()]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
  return { name: download.suggestedFilename(), content: Buffer.concat(chunks) };
}
