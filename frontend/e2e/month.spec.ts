import { type InvoiceDetail, type Journal, type Payment, paths } from '@portal/contract';
import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  BEFORE,
  type BilledDealer,
  billMonths,
  downloadOf,
  inMonth,
  invoicesOf,
  newBilledDealer,
} from './billing.ts';
import { CARDS, giveCard } from './cards.ts';
import { type ClockedPortal, startClockedPortal } from './clockedPortal.ts';
import { heading } from './hands.ts';
import { call, newAdmin, PASSWORD, signIn } from './people.ts';
import { closeVisitors, expectGoodPage, expectWholeTable, openChromium, type Visitor } from './support.ts';

// A bookkeeper's January 2027, in the order of the tests.

let portal: ClockedPortal;
let browser: Browser;
let admin: Visitor;
let checks: BilledDealer;
let cards: BilledDealer;
let page: Page;

beforeAll(async () => {
  [portal, browser] = await Promise.all([startClockedPortal(BEFORE), openChromium()]);
  admin = await newAdmin(browser, portal);
  page = admin.page;
  checks = await newBilledDealer(browser, portal, admin, 'northgate', { 'Harbor View': 25 });
  cards = await newBilledDealer(browser, portal, admin, 'westpier', { 'Pier 7': 10 });
  await billMonths(portal, admin, [], ['2026-11', '2026-12']);
  await portal.setClock(inMonth('2027-01'));
  await signIn(admin, portal.admin.username, portal.admin.password);
});
afterAll(async () => {
  await closeVisitors();
  await portal?.stop();
});
afterEach(() => {
  expect((admin.noise as string[]).splice(0)).toEqual([]);
});

const AREA = '/admin-dashboard';
const toast = (text: string) => page.getByTestId('toast').getByText(text).waitFor();
/** The text of what has the focus. */
const focused = () => page.locator(':focus').textContent();
/** Status and open amount of a dealer's invoices, newest first. */
const states = async (dealer: BilledDealer) =>
  (await invoicesOf(dealer)).map(({ status, open_amount }) => [status, open_amount]);
const invoiceOf = async (dealer: BilledDealer, period: string) => {
  const found = (await invoicesOf(dealer)).find((one) => one.period === period);
  if (found === undefined) throw new Error(`no invoice of ${period}`);
  return found;
};

const JOURNAL = `${AREA}/journal?month=2027-01&mode=demo`;
const journalFile = async () => {
  const press = () => page.getByRole('button', { name: 'Export CSV' }).click();
  return (await downloadOf(page, press)).content.toString('utf8');
};

/** Opens the administrators' page of a dealer's invoice. */
async function openInvoice(dealer: BilledDealer, period: string): Promise<void> {
  const { id, invoice_number } = await invoiceOf(dealer, period);
  await page.goto(`${AREA}/invoices/${encodeURIComponent(id)}/show`);
  await page.getByText(invoice_number).first().waitFor();
}

/** Opens the dialog of an action of the invoice shown, fills its fields by their labels and submits it. */
async function act(
  button: string,
  fields: Readonly<Record<string, string>>,
  submit: string,
  done: string,
): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  const dialog = page.getByRole('dialog');
  for (const [label, value] of Object.entries(fields)) {
    const field = dialog.getByLabel(label);
    if ((await field.evaluate((element) => element.tagName)) === 'SELECT') await field.selectOption(value);
    else await field.fill(value);
  }
  await dialog.getByRole('button', { name: submit, exact: true }).click();
  await toast(done);
  await dialog.waitFor({ state: 'detached' });
}

/** What the bank decides about the dispute of a payment: the cardholder is right. */
async function loseDispute(): Promise<void> {
  const list = await call<readonly Payment[]>(admin, 'GET', paths.admin.payments);
  const disputed = list.find(({ status }) => status === 'disputed');
  const { disputes } = await call<Payment>(admin, 'GET', paths.admin.payment(String(disputed?.id)));
  const client = new pg.Client(portal.databaseUrl);
  await client.connect();
  const { rows } = await client.query('SELECT url FROM stripe_simulator');
  await client.end();
  const closed = await fetch(`${rows[0].url}/v1/disputes/${disputes[0]?.id}/close`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_sim_embedded' },
  });
  expect(closed.status, await closed.text()).toBe(200);
}

describe('the books of a month', () => {
  // Proves I38-month
  it('begin with the billing run', async () => {
    await page.goto(`${AREA}/billing-runs`);
    await heading(page, 'Billing runs');
    await page.getByRole('button', { name: 'Run now' }).click();
    const dialog = page.getByRole('dialog', { name: 'Run billing now' });
    await dialog.getByLabel('Month').fill('2027-01');
    await dialog.getByRole('button', { name: 'Run billing' }).click();
    await toast('Billing run started');
    for (const dealer of [checks, cards]) await signIn(dealer, dealer.username, PASSWORD);
    await expect.poll(() => states(checks)).toEqual(Array(3).fill(['pending', 162.5]));
    await expect.poll(() => states(cards)).toEqual(Array(3).fill(['pending', 65]));
  });

  // Proves I38-month
  it('take a part check, which bounces', async () => {
    await openInvoice(checks, '2026-11');
    const check = { 'Amount in dollars': '100', Reference: '1001' };
    await act('Record payment', check, 'Record payment', 'Payment recorded');
    expect((await invoiceOf(checks, '2026-11')).open_amount).toBe(62.5);
    await act('Reverse payment', { Reason: 'It bounced' }, 'Reverse payment', 'Payment reversed');
    expect((await invoiceOf(checks, '2026-11')).open_amount).toBe(162.5);
  });

  // Proves I38-month
  it('take a check over three invoices, and pay out what it has too much', async () => {
    await page.goto(`/dealer-billing/${checks.id}`);
    await heading(page, 'Billing Details');
    const check = { 'Amount in dollars': '500', 'Paid on': '2027-01-02', Reference: '1002' };
    await act('Record payment', check, 'Record payment', 'Payment recorded');
    expect(await states(checks)).toEqual(Array(3).fill(['paid', 0]));
    await page.reload();
    const sent = { 'Sent by': 'check', 'Sent on': '2027-01-02', Reference: '77', Reason: 'Paid too much' };
    await act('Pay out credit', sent, 'Pay out', 'Credit paid out');
    await page
      .getByText(/\$12\.50.* paid out|Take .*\$12\.50/)
      .first()
      .waitFor();
  });

  // Proves I38-month
  it('lose a card payment to a chargeback, and write the invoice off', async () => {
    await giveCard(cards, CARDS.disputed);
    const { id } = await invoiceOf(cards, '2026-11');
    await call<unknown>(cards, 'POST', paths.payInvoice(id), {});
    const shown = () => call<InvoiceDetail>(admin, 'GET', paths.admin.invoice(id));
    await expect.poll(async () => (await shown()).dispute).toBe('open');
    await loseDispute();
    await expect.poll(async () => (await shown()).dispute).toBe('lost');
    await openInvoice(cards, '2026-11');
    await act('Write off', { Reason: 'Out of business' }, 'Write off', 'Invoice written off');
    expect(await shown()).toMatchObject({ status: 'written_off', open_amount: 0 });
  });

  // Proves I38-month, I38-bank-file
  it("take a payment from a bank's file, once", async () => {
    const { invoice_number: number } = await invoiceOf(cards, '2026-12');
    const file = `Date,Description,Amount\n01/02/2027,ACH CREDIT ${number},65.00\n01/02/2027,COFFEE,-4.20\n`;
    await page.goto(`${AREA}/bank-lines`);
    await heading(page, 'Bank lines');
    const choose = async () => {
      await page.getByRole('button', { name: 'Import bank file' }).click();
      const upload = { name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(file) };
      await page.getByLabel('Bank file', { exact: true }).setInputFiles(upload);
      return page.getByRole('dialog', { name: 'Import bank file' });
    };
    const dialog = await choose();
    await dialog.getByText('1 row without incoming money left out.').waitFor();
    await expectGoodPage(page);
    await dialog.getByRole('button', { name: 'Import 1 line' }).click();
    await toast('1 line imported');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('The text names the invoice.').waitFor();
    await expectGoodPage(page);
    const again = await choose();
    await again.getByText('1 line was imported before.').waitFor();
    expect(await again.getByRole('button', { name: 'Import 0 lines' }).isDisabled()).toBe(true);
    await again.getByRole('button', { name: 'Cancel' }).click();
    await again.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Take all/ }).click();
    await expect.poll(focused).toBe('Take 1 line');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Take \$65\.00 of Jan 2, 2027/ }).click();
    await toast('Payment recorded');
    await page.getByRole('tab', { name: 'Matched 1' }).click();
    await page.getByRole('link', { name: number, exact: true }).waitFor();
    await expectGoodPage(page);
    await expectWholeTable(page);
    expect((await invoiceOf(cards, '2026-12')).status).toBe('paid');
    await page.goto(`${AREA}/receipts`);
    await heading(page, 'Receipts');
    await expectWholeTable(page);
  });

  // Proves I38-month
  it('credit an invoice by a numbered credit note', async () => {
    await openInvoice(checks, '2027-01');
    const credit = { 'Amount in dollars': '10', Reason: 'A day without service' };
    await act('Credit', credit, 'Credit', 'Invoice credited');
    await page.goto(`${AREA}/credit-notes`);
    await heading(page, 'Credit notes');
    await page.getByRole('row', { name: /CN-202701-\d{4}.*\$10\.00/ }).waitFor();
    await expectGoodPage(page);
    await expectWholeTable(page);
  });

  // Proves I38-month
  it('have a trial balance', async () => {
    await page.goto(JOURNAL);
    await heading(page, 'Journal');
    await page.getByRole('link', { name: 'Bad debt' }).waitFor();
    await expectGoodPage(page);
    const { accounts } = await call<Journal>(admin, 'GET', `${paths.admin.journal}?month=2027-01&mode=demo`);
    const closing = Object.fromEntries(accounts.map(({ account, closing: sum }) => [account, sum]));
    expect(closing).toMatchObject({
      receivable: 65,
      bank: 552.5,
      bad_debt: 65,
      customer_credit: -10,
      provider_fees: 15,
    });
  });

  // Proves I38-month, I38-closing
  it('are closed after a checklist, and exported', async () => {
    await page.goto('about:blank');
    await portal.setClock(inMonth('2027-02'));
    await signIn(admin, portal.admin.username, portal.admin.password);
    await signIn(cards, cards.username, PASSWORD);
    await page.goto(`${AREA}/system`);
    await page.getByRole('button', { name: 'Verify the log' }).click();
    await page.getByText(/All events and seals match/).waitFor();
    await page.goto(JOURNAL);
    await page.getByRole('button', { name: 'Close January 2027' }).click();
    const dialog = page.getByRole('dialog', { name: 'Close January 2027' });
    await dialog.getByText('The billing run is complete.').waitFor();
    await dialog.getByText('The journal sums to zero and equals the invoices.').waitFor();
    await dialog.getByText('The log is verified up to the end of January 2027.').waitFor();
    await expect.poll(focused).toMatch(/^Close/);
    await expectGoodPage(page);
    await dialog
      .getByRole('button', { name: /^Close/ })
      .last()
      .click();
    await toast('January 2027 closed');
    await page.getByText('Closed through January 2027.').waitFor();
    await expectGoodPage(page);
    const exported = await journalFile();
    const lines = exported
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
    const column = (name: string) => {
      const index = lines[0]?.indexOf(name) ?? -1;
      return lines.slice(1).reduce((cents, line) => cents + Math.round(100 * Number(line[index])), 0);
    };
    expect(column('Debit')).toBeGreaterThan(0);
    expect(column('Debit')).toBe(column('Credit'));

    await openInvoice(cards, '2027-01');
    await page.getByRole('button', { name: 'Record payment' }).click();
    const check = page.getByRole('dialog');
    await check.getByLabel('Reference').fill('3001');
    await check.getByLabel('Paid on').fill('2027-01-31');
    await check.getByRole('button', { name: 'Record payment' }).click();
    await check.getByText('January 2027 is closed. Choose a day from Feb 1, 2027 on.').waitFor();
    // the refusal, in the browser's console
    expect((admin.noise as string[]).splice(0)).toHaveLength(1);
    await check.getByLabel('Paid on').fill('2027-02-01');
    await check.getByRole('button', { name: 'Record payment' }).click();
    await toast('Payment recorded');
    await page.goto(JOURNAL);
    expect(await journalFile()).toBe(exported);
  });
});
