import { type EmailPreferences, paths, type SessionUser } from '@portal/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectToast, fill, focused, heading, hold, whileFailing } from './hands.ts';
import { answerTo, approve, call, newAdmin, newDealer, PASSWORD } from './people.ts';
import {
  closeVisitors,
  expectAccessible,
  newVisitor,
  openChromium,
  type RunningPortal,
  startPortal,
  type Visitor,
} from './support.ts';

const KEY = 'panel-key-for-tests';

let portal: RunningPortal;
let browser: Browser;
let admin: Visitor;
let dealer: Visitor & { readonly id: string };
let page: Page;

beforeAll(async () => {
  const company = { COMPANY_EMAIL: 'help@harborline.example', COMPANY_PHONE: '(718) 555-0142' };
  [portal, browser] = await Promise.all([
    startPortal({ ...company, PANEL_ENCRYPTION_KEY: KEY }),
    openChromium(),
  ]);
  admin = await newAdmin(browser, portal);
  dealer = await newDealer(browser, portal, 'northgate', admin);
  page = dealer.page;
});

afterAll(async () => {
  await closeVisitors();
  await portal?.stop();
});

const button = (name: string, of: Page = page) =>
  of.getByRole('main').getByRole('button', { name, exact: true });
const user = (of: Visitor = dealer) => call(of, 'GET', paths.user);

describe('/dealer-approval-pending', () => {
  // Proves S1-6-1, S2-2-pending-1
  it('explains the wait to everyone, with next steps and a support contact', async () => {
    const visitor = await newVisitor(browser, portal);
    await visitor.page.goto('/dealer-approval-pending');
    await heading(visitor.page, 'Account Pending Approval');
    await visitor.page.getByText('waiting for the approval of an administrator').waitFor();
    await visitor.page.getByRole('heading', { name: 'Next steps' }).waitFor();
    const steps = visitor.page.getByRole('main').getByRole('listitem');
    await expect
      .poll(() => steps.allTextContents())
      .toEqual([
        'An administrator reviews your registration.',
        'Once approved, you get an email with your dealer ID.',
        'While you are signed in, this page then opens the dealer dashboard.',
      ]);
    await visitor.page.getByRole('main').getByRole('link', { name: 'help@harborline.example' }).waitFor();
    await visitor.page.getByRole('main').getByText('(718) 555-0142').waitFor();
    await visitor.close();
  });

  // Proves S1-4-approval-2, S2-2-header-7, S2-2-pending-2, S2-2-pending-3, S2-2-pending-4, S2-2-pending-5
  it('shows Approval Required; Check Approval Status reloads; the dashboard opens by itself once approved', async () => {
    const waiting = await newDealer(browser, portal, 'waiting');
    await waiting.page.goto('/new-site');
    await waiting.page.waitForURL('**/dealer-approval-pending');
    await waiting.page.getByText('Approval Required', { exact: true }).waitFor();
    const check = button('Check Approval Status', waiting.page);
    await Promise.all([waiting.page.waitForEvent('load'), check.click()]);
    await heading(waiting.page, 'Account Pending Approval');
    const header = waiting.page.getByRole('banner');
    const links = header.getByRole('navigation', { name: 'Main' }).getByRole('link');
    await expect.poll(() => links.allTextContents()).toEqual(['Approval status']);
    await expectAccessible(waiting.page);
    await approve(admin, waiting.id);
    await waiting.page.waitForURL('**/dealer-dashboard');
    await waiting.page.getByText('Account approved', { exact: true }).waitFor();
    await header.getByRole('link', { name: 'New Site', exact: true }).waitFor();
    expect(waiting.noise).toEqual([]);
    await waiting.close();
  });
});

describe('/settings, Company Profile', () => {
  const profile = { name: 'Dana Roe', email: 'roe@northgate.example', company: 'Northgate Alarms' };

  // Proves S2-2-settings-1, S2-2-settings-2, S2-5-5
  it('has a title, three tabs and eight filled fields', async () => {
    await page.goto('/settings');
    await heading(page, 'User Settings');
    await expect
      .poll(() => page.getByRole('tab').allTextContents())
      .toEqual(['Company Profile', 'Password', 'Notifications']);
    const form = page.getByRole('form', { name: 'Company profile' });
    await form.locator('#zip').waitFor();
    const shown = await form
      .locator('input')
      .evaluateAll((inputs) => inputs.map((input) => [input.id, (input as HTMLInputElement).value]));
    expect(shown).toEqual([
      ['name', 'Dana Miller'],
      ['email', 'northgate@northgate.example'],
      ['company', 'Northgate Security'],
      ['phone', '(212) 555-0100'],
      ['address', '1 Dock Street'],
      ['city', 'Staten Island'],
      ['state', 'NY'],
      ['zip', '10311'],
    ]);
  });

  // Proves S2-5-1
  it('shows errors, focuses the first field, and sends nothing', async () => {
    const held = await hold(page, paths.profile(dealer.id));
    await fill(page, { name: 'D', email: 'nowhere', phone: '123', zip: '1' });
    await button('Save Changes').click();
    for (const [id, message] of [
      ['name', 'Name is required'],
      ['email', 'Please enter a valid email address'],
      ['phone', 'Phone number must be at least 10 characters'],
      ['zip', 'ZIP code must be at least 5 characters'],
    ] as const)
      await page.locator(`#${id}-hint`).getByText(message, { exact: true }).waitFor();
    await expect.poll(() => focused(page)).toBe('name');
    expect(held.sent()).toBe(0);
    await expectAccessible(page);
  });

  // Proves S2-2-settings-2, S2-8-4
  it('shows Updating..., then Profile Updated, and keeps the new values', async () => {
    await fill(page, { ...profile, phone: '2125550199', zip: '10312' });
    const held = await hold(page, paths.profile(dealer.id));
    await button('Save Changes').click();
    await button('Updating...').click({ force: true });
    await held.releaseOne();
    await page.getByText('Profile Updated', { exact: true }).waitFor();
    expect(held.sent()).toBe(1);
    await button('Save Changes').waitFor();
    expect(await user()).toMatchObject({ ...profile, zip: '10312' });
    await page.reload();
    await heading(page, 'User Settings');
    await expect.poll(() => page.locator('#company').inputValue()).toBe(profile.company);
    await expect.poll(() => page.locator('#phone').inputValue()).toBe('(212) 555-0199');
    await button('Save Changes').click();
    await page.getByText('Profile Updated', { exact: true }).waitFor();
  });

  // Proves S2-8-1
  it('shows Update Failed with the server’s message, or Failed to update profile', async () => {
    const path = paths.profile(dealer.id);
    await whileFailing(page, path, { status: 422, json: { error: 'Not today' } }, async () => {
      await button('Save Changes').click();
      await expectToast(page, 'Update Failed', 'Not today');
    });
    await whileFailing(page, path, 'no network', async () => {
      await button('Save Changes').click();
      await expectToast(page, 'Update Failed', 'Failed to update profile');
    });
  });

  // Proves S2-7-1
  it('keeps PO number and further recipients of the company', async () => {
    await page.goto('/settings');
    const form = page.getByRole('form', { name: 'Billing' });
    await form.getByLabel('PO number').fill('PO 4711');
    await form.getByLabel('Further invoice recipients').fill('books');
    await button('Save Billing Details').click();
    await page.getByText(/^books is not a valid email/).waitFor();
    await form.getByLabel('Further invoice recipients').fill('books@northgate.example');
    await button('Save Billing Details').click();
    await expectToast(page, 'Billing Updated', 'Your billing details have been saved.');
    await page.reload();
    await expect.poll(() => form.getByLabel('PO number').inputValue()).toBe('PO 4711');
    expect(await form.getByLabel('Further invoice recipients').inputValue()).toBe('books@northgate.example');
    await expectAccessible(page);
  });

  it('never changes rights, names and rates', async () => {
    const before = await user();
    const greedy = {
      is_admin: true,
      is_approved: false,
      account_id: 'x',
      dealer_id: 'KS9999',
      default_reader_rate: 0,
    };
    const { status } = await answerTo(dealer, 'PATCH', paths.profile(dealer.id), greedy);
    expect(status).toBe(200);
    expect(await user()).toEqual({ ...before, clock: expect.anything() });
  });
});

describe('/settings, Password', () => {
  const NEXT = 'a-newer-password';
  const submit = () => button('Change Password').click();

  // Proves S2-2-settings-3, S2-5-3, S2-5-4
  it('requires the current one, a new one of 6 characters and its confirmation', async () => {
    await page.goto('/settings?tab=password');
    await fill(page, { currentPassword: PASSWORD, newPassword: '12345', confirmPassword: '123456' });
    await submit();
    const told = page.getByText('New password must be at least 6 characters', { exact: true });
    await told.waitFor();
    await page
      .locator('#confirmPassword-hint')
      .getByText('Passwords do not match', { exact: true })
      .waitFor();
    await expect.poll(() => focused(page)).toBe('newPassword');
  });

  // Proves S2-8-2
  it('shows Password Change Failed with the server’s message, or Failed to change password', async () => {
    await fill(page, { currentPassword: 'not-the-one', newPassword: NEXT, confirmPassword: NEXT });
    await submit();
    await expectToast(page, 'Password Change Failed', 'Current password is incorrect');
    await page.locator('#currentPassword-hint').getByText('Current password is incorrect').waitFor();
    await whileFailing(page, paths.changePassword, 'no network', async () => {
      await fill(page, { currentPassword: PASSWORD });
      await submit();
      await expectToast(page, 'Password Change Failed', 'Failed to change password');
    });
  });

  // Proves S2-2-settings-3, S2-8-5
  it('shows Password Changed, clears the form, and ends other sessions only', async () => {
    const other = await newVisitor(browser, portal);
    await call(other, 'POST', paths.login, { username: 'northgate', password: PASSWORD });
    await submit();
    await page.getByText('Password Changed', { exact: true }).waitFor();
    await expect.poll(() => page.locator('#newPassword').inputValue()).toBe('');
    expect((await answerTo(other, 'GET', paths.user)).status).toBe(401);
    expect((await answerTo(dealer, 'GET', paths.user)).status).toBe(200);
    await call(other, 'POST', paths.login, { username: 'northgate', password: NEXT });
    await other.close();
  });
});

describe('/settings, Notifications', () => {
  const groups = (of: Page) => of.getByRole('main').locator('legend').allTextContents();
  const toggle = (name: string) => page.getByRole('switch', { name });

  // Proves S2-2-settings-4
  it('groups settings by Site and Billing, and by Admin for administrators', async () => {
    await page.goto('/settings?tab=notifications');
    await button('Save Preferences').waitFor();
    await expect.poll(() => groups(page)).toEqual(['Site', 'Billing']);
    await expect.poll(() => page.getByRole('switch').count()).toBe(6);
    await admin.page.goto('/settings?tab=notifications');
    await button('Save Preferences', admin.page).waitFor();
    await expect.poll(() => groups(admin.page)).toEqual(['Site', 'Billing', 'Admin']);
    await expect.poll(() => admin.page.getByRole('switch').count()).toBe(9);
    await expect.poll(() => admin.page.getByRole('switch', { checked: true }).count()).toBe(9);
    await expectAccessible(admin.page);
  });

  // Proves S2-3-1
  it('are all on by default, three of them for administrators only', async () => {
    const on = ({ email_preferences }: SessionUser) =>
      Object.values(email_preferences satisfies EmailPreferences).filter(Boolean).length;
    expect([on(await user()), on(await user(admin))]).toEqual([6, 9]);
  });

  // Proves S2-2-settings-4, S2-8-6
  it('shows Saving..., then Notification Settings Updated, and keeps the choice', async () => {
    await toggle('A site was deleted').press('Space');
    const held = await hold(page, paths.emailPreferences(dealer.id));
    await button('Save Preferences').click();
    await button('Saving...').click({ force: true });
    await held.releaseOne();
    await page.getByText('Notification Settings Updated', { exact: true }).waitFor();
    expect(held.sent()).toBe(1);
    await page.reload();
    await button('Save Preferences').waitFor();
    await expect.poll(() => toggle('A site was deleted').isChecked()).toBe(false);
    expect((await user()).email_preferences).toMatchObject({
      site_deleted: false,
      site_created: true,
      contact_form: false,
    });
  });

  // Proves S2-8-3
  it('shows Failed to update notification preferences without a message of the server', async () => {
    await whileFailing(page, paths.emailPreferences(dealer.id), 'no network', async () => {
      await button('Save Preferences').click();
      await expectToast(page, 'Update Failed', 'Failed to update notification preferences');
    });
  });
});

describe('/resources', () => {
  // Proves S2-2-resources-1, S2-2-resources-2, S2-2-resources-4
  it('has installation steps, panel settings, and external links to five downloads and the Upgrade Program', async () => {
    await page.goto('/resources');
    await heading(page, 'Dealer Resources');
    const section = (name: string) => page.getByRole('region', { name });
    // the title comes before the contents
    await section('Panel communication settings').getByText('Server address').waitFor();
    await expect.poll(() => section('Client installation').getByRole('listitem').count()).toBeGreaterThan(3);
    const downloads = section('Software downloads').getByRole('link');
    await expect
      .poll(() => downloads.allTextContents())
      .toEqual([
        'Client setup',
        'Installation',
        'Reverse-IP tool',
        'USB-serial driver',
        'Installation guide (PDF)',
      ]);
    const upgrade = section('Upgrade Program').getByRole('link', { name: 'Upgrade Program' });
    for (const link of [...(await downloads.all()), upgrade]) {
      const address = new URL((await link.getAttribute('href')) ?? '');
      expect(address.protocol).toBe('https:');
      expect(address.host).not.toBe(new URL(portal.url).host);
      await expect.poll(() => link.getAttribute('rel')).toContain('noopener');
    }
  });

  // Proves S2-2-resources-3
  it('shows and hides the encryption key', async () => {
    const key = page.getByText(KEY);
    await expect.poll(() => key.count()).toBe(0);
    await button('Show key').click();
    await key.waitFor();
    await expectAccessible(page);
    await button('Hide key').click();
    await expect.poll(() => key.count()).toBe(0);
  });

  // Proves S2-2-resources-5
  it('is available to administrators', async () => {
    await admin.page.goto('/resources');
    await heading(admin.page, 'Dealer Resources');
    await button('Show key', admin.page).waitFor();
  });

  // Proves S2-2-resources-6
  it('shows a failure to load, and retries on request', async () => {
    await whileFailing(page, paths.resources, { status: 500, json: { error: 'No' } }, async () => {
      await page.reload();
      await page.getByText('Error loading resources. Please try again.').waitFor();
    });
    await button('Try again').click();
    await page.getByRole('region', { name: 'Software downloads' }).waitFor();
  });
});

// Proves X-17
it('logs nothing else to the console', () => {
  const told = /(422|500|ERR_FAILED).*\/api\/(users|change-password|resources)/;
  expect([...dealer.noise, ...admin.noise].filter((line) => !told.test(line))).toEqual([]);
});
