import { paths, type Site } from '@portal/contract';
import type { StaffRole } from '@portal/domain/values';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  BEFORE,
  type BilledDealer,
  billMonths,
  downloadOf,
  inMonth,
  invoicesOf,
  newBilledDealer,
} from './billing.ts';
import { type ClockedPortal, startClockedPortal } from './clockedPortal.ts';
import { heading } from './hands.ts';
import { answerTo, call, newAdmin, newDealer, PASSWORD, signIn } from './people.ts';
import { closeVisitors, expectGoodPage, newVisitor, openChromium, type Visitor } from './support.ts';

let portal: ClockedPortal;
let browser: Browser;
let admin: Visitor;
let dealer: BilledDealer;
let invoicePage: string;
let sitePage: string;
const AREA = '/admin-dashboard';

beforeAll(async () => {
  [portal, browser] = await Promise.all([startClockedPortal(BEFORE), openChromium()]);
  admin = await newAdmin(browser, portal);
  dealer = await newBilledDealer(browser, portal, admin, 'northgate', { 'Harbor View': 12 });
  await newDealer(browser, portal, 'harborline');
  for (const staff_role of ['billing', 'support', 'auditor'] as const)
    await call(admin, 'POST', paths.admin.users, {
      ...{ username: staff_role, password: PASSWORD, name: staff_role, email: `${staff_role}@example.com` },
      ...{ company: 'Portal', is_admin: true, staff_role },
    });
  await billMonths(portal, admin, [dealer], ['2026-11']);
  const [invoice] = await invoicesOf(dealer);
  const [site] = await call<readonly Site[]>(dealer, 'GET', paths.sites);
  invoicePage = `${AREA}/invoices/${invoice?.id}/show`;
  sitePage = `${AREA}/sites/${site?.id}/show`;
  await call(admin, 'PATCH', paths.admin.readerRate(dealer.id), {
    ...{ rate: '7.00', effective_from: '2027-01-01', reason: 'New prices' },
  });
  await portal.setClock(inMonth('2026-12'));
});
afterAll(async () => {
  await closeVisitors();
  await portal?.stop();
});

async function staff(role: StaffRole): Promise<Visitor> {
  const who = await newVisitor(browser, portal);
  await signIn(who, role, PASSWORD);
  return who;
}
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

// Proves I40-roles
describe('the day of', () => {
  it('billing closes a month and cannot touch users', async () => {
    const who = await staff('billing');
    const { page } = who;
    await page.goto(`${AREA}/system`);
    await button(page, 'Verify the log').click();
    await page.getByText(/All events and seals match/).waitFor();
    await page.goto(`${AREA}/journal?month=2026-11&mode=demo`);
    await button(page, /^Close \w+ 2026$/).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The journal sums to zero and equals the invoices.').waitFor();
    await dialog
      .getByRole('button', { name: /^Close/ })
      .last()
      .click();
    await page
      .getByTestId('toast')
      .getByText(/2026 closed$/)
      .waitFor();

    await page.goto(`${AREA}/users`);
    await page
      .getByRole('row', { name: /Northgate Security/ })
      .first()
      .waitFor();
    expect(await button(page, 'Add User').count()).toBe(0);
    expect(await button(page, /^(Edit|Delete|Disapprove)/).count()).toBe(0);
    await expectGoodPage(page);
    const { status } = await answerTo(who, 'PATCH', paths.admin.user(dealer.id), { city: 'Troy' });
    expect(status).toBe(403);
  });

  it('support views as a dealer and cannot touch money', async () => {
    const who = await staff('support');
    const { page } = who;
    await page.goto(invoicePage);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByText('Harbor View').first().waitFor();
    expect(await page.getByRole('group', { name: 'Administration of this invoice' }).count()).toBe(0);
    expect(await button(page, /^(Record payment|Correct|Void|Refund)/).count()).toBe(0);
    await expectGoodPage(page);
    await page.goto(`${AREA}/users/${dealer.id}/show`);
    await button(page, 'See what the dealer sees').click();
    await page.waitForURL('**/dealer-dashboard');
    await heading(page, 'Welcome, Dana Miller');
  });

  // Proves I40-auditor
  it('the auditor exports all and finds no button that changes anything', async () => {
    const { page } = await staff('auditor');
    const lists =
      'companies users sites migrations orders invoices receivables collections receipts bank-lines credit-notes payments ' +
      'billing-runs disputes approvals contacts mails notes';
    const pages = [
      ...[
        AREA,
        '/reports',
        `/dealer-billing/${dealer.id}`,
        invoicePage,
        `${invoicePage}?tab=notes`,
        sitePage,
      ],
      ...[`${AREA}/companies/${dealer.accountId}/show`, `${AREA}/users/${dealer.id}/show`],
      ...`${lists} journal revenue settings system`.split(' ').map((name) => `${AREA}/${name}`),
    ];
    const offered: string[] = [];
    for (const where of pages) {
      await page.goto(where);
      expect(await page.getByRole('heading', { level: 1 }).textContent()).not.toBe('Page not found');
      await page.waitForLoadState('networkidle');
      const names = await page
        .locator('#content button:not([role=tab]), #content a.MuiButton-root')
        .evaluateAll((all) =>
          all
            .map((one) => one.getAttribute('aria-label') ?? one.textContent ?? '')
            .map((name) => name.trim()),
        );
      offered.push(...names.filter((name) => CHANGING.test(name)).map((name) => `${where}: ${name}`));
    }
    expect(offered).toEqual([]);
    await page.goto(`${AREA}/invoices`);
    const { content } = await downloadOf(page, () =>
      button(page, /^Export/)
        .first()
        .click(),
    );
    expect(content.toString('utf8')).toContain('Northgate Security');
  });
});

/** What buttons that change something begin with. */
const CHANGING = new RegExp(
  `^(${[
    ...['Add', 'Approve', 'Answer', 'Acknowledge', 'Announce', 'Attach', 'Ask', 'Cancel', 'Change', 'Choose'],
    ...[
      'Close',
      'Correct',
      'Credit',
      'Deactivate',
      'Decline',
      'Delete',
      'Disapprove',
      'Edit',
      'End',
      'Exempt',
      'Import',
    ],
    ...[
      'Make',
      'Move',
      'New',
      'Pay out',
      'Pin',
      'Promise',
      'Promotional',
      'Re-open',
      'Reactivate',
      'Rebuild',
    ],
    ...['Record', 'Refund', 'Reissue', 'Reject', 'Release', 'Remove', 'Reset', 'Resume', 'Reverse', 'Run'],
    ...[
      'Save$',
      'See what',
      'Send',
      'Set',
      'Settle',
      'Snooze',
      'Take',
      'Unpin',
      'Update',
      'Void',
      'Withdraw',
      'Write',
    ],
  ].join('|')})`,
);
