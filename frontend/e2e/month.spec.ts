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
import { closeVisitors, expectGoodPage, openChromium, type Visitor } from './support.ts';

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
/** Status and open amount of a dealer's invoices, newest first. */
const states = async (dealer: BilledDealer) =>
  (await invoicesOf(dealer)).map(({ status, open_amount }) => [status, open_amount]);
const invoiceOf = async (dealer: BilledDealer, period: string) => {
  const found = (await invoicesOf(dealer)).find((one) => one.period === period);
  if (found === undefined) throw new Error(`no invoice of ${period}`);
  return found;
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
    // the newest invoice took more than it asked for
    await openInvoice(checks, '2027-01');
    const sent = { 'Sent by': 'check', Reference: '77', Reason: 'Paid too much' };
    await act('Pay out credit', sent, 'Pay out', 'Credit paid out');
    await page.getByText('Pay out credit').waitFor({ state: 'detached' });
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

  // Proves I38-month
  it('export a journal that sums to zero', async () => {
    await page.goto(`${AREA}/journal?month=2027-01&mode=demo`);
    await heading(page, 'Journal');
    await page.getByRole('link', { name: 'Bad debt' }).waitFor();
    await expectGoodPage(page);
    const { accounts } = await call<Journal>(admin, 'GET', `${paths.admin.journal}?month=2027-01&mode=demo`);
    const closing = Object.fromEntries(accounts.map(({ account, closing: sum }) => [account, sum]));
    expect(closing).toMatchObject({
      receivable: 130,
      bank: 487.5,
      bad_debt: 65,
      customer_credit: 0,
      provider_fees: 15,
    });
    const { content } = await downloadOf(page, () =>
      page.getByRole('button', { name: /CSV/ }).first().click(),
    );
    const lines = content.toString('utf8').trim().split('\r\n');
    const heads = lines[0]?.split(',') ?? [];
    const sumOf = (column: string) =>
      lines
        .slice(1)
        .reduce((sum, line) => sum + Math.round(100 * Number(line.split(',').at(heads.indexOf(column)))), 0);
    expect(sumOf('Debit')).toBeGreaterThan(0);
    expect(sumOf('Debit')).toBe(sumOf('Credit'));
  });
});
