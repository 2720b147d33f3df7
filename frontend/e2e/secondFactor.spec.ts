import { Secret, TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectToast, fill, focused, heading } from './hands.ts';
import { newAdmin, newDealer, PASSWORD } from './people.ts';
import {
  closeVisitors,
  describeDeep,
  expectAccessible,
  expectGoodPage,
  itDeep,
  newVisitor,
  openChromium,
  type RunningPortal,
  startPortal,
  type Visitor,
} from './support.ts';

const STEP_MS = 30_000;
const WRONG = 'That code is not right. Please enter a new one.';

let portal: RunningPortal;
let browser: Browser;
let dealer: Visitor;
let secret: string;
let recoveryCodes: readonly string[];
/** Step of the last used code: each is valid once, up to one step ahead. */
let lastStep = 0;

/** An unused code, as soon as it is valid. */
async function freshCode(): Promise<string> {
  const stepNow = () => Math.floor(Date.now() / STEP_MS);
  const step = Math.max(lastStep + 1, stepNow());
  while (stepNow() < step - 1) await new Promise((done) => setTimeout(done, 250));
  lastStep = step;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: step * STEP_MS });
}

beforeAll(async () => {
  [portal, browser] = await Promise.all([startPortal(), openChromium()]);
  const admin = await newAdmin(browser, portal);
  dealer = await newDealer(browser, portal, 'northgate', admin);
  await admin.close();
});

afterAll(async () => {
  await closeVisitors();
  await portal?.stop();
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/login');
  await heading(page, 'Dealer Login');
}

/** Waits for the dashboard with its contents. */
async function atHome(page: Page): Promise<void> {
  await page.waitForURL('**/dealer-dashboard');
  await heading(page, 'Welcome, Dana Miller');
  await page.getByText('No active sites found.').waitFor();
}

/** Signs in up to the code. */
async function givePassword(page: Page): Promise<void> {
  await fill(page, { username: 'northgate', password: PASSWORD });
  await button(page, 'Login');
  await page.getByRole('form', { name: 'Two-step verification' }).waitFor();
}

describe('two-step verification', () => {
  it('is set up with the key, and shows recovery codes once', async () => {
    const { page } = dealer;
    await page.goto('/settings?tab=password');
    await heading(page, 'User Settings');
    await page.getByRole('heading', { level: 3, name: 'Two-step verification' }).waitFor();
    await button(page, 'Set up two-step verification');
    await button(page, 'Continue');
    await page.getByText('Enter your current password').waitFor();
    await expectAccessible(page);
    await fill(page, { secondFactorPassword: PASSWORD });
    await button(page, 'Continue');
    const picture = page.getByRole('img', { name: 'QR code with the key below' });
    await picture.waitFor();
    await expect
      .poll(() => picture.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth > 0))
      .toBe(true);
    secret = (await page.getByTestId('secret').innerText()).replace(/\s/g, '');
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    await fill(page, { code: '1234' });
    await button(page, 'Switch on');
    await page.getByText('Enter the 6 digits from your authenticator app, or a recovery code').waitFor();
    await expect.poll(() => focused(page)).toBe('code');
    await expectGoodPage(page);
    await fill(page, { code: await freshCode() });
    await button(page, 'Switch on');
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await codes.first().waitFor();
    recoveryCodes = await codes.allInnerTexts();
    expect(recoveryCodes).toHaveLength(10);
    await expectToast(page, 'Two-step verification on', 'Signing in now requires a code as well.');
    await expectGoodPage(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('recovery-codes.txt');
    await button(page, 'I have saved them');
    await page.getByText('10 recovery codes are left').waitFor();
    await expect.poll(() => page.getByText(recoveryCodes[0] ?? '').count()).toBe(0);
    await expectAccessible(page);
  });

  it("requires the app's code after the password, by keyboard", async () => {
    const { page } = dealer;
    await signOut(page);
    await givePassword(page);
    await expect.poll(() => focused(page)).toBe('code');
    await expectGoodPage(page);
    expect((await page.context().request.get('/api/user')).status()).toBe(401);
    const first = await freshCode();
    const wrong = first === '000000' ? '000001' : '000000';
    await page.keyboard.type(wrong);
    await page.keyboard.press('Enter');
    await page.getByText(WRONG).waitFor();
    await expect.poll(() => focused(page)).toBe('code');
    await expectAccessible(page);
    await page.keyboard.type(first);
    await page.keyboard.press('Enter');
    await atHome(page);
  });

  // Proves I35-12
  it('asks for a code before the password changes', async () => {
    const { page } = dealer;
    await page.goto('/settings?tab=password');
    // the same password again, which later tests sign in with
    await fill(page, { currentPassword: PASSWORD, newPassword: PASSWORD, confirmPassword: PASSWORD });
    await button(page, 'Change Password');
    await page.getByRole('dialog', { name: 'Confirm it is you' }).waitFor();
    await expectGoodPage(page);
    await fill(page, { stepUpPassword: PASSWORD, stepUpCode: await freshCode() });
    await button(page, 'Confirm');
    await expectToast(page, 'Password Changed', 'Your new password is set.');
  });

  itDeep('accepts a recovery code once at /auth, and is disabled with another', async () => {
    const { page } = dealer;
    const [first = '', second = ''] = recoveryCodes;
    await signOut(page);
    await page.goto('/auth?tab=login');
    await givePassword(page);
    await expectGoodPage(page);
    await fill(page, { code: first.toUpperCase() });
    await button(page, 'Verify');
    await atHome(page);
    await signOut(page);
    await givePassword(page);
    await fill(page, { code: first });
    await button(page, 'Verify');
    await page.getByText(WRONG).waitFor();
    await fill(page, { code: second });
    await button(page, 'Verify');
    await atHome(page);
    await page.goto('/settings?tab=password');
    await page.getByText('8 recovery codes are left').waitFor();
    await button(page, 'Switch off');
    await expectGoodPage(page);
    await fill(page, { secondFactorPassword: PASSWORD, code: recoveryCodes[2] ?? '' });
    await button(page, 'Switch off');
    await expectToast(page, 'Two-step verification off', 'Signing in only requires your password.');
    await page.getByRole('button', { name: 'Set up two-step verification' }).waitFor();
    await signOut(page);
    await fill(page, { username: 'northgate', password: PASSWORD });
    await button(page, 'Login');
    await atHome(page);
  });

  it('logs nothing else to the console', () => {
    // Chromium reports each answer that asks for a code, and an event stream that asks again after the logout
    expect(
      dealer.noise.filter((line) => !/40[13] .*\/api\/(login|events|change-password)/.test(line)),
    ).toEqual([]);
    expect(dealer.noise.length).toBeGreaterThan(0);
  });
});

describeDeep('required two-step verification', () => {
  it('limits administrators to its settings until it is on', async () => {
    const strict = await startPortal({ ADMIN_SECOND_FACTOR: 'required' });
    const admin = await newVisitor(browser, strict);
    const { page } = admin;
    try {
      await page.goto('/login');
      await heading(page, 'Dealer Login');
      await fill(page, strict.admin);
      await button(page, 'Login');
      await page.waitForURL('**/settings?tab=password');
      await page.getByText('Administrators of this portal need two-step verification.').waitFor();
      await expectGoodPage(page);
      await page.goto('/admin-dashboard/users');
      await page.waitForURL('**/settings?tab=password');
      await button(page, 'Set up two-step verification');
      await fill(page, { secondFactorPassword: strict.admin.password });
      await button(page, 'Continue');
      secret = (await page.getByTestId('secret').innerText()).replace(/\s/g, '');
      lastStep = 0;
      await fill(page, { code: await freshCode() });
      await button(page, 'Switch on');
      await button(page, 'I have saved them');
      await page.goto('/admin-dashboard');
      await heading(page, 'Admin dashboard');
      expect(admin.noise).toEqual([]);
    } finally {
      await admin.close();
      await strict.stop();
    }
  });
});
