import { paths } from '@portal/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectToast, fill, focused, heading, hold, pullRight, tabTo, whileFailing } from './hands.ts';
import { answerTo, newAdmin, newDealer, PASSWORD, registration, signIn } from './people.ts';
import {
  closeVisitors,
  expectAccessible,
  itDeep,
  newVisitor,
  openChromium,
  PORTAL,
  type RunningPortal,
  startPortal,
  type Visitor,
} from './support.ts';

let portal: RunningPortal;
let browser: Browser;
let visitor: Visitor;
let admin: Visitor;
let page: Page;

beforeAll(async () => {
  [portal, browser] = await Promise.all([
    startPortal({ COMPANY_NAME: 'Harborline Access', COMPANY_EMAIL: 'hello@harborline.example' }, PORTAL),
    openChromium(),
  ]);
  visitor = await newVisitor(browser, portal);
  page = visitor.page;
  admin = await newAdmin(browser, portal);
  await (await newDealer(browser, portal, 'northgate', admin)).close();
});

afterAll(async () => {
  await closeVisitors();
  await portal?.stop();
});

const loginButton = (of: Page = page) => of.getByRole('button', { name: 'Login', exact: true });
const hrefOf = (name: string) => page.getByRole('link', { name, exact: true }).getAttribute('href');
const toast = () => page.getByTestId('toast');

/** Milliseconds from the page's heading to the change of address. */
async function msUntilMovedOn(of: Page, path: string): Promise<number> {
  await of.addInitScript(() => {
    const seen = { heading: 0, left: 0 };
    Object.assign(window, { seen });
    new MutationObserver(() => {
      if (seen.heading === 0 && document.querySelector('h1') !== null) seen.heading = performance.now();
    }).observe(document, { childList: true, subtree: true });
    const replace = history.replaceState.bind(history);
    history.replaceState = (...args) => {
      if (String(args[2]).includes('dashboard') && seen.left === 0) seen.left = performance.now();
      replace(...args);
    };
  });
  await of.goto(path);
  await of.waitForURL('**/*-dashboard');
  return of.evaluate(() => {
    const { seen } = window as unknown as { seen: { heading: number; left: number } };
    return seen.left - seen.heading;
  });
}

describe('a visitor', () => {
  // Proves X-17b
  it.each(['/', '/login', '/register'])(
    'causes no console messages at %s, and no request for a user',
    async (path) => {
      const { page: fresh, close } = await newVisitor(browser, portal);
      const reported: string[] = [];
      fresh.on('console', (message) => reported.push(`${message.text()} (${message.location().url})`));
      const asked: string[] = [];
      fresh.on('request', (request) => {
        if (request.url().includes('/api/')) asked.push(request.url());
      });
      await fresh.goto(path);
      await fresh.locator('h1').waitFor();
      expect({ reported, asked }).toEqual({ reported: [], asked: [] });
      await close();
    },
  );
});

describe('/login', () => {
  // Proves S1-2-routes-5, S1-2-login-1, S1-2-login-2
  it('has its title, subtitle, fields and links, and no footer', async () => {
    await page.goto('/login');
    await heading(page, 'Dealer Login');
    await page.getByText('Welcome to the hosted services').waitFor();
    await expect.poll(() => hrefOf('Forgot your password?')).toBe('/reset-password');
    await expect.poll(() => hrefOf('Register as a dealer')).toBe('/register');
    await expect.poll(() => page.getByRole('contentinfo').count()).toBe(0);
  });

  // Proves S1-5-login-1
  it('requires both fields and focuses the first', async () => {
    await loginButton().click();
    await page.getByText('Username is required', { exact: true }).waitFor();
    await page.getByText('Password is required', { exact: true }).waitFor();
    await expect.poll(() => focused(page)).toBe('username');
  });

  // Proves S1-7-4, S1-8-session-1
  itDeep('shows a toast for a wrong password and stays', async () => {
    await fill(page, { username: 'northgate', password: 'wrong-password' });
    await loginButton().click();
    await expectToast(page, 'Login failed', 'Invalid username or password');
    await expect.poll(() => toast().getAttribute('data-variant')).toBe('destructive');
    expect(new URL(page.url()).pathname).toBe('/login');
  });

  // Proves S1-2-login-3, S1-8-session-5
  it('shows Logging in, sends once, welcomes, and opens the dashboard', async () => {
    await fill(page, { username: 'northgate', password: PASSWORD });
    const held = await hold(page, paths.login);
    await loginButton().click();
    await page.getByRole('button', { name: 'Logging in', exact: true }).click({ force: true });
    await held.releaseOne();
    await expectToast(page, 'Login Successful', 'Welcome back!');
    expect(held.sent()).toBe(1);
    await page.waitForURL('**/dealer-dashboard');
  });

  // Proves S1-2-login-4, S1-9-1
  itDeep('redirects a signed-in dealer or administrator to the dashboard after 100 ms', async () => {
    for (const [who, home] of [
      [visitor, '/dealer-dashboard'],
      [admin, '/admin-dashboard'],
    ] as const) {
      const other = await who.context.newPage();
      expect(await msUntilMovedOn(other, '/login')).toBeGreaterThanOrEqual(95);
      expect(new URL(other.url()).pathname).toBe(home);
      await other.close();
    }
  });
});

describe('header', () => {
  const main = (of: Page) => of.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents();
  const PORTAL = ['Dashboard', 'New Site', 'Migration', 'Settings', 'Dealer Resources', 'Invoicing', 'Team'];

  // Proves S2-2-header-1, S2-2-header-4, S2-2-header-5, S2-2-header-7
  it('has logo, title and the dealer’s links, and the Admin link for administrators only', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Harborline Access' }).waitFor();
    await expect.poll(() => page.getByRole('banner').locator('svg').first().isVisible()).toBe(true);
    const links = await main(page);
    expect(PORTAL.filter((label) => links.includes(label))).toEqual(links);
    expect(links).toEqual(expect.arrayContaining(['Dashboard', 'New Site', 'Settings', 'Dealer Resources']));
    await admin.page.goto('/settings');
    await heading(admin.page, 'User Settings');
    await admin.page.getByRole('button', { name: 'Account of admin' }).click();
    const menu = admin.page.getByRole('menu', { name: 'Account' });
    await menu.getByRole('menuitem', { name: 'Logout' }).waitFor();
    await expectAccessible(admin.page);
    const items = await menu.getByRole('menuitem').allTextContents();
    await menu.getByRole('menuitem', { name: 'Settings' }).click();
    await menu.waitFor({ state: 'detached' });
    const shown = await main(admin.page);
    expect(shown).toEqual(['Dealer Resources', 'Admin']);
    // the team is the dealers' own
    const others = links.filter((label) => label !== 'Team');
    expect([...shown, ...items].sort()).toEqual([...others, 'Admin', 'Logout'].sort());
  });

  // Proves S2-2-header-6
  it('has a menu on a phone, which closes with a choice', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    const link = page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Settings' });
    await expect.poll(() => link.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expectAccessible(page);
    await link.click();
    await heading(page, 'User Settings');
    await link.waitFor({ state: 'hidden' });
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  // Proves S1-8-session-4
  it('shows why a logout failed, and stays', async () => {
    await whileFailing(page, paths.logout, { status: 503, json: { error: 'Please try again' } }, async () => {
      await page.getByRole('button', { name: 'Logout' }).click();
      await expectToast(page, 'Logout failed', 'Please try again');
    });
    expect(new URL(page.url()).pathname).toBe('/settings');
  });

  // Proves S1-4-session-5, S1-8-session-7, S2-2-header-2, S2-2-header-3
  it('shows Logging out..., then opens /login with a toast, Signup and Dealer Login', async () => {
    const held = await hold(page, paths.logout);
    await page.evaluate(() => Object.assign(window, { ofThisDocument: true }));
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('button', { name: 'Logging out...' }).click({ force: true });
    await held.releaseOne();
    await page.waitForURL('**/login');
    await expectToast(page, 'Logged out', 'You have been successfully logged out.');
    expect(held.sent()).toBe(1);
    // a full page load clears memory
    expect(await page.evaluate(() => 'ofThisDocument' in window)).toBe(false);
    await expect.poll(() => main(page)).toEqual(['Signup', 'Dealer Login']);
    expect((await answerTo(visitor, 'GET', paths.user)).status).toBe(401);
  });
});

describe('toasts', () => {
  const fail = async () => {
    await fill(page, { username: 'nobody', password: 'wrong-password' });
    const answered = page.waitForResponse((response) => response.url().endsWith(paths.login));
    await loginButton().click();
    await answered;
    // the button says Login again: this answer is shown, and not the toast of an earlier one
    const isShown = async () => {
      await page.clock.runFor(20);
      return loginButton().isVisible();
    };
    await expect.poll(isShown).toBe(true);
    await expectToast(page, 'Login failed', 'Invalid username or password');
  };

  // a paused clock, so that toasts close when the test advances it
  beforeAll(async () => {
    await page.clock.install();
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  });
  afterAll(() => page.clock.resume());

  // Proves S1-4-toasts-6
  it('are at most 420 px wide, and full width on a phone', async () => {
    await fail();
    expect((await toast().boundingBox())?.width).toBeLessThanOrEqual(420);
    await page.setViewportSize({ width: 360, height: 800 });
    const box = await toast().boundingBox();
    expect(box?.width).toBeGreaterThan(300);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  // Proves S1-4-toasts-3, S1-4-toasts-5
  it('take the focus by F8, stay while focused, and close after 5 s', async () => {
    await page.keyboard.press('F8');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[role=region]')?.ariaLabel))
      .toBe('Notifications (F8)');
    await page.clock.runFor(5_300);
    expect(await toast().count()).toBe(1);
    await page.locator('#username').focus();
    await page.clock.runFor(5_300);
    await toast().waitFor({ state: 'detached' });
  });

  // Proves S1-4-toasts-1, S1-4-toasts-4
  it('are dismissed by a swipe of at least 50 px, one at a time', async () => {
    await fail();
    await fail();
    expect(await toast().count()).toBe(1);
    await pullRight(page, toast(), 45);
    expect(await toast().count()).toBe(1);
    await pullRight(page, toast(), 55);
    await toast().waitFor({ state: 'detached' });
  });
});

describe('/register', () => {
  // Proves S1-2-routes-5, S1-2-register-1, S1-2-register-2, S1-2-register-8
  it('has its sections, 26 scrolling clauses, a link to /login, and no footer', async () => {
    await page.goto('/register');
    await heading(page, 'Dealer Registration');
    for (const name of ['Your Information', 'Account Details', 'Terms & Conditions'])
      await page.getByRole('heading', { level: 2, name }).waitFor();
    const agreement = page.getByRole('region', { name: 'Dealer agreement' });
    await expect.poll(() => agreement.getByRole('listitem').count()).toBe(26);
    // A key pressed while the page still loads may scroll nothing
    await expect
      .poll(async () => {
        await agreement.press('End');
        return agreement.evaluate((region) => region.scrollTop);
      })
      .toBeGreaterThan(500);
    await agreement.getByText('whose courts decide disputes').waitFor();
    await expect.poll(() => hrefOf('Already registered? Log in')).toBe('/login');
    await expect.poll(() => page.getByRole('contentinfo').count()).toBe(0);
  });

  // Proves S1-8-session-3
  it('shows the server’s refusal in a toast and on its field', async () => {
    await fill(page, { ...registration('Northgate'), confirmPassword: PASSWORD });
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expectToast(page, 'Registration failed', 'Username already exists');
    await expect.poll(() => focused(page)).toBe('username');
    await page.locator('#username-hint').getByText('Username already exists').waitFor();
  });

  // Proves S1-2-register-9, S1-8-session-6, X-14
  itDeep('works by keyboard, and shows Creating Account', async () => {
    await page.goto('/register');
    await heading(page, 'Dealer Registration');
    const form = { ...registration('keys'), experience: 'Ten years', confirmPassword: PASSWORD };
    for (const [id, text] of Object.entries(form)) {
      await tabTo(page, page.locator(`#${id}`));
      await page.keyboard.insertText(text);
    }
    await tabTo(page, page.getByRole('checkbox'));
    await page.keyboard.press('Space');
    const held = await hold(page, paths.register);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Creating Account', exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await held.releaseOne();
    await page.waitForURL('**/dealer-approval-pending');
    await expectToast(page, 'Registration Successful', 'Your account has been created.');
    expect(held.sent()).toBe(1);
    await visitor.context.clearCookies();
  });
});

describe('/auth', () => {
  const selected = () => page.getByRole('tab', { selected: true }).textContent();

  // Proves S1-2-auth-1, S1-2-auth-2, S1-2-auth-3
  it('opens the tab of its address, by default Login, each with its form', async () => {
    for (const [path, tab, button] of [
      ['/auth', 'Login', 'Login'],
      ['/auth?tab=login', 'Login', 'Login'],
      ['/auth?tab=reset', 'Reset Password', 'Send reset link'],
      ['/auth?tab=register', 'Register', 'Create Account'],
    ] as const) {
      await page.goto(path);
      await page.getByRole('main').getByRole('button', { name: button, exact: true }).waitFor();
      await expect.poll(() => selected()).toBe(tab);
    }
    await expect
      .poll(() => page.getByRole('tab').allTextContents())
      .toEqual(['Login', 'Register', 'Reset Password']);
    await expect.poll(() => page.getByRole('main').locator('svg').first().isVisible()).toBe(true);
    await page.getByRole('contentinfo').waitFor();
  });

  // Proves S1-2-auth-2
  it('switches tabs by the arrow keys', async () => {
    await page.getByRole('tab', { name: 'Register' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Send reset link' }).waitFor();
    await expect.poll(() => selected()).toBe('Reset Password');
  });

  // Proves S1-2-auth-4
  it('logs in and opens the dashboard of the role', async () => {
    await page.goto('/auth?tab=login');
    await fill(page, { username: portal.admin.username, password: portal.admin.password });
    await loginButton().click();
    await page.waitForURL('**/admin-dashboard');
    await visitor.context.clearCookies();
  });
});

describe('/reset-password', () => {
  const sendLink = () => page.getByRole('button', { name: 'Send reset link' }).click();
  const setPassword = () => page.getByRole('button', { name: 'Set new password' }).click();

  /** The path of the link in the newest reset mail to this address, as the portal prints it without a mail server. */
  async function mailedLink(recipient: string): Promise<string> {
    const find = () => portal.output().split(`\nTo: ${recipient}\n`).at(1);
    await expect.poll(find).toMatch(/token=/);
    const printed = find() ?? '';
    expect(printed).toContain('northgate');
    const [link = ''] = /http\S+\/reset-password\?token=[\w-]+/.exec(printed) ?? [];
    const { origin, pathname, search } = new URL(link);
    expect(origin).toBe(new URL(portal.url).origin);
    return `${pathname}${search}`;
  }

  // Proves S1-2-reset-1, S1-5-reset-1, S1-8-session-8, S2-8-7
  it('asks for the email address without a token, and shows failures', async () => {
    await page.goto('/reset-password');
    await heading(page, 'Reset Password');
    await expect.poll(() => page.getByRole('main').locator('input').count()).toBe(1);
    await sendLink();
    await page.getByText('Please enter a valid email address', { exact: true }).waitFor();
    await expect.poll(() => focused(page)).toBe('email');
    await fill(page, { email: 'northgate@northgate.example' });
    await whileFailing(page, paths.forgotPassword, 'no network', async () => {
      await sendLink();
      await page.getByText('An error occurred. Please try again.', { exact: true }).waitFor();
    });
    await whileFailing(page, paths.forgotPassword, { status: 429, json: { error: 'Later' } }, async () => {
      await sendLink();
      await page.getByText('Later', { exact: true }).waitFor();
    });
  });

  // Proves S1-2-reset-2, S1-7-7
  it('confirms with Check Your Email and a link to /login', async () => {
    await sendLink();
    await page.getByRole('heading', { name: 'Check Your Email' }).waitFor();
    await expect.poll(() => hrefOf('Back to login')).toBe('/login');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('Check Your Email');
    await expectAccessible(page);
  });

  // Proves X-3
  it('shows the same for an unknown address', async () => {
    const known = await answerTo(visitor, 'POST', paths.forgotPassword, {
      email: 'keys@northgate.example',
    });
    const unknown = await answerTo(visitor, 'POST', paths.forgotPassword, {
      email: 'nobody@northgate.example',
    });
    expect(known.status).toBe(200);
    expect(unknown).toEqual(known);
  });

  // Proves S1-2-reset-3, S1-2-reset-4, S1-5-reset-2, S1-7-8, S2-8-7
  it('sets the new password with the mailed token, then links to /auth', async () => {
    await page.goto(await mailedLink('northgate@northgate.example'));
    await heading(page, 'Reset Password');
    await setPassword();
    await page.getByText('Password must be at least 6 characters', { exact: true }).waitFor();
    await fill(page, { newPassword: 'a-newer-password', confirmPassword: 'another-password' });
    await setPassword();
    await page.locator('#confirmPassword-hint').getByText('Passwords do not match').waitFor();
    await expect.poll(() => focused(page)).toBe('confirmPassword');
    await fill(page, { confirmPassword: 'a-newer-password' });
    await whileFailing(page, paths.resetPassword, 'no network', async () => {
      await setPassword();
      await page.getByText('An error occurred. Please try again.', { exact: true }).waitFor();
    });
    await setPassword();
    await page.getByRole('heading', { name: 'Password reset successful' }).waitFor();
    await expect.poll(() => hrefOf('Go to login')).toBe('/auth');
    await expectAccessible(page);
    const old = await answerTo(visitor, 'POST', paths.login, { username: 'northgate', password: PASSWORD });
    expect(old.status).toBe(401);
    await signIn(visitor, 'northgate', 'a-newer-password');
    await visitor.context.clearCookies();
  });

  // Proves S1-2-reset-4, S1-5-reset-3
  itDeep('accepts a token once, and no empty one', async () => {
    const told = 'Invalid reset token. Please request a new password reset.';
    const dead = async () => {
      await page.getByText(told, { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Send reset link' }).waitFor();
    };
    await page.goto('/reset-password?token=used-or-made-up');
    await dead();
    await expectAccessible(page);
    await whileFailing(page, paths.resetLink, 'no network', async () => {
      await page.reload();
      await fill(page, { newPassword: 'a-newer-password', confirmPassword: 'a-newer-password' });
      await setPassword();
      await dead();
    });
    await page.goto('/reset-password?token=');
    await dead();
  });
});

describe('on all pages', () => {
  // Proves S1-2-routes-6
  it('an unknown address shows a message with status 404', async () => {
    const response = await page.goto('/no-such-page');
    expect(response?.status()).toBe(404);
    await heading(page, 'Page Not Found');
    await page.getByText('Did you forget to add the page to the router?', { exact: true }).waitFor();
  });

  // Proves S2-2-footer-1
  it('the footer has links, contact and the year', async () => {
    const footer = page.getByRole('contentinfo');
    for (const name of ['Services', 'Resources', 'Contact'])
      await footer.getByRole('heading', { level: 2, name }).waitFor();
    await footer.getByRole('link', { name: 'hello@harborline.example' }).waitFor();
    await footer.getByText(`© ${new Date().getFullYear()} Harborline Access`).waitFor();
  });

  // Proves S2-2-footer-1
  it('the footer is one line for who is signed in', async () => {
    await admin.page.goto('/no-such-page');
    const footer = admin.page.getByRole('contentinfo');
    await footer.getByRole('link', { name: 'hello@harborline.example' }).waitFor();
    await footer.getByText(`© ${new Date().getFullYear()} Harborline Access`).waitFor();
    await expect.poll(() => footer.getByRole('heading').count()).toBe(0);
    expect((await footer.boundingBox())?.height).toBeLessThan(100);
  });

  // Proves S1-2-guards-1, S1-4-session-1
  it('a spinner on black covers the page until the session is known', async () => {
    // without a session, it is known at once
    const { page } = admin;
    const held = await hold(page, paths.user);
    await page.goto('/login');
    const backdrop = page.getByRole('progressbar', { name: 'Loading' }).locator('..');
    await backdrop.waitFor();
    expect(await backdrop.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
      'rgb(0, 0, 0)',
    );
    expect(await backdrop.boundingBox()).toEqual({ x: 0, y: 0, width: 1280, height: 900 });
    held.release();
    await page.waitForURL('**/admin-dashboard');
  });

  // Proves S1-4-session-6, S1-8-shared-2
  it('a session that ended leads to /auth with a toast', async () => {
    const dealer = await newDealer(browser, portal, 'expiring', admin);
    await dealer.page.goto('/settings');
    await heading(dealer.page, 'User Settings');
    await dealer.context.clearCookies();
    await dealer.page.getByRole('button', { name: 'Save Changes' }).click();
    await dealer.page.waitForURL('**/auth');
    await expectToast(dealer.page, 'Session expired', 'Your session has expired. Please log in again.');
    await dealer.close();
  });

  // Proves X-17
  it('the console has no other messages', () => {
    const told =
      /(401|429|503|409|422|ERR_FAILED).*\/api\/(events|login|logout|register|auth\/((forgot|reset)-password|reset-link))|404.*no-such-page/;
    expect([...visitor.noise, ...admin.noise].filter((line) => !told.test(line))).toEqual([]);
  });
});
