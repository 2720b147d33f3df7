import { type Invoice, paths, type Site } from '@portal/contract';
import type { Browser } from 'playwright-core';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BEFORE, type BilledDealer, billMonths, downloadOf, invoicesOf, newBilledDealer } from './billing.ts';
import { type ClockedPortal, startClockedPortal } from './clockedPortal.ts';
import { fill, heading } from './hands.ts';
import { call, newAdmin } from './people.ts';
import { closeVisitors, expectGoodPage, itDeep, openChromium, type Visitor } from './support.ts';

let portal: ClockedPortal;
let browser: Browser;
let admin: Visitor;
let dealer: BilledDealer;
let invoice: Invoice;
let site: Site;

beforeAll(async () => {
  [portal, browser] = await Promise.all([startClockedPortal(BEFORE), openChromium()]);
  admin = await newAdmin(browser, portal);
  dealer = await newBilledDealer(browser, portal, admin, 'northgate', { 'Harbor View': 12, 'Pier 7': 3 });
  await billMonths(portal, admin, [dealer], ['2026-11']);
  [invoice] = (await invoicesOf(dealer)) as [Invoice];
  const sites = await call<Site[]>(dealer, 'GET', paths.sites);
  site = sites.find(({ site_name }) => site_name === 'Harbor View') as Site;
});
afterAll(async () => {
  await closeVisitors();
  await portal?.stop();
});
afterEach(() => {
  for (const { noise } of [dealer, admin]) expect((noise as string[]).splice(0)).toEqual([]);
});

const toast = (who: Visitor, title: string) =>
  who.page.getByTestId('toast').filter({ hasText: title }).waitFor();
const AREA = '/admin-dashboard';

describe('a charge with a wrong rate', () => {
  // Proves I7-dispute-1
  it('is questioned by the dealer on the invoice line', async () => {
    const { page } = dealer;
    await page.goto(`/invoices/${invoice.id}`);
    await heading(page, `Invoice ${invoice.invoice_number}`);
    await page
      .getByRole('row', { name: /Harbor View/ })
      .getByRole('button', { name: 'Question this charge' })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Question this charge' });
    await dialog.getByText(/Harbor View.*12 × \$6\.50 = \$78\.00/).waitFor();
    await dialog.getByRole('button', { name: 'Send question' }).click();
    await dialog.getByText('Please write what you would like to know').waitFor();
    await expectGoodPage(page);
    await fill(page, { question: 'We agreed on $5.00 a reader in October.' });
    await dialog.getByRole('button', { name: 'Send question' }).click();
    await toast(dealer, 'Your question was sent');
    await page.getByRole('article', { name: 'Question about Harbor View' }).waitFor();
    await expectGoodPage(page);
  });

  // Proves I7-dispute-1
  it('is shown to administrators with a verified replay and all reasons', async () => {
    const { page } = admin;
    await page.goto(AREA);
    await page
      .getByRole('navigation', { name: 'Administration' })
      .getByRole('link', { name: 'Questions' })
      .click();
    await heading(page, 'Questions');
    await expectGoodPage(page);
    await page.getByRole('link', { name: invoice.invoice_number }).click();
    await heading(page, `Harbor View on ${invoice.invoice_number}`);
    await page.getByText('We agreed on $5.00 a reader in October.').first().waitFor();
    await page
      .getByTestId('replay-verdict')
      .getByText(/Verified: recalculated from history/)
      .waitFor();
    const line = page.getByRole('row', { name: /Harbor View/ });
    await line.getByText(/Default rate \$6\.50 since Oct 20, 2026/).waitFor();
    await line.getByText(/Approved and active since Oct 20, 2026/).waitFor();
    await expectGoodPage(page);
  });

  // Proves I7-replay-2
  it('is recalculated as a what-if, marked as not recorded', async () => {
    const { page } = admin;
    await page.getByRole('combobox', { name: 'Event' }).click();
    await page.getByRole('option', { name: /Approved and active.*Harbor View/ }).click();
    await page.getByRole('button', { name: 'Without it' }).click();
    await page.getByText(/What-if replay\. Nothing is recorded/).waitFor();
    await page.getByText(/\$19\.50, \$78\.00 less than issued/).waitFor();
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.getByTestId('replay-verdict').waitFor();
  });

  // Proves S6-correct-2, I7-dispute-2
  it('is answered and settled by a reissue at the given rate, with a preview', async () => {
    // today's changes apply to later months only
    await call(admin, 'PATCH', paths.admin.site(site.id), {
      custom_reader_rate: '4.00',
      reason: 'From December on',
    });
    const { page } = admin;
    await fill(page, { text: 'You are right, the rate was entered too late.' });
    await page.getByRole('button', { name: 'Send answer' }).click();
    await toast(admin, 'Answer sent');
    await dealer.page.getByText('You are right, the rate was entered too late.').waitFor();
    await page.getByRole('button', { name: 'Settle', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await page.locator('#outcome').selectOption('reissued');
    await fill(page, { explanation: 'The invoice is issued anew at $5.00.' });
    await dialog.getByRole('button', { name: 'Show before and after' }).click();
    await dialog.getByText('Please add a correction').waitFor();
    await expectGoodPage(page);
    await dialog.getByRole('button', { name: 'Add' }).click();
    const entry = dialog.getByRole('group', { name: 'Correction of Harbor View' });
    await entry.getByLabel('Rate in dollars').fill('5.00');
    await dialog.getByRole('button', { name: 'Show before and after' }).click();
    await entry.getByText('Reason is required').waitFor();
    await entry.getByLabel('Reason').fill('Agreed in October, entered late');
    await expectGoodPage(page);
    await dialog.getByRole('button', { name: 'Show before and after' }).click();
    const table = dialog.getByRole('region', { name: 'Before and after' });
    const changed = table.getByRole('row', { name: /Harbor View/ });
    for (const text of ['$78.00', '12 × $6.50', '$60.00', '12 × $5.00', 'Agreed in October, entered late'])
      await changed.getByText(text).waitFor();
    await expect.poll(() => table.getByRole('row', { name: 'Total $97.50 $79.50' }).count()).toBe(1);
    await expectGoodPage(page);
    await dialog.getByRole('button', { name: 'Settle' }).click();
    await toast(admin, 'Question settled');
    await page.getByText('Reissued', { exact: true }).waitFor();
  });

  // Proves S6-correct-5, I7-dispute-2
  it('ends with a canceled invoice and its replacement, which states the reason', async () => {
    const { page } = dealer;
    await page.getByText('The invoice was canceled and reissued.').waitFor();
    await page.getByText('Canceled').first().waitFor();
    await page.getByRole('link', { name: 'Open the new invoice' }).click();
    await page.getByText('$79.50').first().waitFor();
    await page.getByText('Corrected rate').waitFor();
    await page.getByText('Rate corrected from $6.50 to $5.00: Agreed in October, entered late').waitFor();
    await expectGoodPage(page);
    const newest = (await invoicesOf(dealer)).find(({ id }) => id === `${invoice.id}_r2`);
    expect([newest?.status, newest?.total_amount]).toEqual(['pending', 12 * 5 + 3 * 6.5]);
    await admin.page.goto(`${AREA}/invoices/${encodeURIComponent(`${invoice.id}_r2`)}/show`);
    await admin.page.getByText('Rate corrected from $6.50 to $5.00: Agreed in October').waitFor();
    await expectGoodPage(admin.page);
  });

  // Proves I7-evidence
  it('has evidence: a PDF with events, approval and reasons of the rate', async () => {
    const { page } = admin;
    await page.goto(`${AREA}/disputes/${encodeURIComponent(`${invoice.id}.0`)}/show`);
    await page.getByTestId('replay-verdict').waitFor();
    const old = await downloadOf(page, () => page.getByRole('link', { name: 'Evidence as PDF' }).click());
    expect(old.name).toBe(`evidence-${invoice.invoice_number}.pdf`);
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(old.content)), {
      mergePages: true,
    });
    const flat = text.replace(/\s+/g, ' ');
    for (const part of [
      `Evidence for invoice ${invoice.invoice_number}`,
      'Both are equal, line by line.',
      'Harbor View: 12 × $6.50 (default rate of the company)',
      'Site approved',
      'Custom reader rate set to $4.00 (From December on)',
      'Harbor View: Rate corrected from $6.50 to $5.00. Agreed in October, entered late',
      'Voided',
    ]) {
      expect(flat).toContain(part);
    }
    const json = await downloadOf(page, () =>
      page.getByRole('link', { name: 'Raw events with proof' }).click(),
    );
    expect(JSON.parse(json.content.toString('utf8')).events.length).toBeGreaterThan(5);
  });
});

describe('an invoice that rose', () => {
  // Proves S6-why-1, I7-replay-4
  it('tells the dealer why', async () => {
    const pier = (await call<Site[]>(dealer, 'GET', paths.sites)).find(
      (one) => one.site_name === 'Pier 7',
    ) as Site;
    await call(admin, 'PATCH', paths.admin.site(pier.id), { number_of_readers: 10, reason: 'New building' });
    // sessions end meanwhile
    for (const { page } of [admin, dealer]) await page.goto('about:blank');
    await billMonths(portal, admin, [dealer], ['2026-12']);
    const { page } = dealer;
    const press = (name: string) => page.getByRole('button', { name }).click();
    await page.goto(`/invoices/${dealer.accountId}_2026-12`);
    await press('$33.50 more than November');
    const list = page.getByRole('list', { name: 'Differences' });
    const entry = (text: string) => list.getByRole('listitem').filter({ hasText: text });
    await entry('Pier 7: 3 → 10 readers').getByText('+$45.50').waitFor();
    await entry('Pier 7')
      .getByText(/Readers changed from 3 to 10 · Nov 2, 2026 · An administrator/)
      .waitFor();
    await entry('Harbor View: $5.00 → $4.00 per reader').getByText('-$12.00').waitFor();
    await entry('Harbor View')
      .getByText(/Agreed in October, entered late/)
      .waitFor();
    await expect.poll(() => list.getByText('New building').count()).toBe(0);
    await expectGoodPage(page);
    await press('Recalculate from history');
    await page.getByText('Verified: recalculated from history, exact match.').waitFor();
    await page
      .getByRole('list', { name: 'Recalculated lines' })
      .getByText('10 readers since Nov 2, 2026')
      .waitFor();
    await expectGoodPage(page);
  });

  // Proves S6-why-2
  it('compares the next invoice with it', async () => {
    await call(dealer, 'PATCH', paths.site(site.id), { status: 'inactive' });
    const { page } = dealer;
    await page.goto('/invoicing');
    await page.getByRole('button', { name: 'Next invoice: $48.00 less than December' }).click();
    await page.getByText(/Site deactivated · Dec 2, 2026 · You/).waitFor();
    await expectGoodPage(page);
    await call(dealer, 'PATCH', paths.site(site.id), { status: 'active' });
  });

  // Proves S6-why-1
  it('tells administrators why, with names and reasons', async () => {
    const { page } = admin;
    await page.goto(`${AREA}/invoices/${encodeURIComponent(`${dealer.accountId}_2026-12`)}/show`);
    await page.getByRole('button', { name: '$33.50 more than November' }).click();
    await page.getByText(/Readers changed from 3 to 10 \(New building\)/).waitFor();
    await expectGoodPage(page);
    await page.getByRole('tab', { name: 'Replay' }).click();
    await page.getByTestId('replay-verdict').waitFor();
    await page.goto(`/dealer-billing/${dealer.id}`);
    await page.getByRole('button', { name: 'Next invoice: the same total as December' }).waitFor();
  });
});

describe('the timeline of a site', () => {
  // Proves I7-timeline-2
  it('lists all events in plain words, and has its own address', async () => {
    const { page } = admin;
    await page.goto(`${AREA}/audit/site/${site.id}`);
    await heading(page, 'Site timeline');
    await page.getByText('Custom reader rate set to $4.00').waitFor();
    await page.getByText('Reason: From December on').waitFor();
    await expectGoodPage(page);
    await page.getByLabel('What').selectOption('Site approved');
    await page.getByText('Custom reader rate set to $4.00').waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('list', { name: 'Timeline' }).getByText('Site approved', { exact: true }).waitFor();
    await expect.poll(() => page.getByText('Custom reader rate set to $4.00').count()).toBe(0);
    await page.getByRole('button', { name: 'Show the event' }).click();
    await page
      .getByLabel(/Event \d+ as JSON/)
      .getByText(/"SiteApproved"/)
      .waitFor();
  });

  // Proves I7-travel
  itDeep('shows the state after each event, with differences to today', async () => {
    const { page } = admin;
    await page.goto(`${AREA}/audit/site/${site.id}?view=travel`);
    await page.getByText('Unchanged since.').waitFor();
    const slider = page.getByRole('slider', { name: 'After event' });
    await slider.focus();
    await page.keyboard.press('Home');
    await page.getByText(/After event #\d+.*Site ordered with 12 readers/).waitFor();
    const status = page.getByRole('row', { name: /^Status/ });
    await expect.poll(() => status.getByRole('cell').allTextContents()).toEqual(['pending', 'active']);
    await expectGoodPage(page);
    await page.getByLabel('As of').fill('2026-10-01T00:00');
    await page.getByText('Before the first event').waitFor();
  });
});

// Proves I7-tools
itDeep('the System page verifies the log and rebuilds read models', async () => {
  const { page } = admin;
  await page.goto(`${AREA}/system`);
  await heading(page, 'System');
  await page.getByRole('button', { name: 'Verify the log' }).click();
  await page.getByText(/All events and seals match/).waitFor();
  await page.getByRole('button', { name: 'Rebuild Dealer sites' }).click();
  await page.getByText(/Rebuilt and live/).waitFor();
  await expectGoodPage(page);
});
