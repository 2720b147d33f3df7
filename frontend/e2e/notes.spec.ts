import { readFile } from 'node:fs/promises';
import { paths, type Site } from '@portal/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { BEFORE, type BilledDealer, billMonths, invoicesOf, newBilledDealer } from './billing.ts';
import { type ClockedPortal, startClockedPortal } from './clockedPortal.ts';
import { heading } from './hands.ts';
import { call, newAdmin, PASSWORD, signIn } from './people.ts';
import {
  closeVisitors,
  expectAccessible,
  expectGoodPage,
  newVisitor,
  openChromium,
  type Visitor,
} from './support.ts';

let portal: ClockedPortal;
let browser: Browser;
let admin: Visitor;
let jo: Visitor;
let dealer: BilledDealer;
let page: Page;

beforeAll(async () => {
  [portal, browser] = await Promise.all([startClockedPortal(BEFORE), openChromium()]);
  admin = await newAdmin(browser, portal);
  page = admin.page;
  // before the clock moves on: it needs the password that was just given
  await call(admin, 'POST', paths.admin.users, {
    ...{ username: 'joan', password: PASSWORD, email: 'joan@example.com', name: 'Jo Roe' },
    ...{ company: 'Portal', is_admin: true },
  });
  dealer = await newBilledDealer(browser, portal, admin, 'northgate', { 'Harbor View': 12 });
  await billMonths(portal, admin, [dealer], ['2026-11']);
  jo = await newVisitor(browser, portal);
  await signIn(jo, 'joan', PASSWORD);
});
afterAll(async () => {
  await closeVisitors();
  await portal?.stop();
});
afterEach(() => {
  for (const { noise } of [dealer, admin, jo]) expect((noise as string[]).splice(0)).toEqual([]);
});

const toast = (who: Page, text: string) => who.getByTestId('toast').getByText(text).first().waitFor();

// Proves I39-notes-1, I39-notes-2
it('a note on an invoice mentions a colleague, who finds, pins and follows it', async () => {
  const [invoice] = await invoicesOf(dealer);
  await page.goto(`/admin-dashboard/invoices/${invoice?.id}/show?tab=notes`);
  await heading(page, `${invoice?.invoice_number}`);
  const form = page.getByRole('form', { name: 'New note' });
  await form.getByRole('button', { name: 'Add note' }).click();
  await form.getByText('Please write a note').waitFor();
  await form.getByLabel('New note').pressSequentially('Check is on its way, @jo');
  await form.getByRole('button', { name: '@joan · Jo Roe' }).click();
  await expectGoodPage(page);
  await page.keyboard.type('please look out for it.');
  await form.getByRole('button', { name: 'Add note' }).click();
  await toast(page, 'Note added');
  const text = 'Check is on its way, @joan please look out for it.';
  await page.getByRole('list', { name: 'Notes' }).getByText(text).waitFor();
  expect(await form.getByLabel('New note').inputValue()).toBe('');

  const other = jo.page;
  await other.goto('/admin-dashboard/notes');
  await heading(other, 'Notes');
  await other.getByRole('tab', { name: /Mentioning me/ }).click();
  await other.getByText(text).waitFor();
  await expectGoodPage(other);
  await other.getByRole('link', { name: /^Invoice INV-/ }).click();
  const item = other.getByRole('list', { name: 'Notes' }).getByRole('listitem').filter({ hasText: text });
  await item.getByRole('button', { name: /^Pin / }).click();
  await toast(other, 'Note pinned');
  await other.getByRole('list', { name: 'Pinned notes' }).getByText(text).waitFor();
  expect(await item.getByRole('button', { name: /^Edit / }).count()).toBe(0);
  await expectAccessible(other);
});

// Proves I39-notes-4
it('a new note takes files at once; what failed is said below it, and tried again', async () => {
  const form = page.getByRole('form', { name: 'New note' });
  const choose = async (name: string, text: string) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      form.getByRole('button', { name: 'Attach file' }).click(),
    ]);
    await chooser.setFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from(text) });
  };
  await form.getByLabel('New note').fill('Two checks of November');
  for (const name of ['Check 1.pdf', 'Wrong one.pdf', 'Check 2.pdf']) await choose(name, '%PDF-1.7 scan');
  await form.getByRole('button', { name: 'Remove Wrong one.pdf' }).click();
  await page.reload();
  expect(await form.getByLabel('New note').inputValue()).toBe('Two checks of November');
  await form.getByText('Files are not kept. Please choose again: Check 1.pdf, Check 2.pdf.').waitFor();
  for (const name of ['Check 1.pdf', 'Check 2.pdf']) await choose(name, '%PDF-1.7 scan');
  expect(await form.getByText('Files are not kept.').count()).toBe(0);
  await choose('Program.pdf', 'MZ no document');
  await expectGoodPage(page);
  const isUpload = (url: URL) => url.pathname.endsWith('/files');
  const busy = { status: 503, json: { error: 'The portal is busy.' } };
  let uploads = 0;
  await page.route(isUpload, (route) => {
    uploads += 1;
    return uploads === 1 ? route.fulfill(busy) : route.continue();
  });
  await form.getByRole('button', { name: 'Add note' }).click();
  await toast(page, '2 files could not be added: see the note.');
  // the browser reports the refusals
  expect((admin.noise as string[]).splice(0)).toEqual([
    expect.stringContaining('503'),
    expect.stringContaining('422'),
  ]);
  expect(await form.getByRole('list').count()).toBe(0);
  const item = page
    .getByRole('list', { name: 'Notes' })
    .getByRole('listitem')
    .filter({ hasText: 'Two checks' });
  await item.getByRole('link', { name: 'Check 2.pdf' }).waitFor();
  await item.getByText('Not added. The portal is busy.').waitFor();
  await expectGoodPage(page);
  await item.getByRole('button', { name: 'Try again Check 1.pdf' }).click();
  await toast(page, 'File added');
  await item.getByRole('link', { name: 'Check 1.pdf' }).waitFor();
  // another press would not change what the file is
  await item.getByText('Not added. Please choose a PDF, PNG or JPEG file. This one is none.').waitFor();
  expect(await item.getByRole('button', { name: /^Try again/ }).count()).toBe(0);
  await item.getByRole('button', { name: 'Remove Program.pdf' }).click();
  expect(await item.getByText('Not added.').count()).toBe(0);
  await page.unroute(isUpload);
  await item.getByRole('button', { name: /^Delete / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await toast(page, 'Note deleted');
});

// Proves I39-notes-4
it('a scan is attached to the note, downloaded and removed; a file of another type is refused', async () => {
  const item = page
    .getByRole('list', { name: 'Notes' })
    .getByRole('listitem')
    .filter({ hasText: 'Check is on' });
  const attach = async (name: string, text: string) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      item.getByRole('button', { name: 'Attach file' }).click(),
    ]);
    await chooser.setFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from(text) });
  };
  await attach('program.pdf', 'MZ no document');
  await toast(page, 'Please choose a PDF, PNG or JPEG file. This one is none.');
  // the browser reports the refusal
  expect((admin.noise as string[]).splice(0)).toEqual([expect.stringContaining('422')]);
  await attach('Check 1042.pdf', '%PDF-1.7 scan');
  await toast(page, 'File added');
  await expectGoodPage(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    item.getByRole('link', { name: 'Check 1042.pdf' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Check 1042.pdf');
  expect(await readFile(await download.path(), 'utf8')).toBe('%PDF-1.7 scan');
  await item.getByRole('button', { name: 'Remove Check 1042.pdf' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await toast(page, 'File removed');
  expect(await item.getByRole('link').count()).toBe(0);
});

// Proves I39-notes-1, I39-notes-3
it("a company's page gathers its notes; they are edited and deleted, and no dealer sees them", async () => {
  const [site] = await call<Site[]>(dealer, 'GET', paths.sites);
  const about = { about: 'site', about_id: site?.id, text: 'Gate is stiff' };
  await call(admin, 'POST', paths.admin.notes, about);
  await page.goto(`/admin-dashboard/companies/${site?.account_id}/show`);
  await page.getByRole('tab', { name: 'Notes (2)' }).click();
  const notes = page.getByRole('list', { name: 'Notes', exact: true });
  await notes.getByRole('link', { name: 'Site Harbor View' }).waitFor();
  const item = notes.getByRole('listitem').filter({ hasText: 'Gate is stiff' });
  await item.getByRole('button', { name: /^Edit / }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit note' });
  await dialog.getByRole('textbox').fill('Gate was oiled');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Note saved');
  const edited = notes.getByRole('listitem').filter({ hasText: 'Gate was oiled' });
  await edited.getByText('edited').waitFor();

  const [invoice] = await invoicesOf(dealer);
  await dealer.page.goto(`/invoices/${invoice?.id}`);
  await heading(dealer.page, `Invoice ${invoice?.invoice_number}`);
  expect(await dealer.page.getByText('Check is on its way').count()).toBe(0);

  await edited.getByRole('button', { name: /^Delete / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await toast(page, 'Note deleted');
  await page.getByRole('tab', { name: 'Notes (1)' }).waitFor();
  await expectGoodPage(page);
});
