import { type Invoice, paths } from '@portal/contract';
import type { Browser, Page } from 'playwright-core';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  BEFORE,
  type BilledDealer,
  billMonths,
  downloadOf,
  invoicesOf,
  MONTHS,
  newBilledDealer,
  orderSite,
} from './billing.ts';
import { CARDS, giveCard, typeCard } from './cards.ts';
import { type ClockedPortal, startClockedPortal } from './clockedPortal.ts';
import { heading, tabTo, whileFailing } from './hands.ts';
import { call, newAdmin } from './people.ts';
import {
  closeVisitors,
  expectAccessible,
  expectGoodPage,
  itDeep,
  openChromium,
  type Visitor,
} from './support.ts';

let portal: ClockedPortal;
let browser: Browser;
let admin: Visitor;
let dealer: BilledDealer;
let other: BilledDealer;
let page: Page;

beforeAll(async () => {
  [portal, browser] = await Promise.all([startClockedPortal(BEFORE), openChromium()]);
  admin = await newAdmin(browser, portal);
  dealer = await newBilledDealer(browser, portal, admin, 'northgate', { 'Harbor View': 12, 'Pier 7': 3 });
  other = await newBilledDealer(browser, portal, admin, 'bayridge', { Depot: 4 });
  page = dealer.page;
  await billMonths(portal, admin, [dealer, other], MONTHS);
  await orderSite(dealer, 'Old Mill', 5);
});
afterAll(async () => {
  await closeVisitors();
  await portal?.stop();
});
/** Console messages that a test expects. */
let asked: RegExp | null = null;
afterEach(() => {
  for (const { noise } of [dealer, other, admin]) {
    const heard = (noise as string[]).splice(0);
    expect(heard.filter((line) => asked?.test(line) !== true)).toEqual([]);
  }
  asked = null;
});

const open = (path = '/invoicing') =>
  page.goto(path).then(() => page.getByRole('heading', { level: 1 }).waitFor());
const row = (number: string) => page.getByRole('row', { name: new RegExp(number) });
const payDialog = (name: string) => page.getByRole('dialog', { name });
const numbered = async (who: Visitor, period: string): Promise<Invoice> => {
  const found = (await invoicesOf(who)).find((invoice) => invoice.period === period);
  if (found === undefined) throw new Error(`There is no invoice of ${period}.`);
  return found;
};

describe('/invoicing', () => {
  // Proves S2-2-invoicing-1
  it('shows the amounts due and projected, by site', async () => {
    await open();
    await heading(page, 'Billing & Invoicing');
    const info = page.getByRole('region', { name: 'Billing Information' });
    for (const text of ['$292.50', 'Feb 1, 2027', '$97.50']) await info.getByText(text).waitFor();
    const summary = page.getByRole('region', { name: 'Billing Summary' });
    for (const text of ['$130.00', 'includes $32.50 pending', '12 readers × $6.50', 'Old Mill', 'Pending'])
      await summary.getByText(text, { exact: true }).waitFor();
    await page.getByText('Payment method required').waitFor();
    await page.getByText('Showing 1-3 of 3 invoices').waitFor();
    await page.getByText('Page 1 of 1').waitFor();
    const { invoice_number } = await numbered(dealer, '2026-11');
    await row(invoice_number).getByText('Open, overdue').waitFor();
    await expectGoodPage(page);
  });

  // Proves S2-2-invoice-6
  itDeep('shows another company’s invoice as not found', async () => {
    const { id } = await numbered(other, '2026-12');
    asked = /404/;
    await open(`/invoicing/${id}`);
    await heading(page, 'Error Loading Invoice');
    await page.getByText('Invoice not found').waitFor();
    await expectGoodPage(page);
    await page.getByRole('link', { name: 'Return to Invoicing' }).click();
    await heading(page, 'Billing & Invoicing');
  });

  // Proves S2-2-invoicing-5
  itDeep('shows a failure to load', async () => {
    asked = /503/;
    await whileFailing(page, paths.invoices, { status: 503, json: { error: 'Not now.' } }, async () => {
      await open();
      await heading(page, 'Error Loading Invoices');
      await expectGoodPage(page);
    });
    await page.getByRole('button', { name: 'Try again' }).click();
    await heading(page, 'Billing & Invoicing');
    await page.getByText('Showing 1-3 of 3 invoices').waitFor();
  });

  // Proves S2-2-invoicing-8
  itDeep('downloads a year as CSV and PDF, and a statement', async () => {
    await open();
    await page.getByLabel('Invoices of a year').selectOption('2026');
    const csv = await downloadOf(page, () =>
      page.getByRole('button', { name: 'Invoices of 2026 as CSV' }).click(),
    );
    expect(csv.name).toBe('invoices-2026.csv');
    const text = csv.content.toString('utf8');
    for (const period of ['2026-11', '2026-12'] as const)
      expect(text).toContain((await numbered(dealer, period)).invoice_number);
    expect(text).not.toContain((await numbered(dealer, '2027-01')).invoice_number);
    const pdf = await downloadOf(page, () =>
      page.getByRole('button', { name: 'Invoices of 2026 as PDF' }).click(),
    );
    expect(pdf.name).toBe('invoices-2026.pdf');
    expect(pdf.content.subarray(0, 5).toString()).toBe('%PDF-');
    await page.getByLabel('Statement from').fill('2026-11-01');
    await page.getByLabel('to', { exact: true }).fill('2026-11-30');
    const statement = await downloadOf(page, () =>
      page.getByRole('button', { name: 'Statement as CSV' }).click(),
    );
    expect(statement.content.toString('utf8')).toContain((await numbered(dealer, '2026-11')).invoice_number);
  });

  // Proves S2-2-invoicing-6
  itDeep('refers an administrator to the Invoicing tab', async () => {
    await admin.page.goto('/invoicing');
    await admin.page.getByRole('link', { name: 'Invoicing tab' }).waitFor();
    await expectGoodPage(admin.page);
    await admin.page.getByRole('link', { name: 'Invoicing tab' }).click();
    await admin.page.waitForURL('**/admin-dashboard/invoicing');
  });
});

describe('an invoice', () => {
  // Proves S2-2-invoice-1
  it('is the same accessible page at both addresses', async () => {
    const { id, invoice_number } = await numbered(dealer, '2027-01');
    for (const path of [`/invoicing/${id}`, `/invoices/${id}`]) {
      await open(path);
      await heading(page, `Invoice ${invoice_number}`);
      await page.getByText('Due on Jan 16, 2027').waitFor();
    }
    const paper = page.getByRole('article', { name: 'Invoice' });
    for (const text of [
      'Northgate Security',
      '$78.00',
      '$19.50',
      'Your default rate',
      'Jan 1, 2027',
      '$0.00',
    ])
      await paper.getByText(text).first().waitFor();
    await expectGoodPage(page);
  });

  // Proves S2-2-invoice-5, I35-23
  it('prints without navigation, black on white, also in dark mode', async () => {
    const { id } = await numbered(dealer, '2027-01');
    await open(`/invoicing/${id}`);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const hidden = ['Main', 'Print', 'Download PDF', 'Pay Now', 'Back to Invoicing'];
    await expect.poll(() => page.getByRole('banner').isVisible()).toBe(false);
    await expect.poll(() => page.getByRole('contentinfo').isVisible()).toBe(false);
    for (const name of hidden)
      expect(await page.getByText(name, { exact: true }).first().isVisible(), name).toBe(false);
    const paper = page.getByRole('article', { name: 'Invoice' });
    await paper.getByText('Total', { exact: true }).waitFor();
    const colors = await paper.evaluate((element) => {
      const style = getComputedStyle(element.querySelector('h2') ?? element);
      return [
        style.color,
        getComputedStyle(document.body).backgroundColor,
        getComputedStyle(element).borderTopWidth,
      ];
    });
    expect(colors).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)', '0px']);
    await page.emulateMedia({ media: null, colorScheme: null });
  });

  // Proves S2-2-invoice-5, I39-print
  it('prints 26 lines with the header on each sheet and the totals once, for dealers and administrators', async () => {
    const { id } = await numbered(dealer, '2027-01');
    const places: readonly [Page, string, string][] = [
      [page, `/invoicing/${id}`, 'Harbor View'],
      [admin.page, `/admin-dashboard/invoices/${id}/show`, 'Harbor View'],
    ];
    for (const [where, path, line] of places) {
      await where.goto(path);
      const lines = where.getByRole('region', { name: 'Invoice items' });
      await lines.getByRole('row', { name: new RegExp(line) }).waitFor();
      await lines.evaluate((element) => {
        const body = element.querySelector('tbody');
        const first = body?.rows[0];
        while (body && first && body.rows.length < 26) body.append(first.cloneNode(true));
      });
      const printed = await getDocumentProxy(new Uint8Array(await where.pdf()));
      const { text: sheets } = await extractText(printed);
      expect(sheets.length, path).toBeGreaterThan(1);
      expect(
        sheets.filter((sheet) => /Subtotal/.test(sheet)),
        path,
      ).toEqual([sheets.at(-1)]);
      for (const sheet of sheets) expect(/Description/.test(sheet), path).toBe(sheet.includes(line));
      for (const word of ['Download PDF', 'Invoicing', 'History', 'Why?', 'Correct'])
        expect(sheets.join(' ').includes(word), `${path}: ${word}`).toBe(false);
    }
  });

  // Proves S2-2-invoice-5
  it('downloads as a PDF named by its number', async () => {
    const { id, invoice_number } = await numbered(dealer, '2027-01');
    await open(`/invoicing/${id}`);
    const pdf = await downloadOf(page, () => page.getByRole('button', { name: 'Download PDF' }).click());
    expect(pdf.name).toBe(`${invoice_number}.pdf`);
    expect(pdf.content.subarray(0, 5).toString()).toBe('%PDF-');
  });
});

describe('paying', () => {
  // Proves S2-2-invoicing-10
  it('is offered beside the balance, for all open invoices', async () => {
    await open();
    const info = page.getByRole('region', { name: 'Billing Information' });
    await info.getByRole('button', { name: 'Pay balance' }).click();
    const dialog = payDialog('Pay 3 invoices');
    await dialog.getByText('Total $292.50').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  // Proves S2-4-pay-2
  it('works with the card form, also after a decline, and returns to the list', async () => {
    const { id, invoice_number } = await numbered(dealer, '2026-11');
    await open();
    await row(invoice_number).getByRole('link', { name: 'Pay Now' }).click();
    await page.waitForURL(`**/invoices/${id}/pay`);
    const dialog = payDialog(`Pay ${invoice_number}`);
    asked = /402/;
    await typeCard(page, CARDS.declined);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Pay $97.50' }).click();
    await page.getByTestId('toast').getByText('Payment failed').waitFor();
    await dialog.getByText('Your card was declined.').waitFor();
    await typeCard(page, CARDS.good);
    await dialog.getByRole('button', { name: 'Pay $97.50' }).click();
    await dialog.getByText('Payment successful. Returning to invoicing...').waitFor();
    await page.getByTestId('toast').getByText('Payment successful').waitFor();
    await page.waitForURL('**/invoicing');
    await row(invoice_number).getByText('Paid', { exact: true }).waitFor();
    await page.getByRole('region', { name: 'Billing Information' }).getByText('$195.00').waitFor();
    await open(`/invoicing/${id}`);
    await page.getByText('Paid on Jan 2, 2027').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Pay Now' }).count()).toBe(0);
    await expectGoodPage(page);
  });

  // Proves S2-4-pay-1
  it('works with the saved card by keyboard, after a confirmation of amount and card', async () => {
    await giveCard(dealer, CARDS.good);
    const { id, invoice_number } = await numbered(other, '2026-11');
    await giveCard(other, CARDS.good);
    await other.page.goto(`/invoicing/${id}`);
    await heading(other.page, `Invoice ${invoice_number}`);
    const payNow = other.page.getByRole('button', { name: 'Pay Now' });
    await tabTo(other.page, payNow);
    await other.page.keyboard.press('Enter');
    const dialog = other.page.getByRole('dialog', { name: `Pay ${invoice_number}` });
    await dialog.getByText('Pay $26.00 with Visa ending in 4242?').waitFor();
    await expectAccessible(other.page);
    await tabTo(other.page, dialog.getByRole('button', { name: 'Pay $26.00' }));
    await other.page.keyboard.press('Enter');
    await dialog.getByText('Payment successful').waitFor();
    await other.page.waitForURL('**/invoicing');
    expect((await numbered(other, '2026-11')).status).toBe('paid');
  });

  // Proves S2-4-pay-4
  itDeep('charges once from two tabs, and tells the other tab', async () => {
    const { id, invoice_number } = await numbered(other, '2026-12');
    const second = await other.context.newPage();
    await Promise.all([other.page, second].map((tab) => tab.goto(`/invoices/${id}/pay`)));
    const [one, two] = [other.page, second].map((tab) =>
      tab.getByRole('dialog', { name: `Pay ${invoice_number}` }),
    );
    for (const dialog of [one, two]) await dialog?.getByText('Visa ending in 4242').waitFor();
    await one?.getByRole('button', { name: 'Pay $26.00' }).click();
    await one?.getByText('Payment successful').waitFor();
    await two?.getByText('is not open any more').waitFor();
    await two?.getByRole('button', { name: 'Close' }).last().click();
    await second.getByText('Paid on Jan 2, 2027').waitFor();
    await second.close();
  });

  // Proves S2-4-pay-3
  it('covers two invoices with one payment', async () => {
    await open();
    const dates = ['2026-12', '2027-01'] as const;
    const [december, january] = await Promise.all(dates.map((period) => numbered(dealer, period)));
    for (const invoice of [december, january])
      await page.getByRole('checkbox', { name: `Select ${invoice?.invoice_number}` }).check();
    await page.getByText('2 invoices selected, $195.00').waitFor();
    await expectGoodPage(page);
    await page.getByRole('button', { name: 'Pay selected' }).click();
    const dialog = payDialog('Pay 2 invoices');
    await dialog.getByText('Pay $195.00 with Visa ending in 4242?').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Pay $195.00' }).click();
    await dialog.getByText('Payment successful').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Billing Information' }).getByText('$0.00').waitFor();
    expect((await invoicesOf(dealer)).map(({ status }) => status)).toEqual(['paid', 'paid', 'paid']);
    const payments = await call<readonly { amount: number; status: string; account_id: string }[]>(
      admin,
      'GET',
      paths.admin.payments,
    );
    const taken = payments.filter((one) => one.account_id === dealer.accountId && one.status === 'succeeded');
    expect(taken.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([97.5, 195]);
  });
});

describe('an administrator on an invoice', () => {
  const tools = () => admin.page.getByRole('group', { name: 'Administration of this invoice' });
  const press = (name: string) => tools().getByRole('button', { name, exact: true }).click();
  const toast = (text: string) => admin.page.getByTestId('toast').getByText(text).waitFor();

  // Proves S2-5-associate
  it('has no Pay Now, and can associate it with a site', async () => {
    const { id } = await numbered(other, '2027-01');
    await admin.page.goto(`/invoicing/${id}`);
    await tools().waitFor();
    await expect.poll(() => admin.page.getByRole('button', { name: 'Pay Now' }).count()).toBe(0);
    await expectGoodPage(admin.page);
    await press('Link to a site');
    const dialog = admin.page.getByRole('dialog', { name: 'Associate with Site' });
    await dialog.getByText('Please select a site').waitFor();
    await expect.poll(() => dialog.getByRole('button', { name: 'Update' }).isDisabled()).toBe(true);
    await expectAccessible(admin.page);
    await dialog.getByLabel('Site', { exact: false }).selectOption({ label: 'Depot' });
    await dialog.getByRole('button', { name: 'Update' }).click();
    await toast('Invoice updated');
  });

  // Proves B38-write-off
  it('writes it off, which the dealer sees as Canceled, and takes that back', async () => {
    const { id, invoice_number } = await numbered(other, '2027-01');
    const { page: shown } = admin;
    await shown.goto(`/admin-dashboard/invoices/${encodeURIComponent(id)}/show`);
    await press('Write off');
    const dialog = shown.getByRole('dialog', { name: `Write off $26.00 of ${invoice_number}?` });
    await dialog.getByLabel('Reason').fill('The company closed');
    await expectAccessible(shown);
    await dialog.getByRole('button', { name: 'Write off' }).click();
    await toast('Invoice written off');
    await shown.getByText(/^Jan 2, 2027 by .*: \$26\.00\. The company closed$/).waitFor();
    await expectGoodPage(shown);
    await other.page.goto(`/invoicing/${id}`);
    await other.page.getByText('Canceled', { exact: true }).waitFor();
    expect(await other.page.getByRole('button', { name: 'Pay Now' }).count()).toBe(0);
    await shown.goto('/admin-dashboard/invoices');
    await shown.getByRole('tab', { name: /^Written off/ }).click();
    await shown.getByRole('link', { name: invoice_number }).click();
    await press('Take write-off back');
    const back = shown.getByRole('dialog', { name: `Take the write-off of ${invoice_number} back?` });
    await back.getByLabel('Reason').fill('A check came');
    await expectAccessible(shown);
    await back.getByRole('button', { name: 'Take back' }).click();
    await toast('Write-off taken back');
    await tools().getByRole('button', { name: 'Record payment' }).waitFor();
  });

  // Proves S2-6-invoice
  itDeep('voids and reissues it, with links between both', async () => {
    const { id, invoice_number } = await numbered(other, '2027-01');
    await admin.page.goto(`/invoicing/${id}`);
    await press('Void');
    const dialog = admin.page.getByRole('dialog', { name: `Void ${invoice_number}?` });
    await dialog.getByLabel('Reason').fill('billed by mistake');
    await expectAccessible(admin.page);
    await dialog.getByRole('button', { name: 'Void invoice' }).click();
    await toast('Invoice voided');
    await admin.page.getByText('Canceled', { exact: true }).waitFor();
    await press('Reissue');
    const reissue = admin.page.getByRole('dialog', { name: `Reissue ${invoice_number}` });
    await reissue.getByRole('button', { name: 'Show before and after' }).click();
    await reissue.getByRole('region', { name: 'Before and after' }).getByText('Depot').waitFor();
    await expectAccessible(admin.page);
    await reissue.getByRole('button', { name: 'Reissue' }).click();
    await toast('Invoice reissued');
    await admin.page.getByText('This invoice was replaced by').getByRole('link').click();
    await admin.page.getByText(`This invoice replaces ${invoice_number}.`).waitFor();
    await admin.page.getByText('Due on Jan 17, 2027').waitFor();
  });

  // Proves S2-6-invoice
  itDeep('records a check and a partial refund', async () => {
    const [latest] = (await invoicesOf(other)).filter(({ status }) => status === 'pending');
    await admin.page.goto(`/invoicing/${latest?.id}`);
    await press('Record payment');
    const dialog = admin.page.getByRole('dialog', { name: /^Record payment/ });
    await dialog.getByRole('button', { name: 'Record payment' }).click();
    await dialog.getByText('Reference is required').waitFor();
    await expectAccessible(admin.page);
    const fill = async (reference: string) => {
      await dialog.getByLabel('Paid on').fill('2027-01-02');
      await dialog.getByLabel('Reference').fill(reference);
      await dialog.getByRole('button', { name: 'Record payment' }).click();
    };
    await dialog.getByLabel('Amount in dollars').fill('10');
    await fill('1041');
    await toast('Payment recorded');
    await admin.page.getByRole('row', { name: 'Still open $16.00' }).waitFor();
    await expectGoodPage(admin.page);
    await press('Reverse payment');
    const reversal = admin.page.getByRole('dialog', { name: /^Reverse a payment/ });
    await reversal.getByLabel('Reason').fill('The check bounced');
    await expectAccessible(admin.page);
    await reversal.getByRole('button', { name: 'Reverse payment' }).click();
    await toast('Payment reversed');
    await admin.page
      .getByText(/^\$10\.00 paid by check, reference 1041, on Jan 2, 2027; reversed on/)
      .waitFor();
    await press('Record payment');
    await fill('1042');
    await admin.page.getByText('$26.00 paid by check, reference 1042, on Jan 2, 2027.').waitFor();
    await press('Refund');
    const refund = admin.page.getByRole('dialog', { name: /^Refund/ });
    await refund.getByText('At most $26.00.').waitFor();
    await refund.getByLabel('Amount in dollars').fill('6.50');
    await refund.getByLabel('Sent by').selectOption('ach');
    await refund.getByLabel('Sent on').fill('2027-01-02');
    await refund.getByLabel('Reference').fill('T-9');
    await expectAccessible(admin.page);
    await refund.getByRole('button', { name: 'Record refund' }).click();
    await toast('Refund recorded');
    await admin.page.getByText('$6.50 was refunded by ACH, reference T-9, on Jan 2, 2027.').waitFor();
    await press('Credit');
    await admin.page.getByRole('dialog').getByLabel('Amount in dollars').fill('1');
    await admin.page.getByRole('dialog').getByRole('button', { name: 'Credit' }).click();
    await toast('Invoice credited');
    await admin.page.getByText('$1.00 was credited: it pays open invoices, then the next ones.').waitFor();
    await expectGoodPage(admin.page);
  });
});

describe('an account without invoices', () => {
  // Proves S2-2-invoicing-5
  it('shows No invoices found', async () => {
    const nobody = await newBilledDealer(browser, portal, admin, 'newcomer', {});
    await nobody.page.goto('/invoicing');
    await nobody.page.getByText('No invoices found').waitFor();
    await nobody.page.getByText('No orders found').waitFor();
    await expectGoodPage(nobody.page);
    expect(nobody.noise).toEqual([]);
    await nobody.close();
  });
});

describe('an invoice whose payment the bank disputes', () => {
  // Proves B43-dealer
  it('says so, and keeps its columns', async () => {
    // the clock ends the sessions of open pages
    asked = /401/;
    await billMonths(portal, admin, [other], ['2027-02']);
    const { id } = await numbered(other, '2027-02');
    await giveCard(other, CARDS.disputed);
    await call<unknown>(other, 'POST', paths.payInvoice(id), {});
    await other.page.goto(`/invoicing/${id}`);
    const paper = other.page.getByRole('article', { name: 'Invoice' });
    await paper.getByText('The bank of the card disputes the payment of').waitFor();
    // a line of the address is not broken
    const address = await paper.getByText('1 Dock Street').boundingBox();
    expect(address?.height).toBeLessThan(40);
    await expectGoodPage(other.page);
  });
});
