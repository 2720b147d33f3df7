import { type ContactMessage, type Mail, paths } from '@portal/contract';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { features, questions, steps } from '../src/landing/content.ts';
import { focused, hold, pullRight, tabTo, whileFailing } from './hands.ts';
import { call, newAdmin, newDealer } from './people.ts';
import {
  closeVisitors,
  expectAccessible,
  expectGoodPage,
  newVisitor,
  openChromium,
  type RunningPortal,
  startPortal,
  type Visitor,
} from './support.ts';

const COMPANY = {
  COMPANY_NAME: 'Harborline & Sons',
  COMPANY_ADDRESS: '12 Pier Road, Staten Island, NY 10311',
  COMPANY_PHONE: '(718) 555-0142',
  COMPANY_EMAIL: 'hello@harborline.example',
};
const MESSAGE = {
  contact_name: 'Vic Visitor',
  contact_email: 'vic@example.com',
  contact_phone: '7185550123',
  contact_subject: 'support',
  contact_message: 'Do you serve Albany?',
};

let portal: RunningPortal;
let browser: Browser;
let visitor: Visitor;
let admin: Visitor;
let page: Page;
let form: Locator;

beforeAll(async () => {
  [portal, browser] = await Promise.all([startPortal(COMPANY), openChromium()]);
  visitor = await newVisitor(browser, portal);
  admin = await newAdmin(browser, portal);
  page = visitor.page;
  form = page.getByRole('form', { name: 'Contact form' });
  await page.goto('/');
});

afterAll(async () => {
  await closeVisitors();
  await portal?.stop();
});

const field = (name: string) => page.locator(`[name="${name}"]`);

async function write(message: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(message)) {
    if (name === 'contact_subject') await field(name).selectOption(text);
    else await field(name).fill(text);
  }
}

async function written(): Promise<Record<string, string>> {
  return form.evaluate((element) =>
    Object.fromEntries(
      [...new FormData(element as HTMLFormElement)].map(([name, text]) => [name, String(text)]),
    ),
  );
}

const EMPTY = { contact_name: '', contact_email: '', contact_phone: '', contact_message: '' };
const send = () => form.getByRole('button', { name: 'Send message' }).click();
const success = () => page.getByRole('dialog', { name: 'Submission Successful' });

describe('the landing page', () => {
  // Proves S1-1-1
  it('has a hero with links to sign up and in', async () => {
    const hero = page.getByRole('region', { name: 'Access control, hosted for the sites you look after' });
    await hero.getByRole('heading', { level: 1 }).waitFor();
    await expect
      .poll(() => hero.getByRole('link', { name: 'Become a Dealer' }).getAttribute('href'))
      .toBe('/register');
    expect(await page.title()).toContain('Harborline & Sons');
  });

  // Proves S1-1-15
  it.each(['light', 'dark'] as const)('shows the chosen color mode if the system is %s', async (system) => {
    const reader = await newVisitor(browser, { ...portal, colorScheme: system, width: 390 });
    await reader.page.goto('/');
    const paper = () => reader.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const [light, dark] = ['rgb(255, 255, 255)', 'rgb(13, 21, 32)'];
    await expect.poll(() => paper()).toBe(system === 'dark' ? dark : light);
    const other = system === 'dark' ? 'light' : 'dark';
    await reader.page.getByRole('button', { name: `Switch to ${other} mode` }).click();
    await expect.poll(() => paper()).toBe(other === 'dark' ? dark : light);
    await reader.page.reload();
    await reader.page.getByRole('button', { name: `Switch to ${system} mode` }).waitFor();
    await expect.poll(() => paper()).toBe(other === 'dark' ? dark : light);
    await expectGoodPage(reader.page);
    await reader.page.goto('/login');
    await reader.page.getByRole('button', { name: `Switch to ${system} mode` }).waitFor();
    expect(reader.noise).toEqual([]);
    await reader.close();
  });

  // Proves S1-1-2
  it('lists all nine features', async () => {
    const titles = await page.locator('#features li h3').allTextContents();
    expect(titles).toEqual(features.map(({ title }) => title));
    expect(titles.map((title) => title.toLowerCase())).toEqual([
      'no performance limits',
      'web access',
      'migration tools',
      'free technical support',
      'modern interface',
      'advanced reader and credential technologies',
      '10gb sql express database',
      'multi-threaded communication',
      'expandable modules',
    ]);
    await page.locator('#features').getByText('upgradeable to full SQL').waitFor();
  });

  // Proves I39-landing
  it('names the price, three steps with a picture of an invoice, and describes itself to others', async () => {
    await page.getByText('From $6.50 a reader per month').waitFor();
    expect(await page.locator('#steps li h3').allTextContents()).toEqual(Object.keys(steps));
    const picture = page.getByRole('img', { name: /^An invoice in the portal/ });
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBe(1440);
    const meta = (name: string) => page.locator(`meta[property="og:${name}"]`).getAttribute('content');
    expect(await meta('title')).toBe('Harborline & Sons: hosted access control for security dealers');
    expect((await page.request.get((await meta('image')) ?? '')).headers()['content-type']).toBe(
      'image/jpeg',
    );
    expect(await page.locator('[itemprop=mainEntity] [itemprop=text]').count()).toBe(
      Object.keys(questions).length,
    );
  });

  // Proves S1-1-3, S1-1-4
  it('has an upgrade banner with the end of support and a link to register', async () => {
    const banner = page.locator('.upgrade');
    await banner.getByText('Support for the old version ended June 30, 2021.').waitFor();
    const link = banner.getByRole('link', { name: 'Become a Dealer to Migrate' });
    await expect.poll(() => link.getAttribute('href')).toBe('/register');
  });

  // Proves S1-1-5, S1-1-6, S1-1-7, S1-1-8, S1-1-9, S1-1-10, S1-1-11
  it('has seven FAQ entries that open by keyboard', async () => {
    const statements = [
      'can be converted for a one-time fee',
      'no on-site server',
      'Operators sign in with a browser',
      'per panel, not per connection',
      'There are no registration fees. You pay a one-time reverse-network license per access control unit, plus a monthly cost per reader.',
      'Billing is month to month and can be canceled at any time',
      'We support connectivity. Site-setup and software questions go to the manufacturer’s support',
    ];
    expect(Object.keys(questions)).toHaveLength(statements.length);
    const faq = page.getByRole('region', { name: 'Frequently asked questions' });
    for (const [index, statement] of statements.entries()) {
      const answer = faq.getByText(statement);
      expect(await answer.isVisible(), statement).toBe(false);
      await faq.locator('summary').nth(index).press('Enter');
      await answer.waitFor();
    }
  });

  // Proves S1-2-routes-3
  it('scrolls to #features and #contact', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const distance = (anchor: string) =>
      page.locator(`#${anchor}`).evaluate((section) => Math.abs(section.getBoundingClientRect().top));
    for (const anchor of ['features', 'contact']) {
      // a new document: a running scroll would override the anchor's
      await page.goto('about:blank');
      await page.goto(`/#${anchor}`);
      await expect.poll(() => distance(anchor)).toBeLessThan(200);
    }
  });

  // Proves S1-1-12
  it('shows address, telephone and email of the company', async () => {
    const block = page.locator('#contact address');
    await block.getByText(COMPANY.COMPANY_ADDRESS).waitFor();
    await block.getByRole('link', { name: COMPANY.COMPANY_PHONE }).waitFor();
    const mail = block.getByRole('link', { name: COMPANY.COMPANY_EMAIL });
    await expect.poll(() => mail.getAttribute('href')).toBe(`mailto:${COMPANY.COMPANY_EMAIL}`);
  });

  // Proves S2-2-footer-1
  it('has a footer with links, contact and copyright with the year', async () => {
    const footer = page.getByRole('contentinfo');
    for (const name of ['Service', 'Resources', 'Contact'])
      await footer.getByRole('heading', { level: 2, name }).waitFor();
    await footer.getByText(COMPANY.COMPANY_ADDRESS).waitFor();
    await footer.getByText(`© ${new Date().getFullYear()} Harborline & Sons`).waitFor();
  });
});

describe('its header', () => {
  const links = (of: Page) => of.locator('#site-menu').getByRole('link').allTextContents();
  /** Where the buttons of hero and upgrade banner lead, beside the anchors. */
  const offers = (of: Page) =>
    of
      .locator('main .button[data-for]:visible')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')));

  // Proves S2-2-header-2, S2-2-header-6
  it('shows visitors Signup and Dealer Login, on a phone in a menu', async () => {
    await expect.poll(() => links(page)).toEqual(['Features', 'FAQ', 'Contact', 'Signup', 'Dealer Login']);
    await expect.poll(() => offers(page)).toEqual(['/register', '/register']);
    await expect.poll(() => page.getByRole('button', { name: 'Open menu' }).isVisible()).toBe(false);
    const phone = await newVisitor(browser, { url: portal.url, width: 360, height: 740 });
    await phone.page.goto('/');
    const signup = phone.page.locator('#site-menu').getByRole('link', { name: 'Signup' });
    await expect.poll(() => signup.isVisible()).toBe(false);
    await phone.page.getByRole('button', { name: 'Open menu' }).click();
    await signup.waitFor();
    await expectAccessible(phone.page);
    await phone.page.keyboard.press('Escape');
    await signup.waitFor({ state: 'hidden' });
    const button = phone.page.getByRole('button', { name: 'Open menu' });
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
    await phone.close();
  });

  // Proves S1-8-session-4, S2-2-header-3, S2-2-header-4
  it('shows a dealer the portal’s pages and Logout, which shows Logging out... and opens /login', async () => {
    const dealer = await newDealer(browser, portal, 'lander', admin);
    await dealer.page.goto('/settings');
    await dealer.page.getByRole('heading', { level: 1 }).waitFor();
    const inPortal = await dealer.page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link')
      .allTextContents();
    await dealer.page.goto('/');
    const logout = dealer.page.getByRole('button', { name: 'Logout' });
    await logout.waitFor();
    // the landing page doesn't know the role in the company
    const ofAll = inPortal.filter((label) => label !== 'Team');
    await expect.poll(() => links(dealer.page)).toEqual(ofAll);
    await expect.poll(() => offers(dealer.page)).toEqual(['/dealer-dashboard', '/site-migration']);
    await expectAccessible(dealer.page);
    await whileFailing(dealer.page, paths.logout, 'no network', async () => {
      await logout.click();
      await dealer.page.getByTestId('toast').getByText('Logout failed').waitFor();
    });
    const held = await hold(dealer.page, paths.logout);
    await logout.click();
    await dealer.page.getByRole('button', { name: 'Logging out...' }).click({ force: true });
    await held.releaseOne();
    await dealer.page.waitForURL('**/login');
    expect(held.sent()).toBe(1);
    await dealer.page.getByTestId('toast').getByText('You have been successfully logged out.').waitFor();
    await dealer.page.goto('/');
    await dealer.page.getByRole('link', { name: 'Dealer Login' }).first().waitFor();
    await dealer.close();
  });

  // Proves S2-2-header-7
  it('shows a pending dealer the way to the approval status', async () => {
    const pending = await newDealer(browser, portal, 'waiting');
    await pending.page.goto('/');
    await pending.page.getByRole('button', { name: 'Logout' }).waitFor();
    await expect.poll(() => links(pending.page)).toEqual(['Approval status']);
    await expect.poll(() => offers(pending.page)).toEqual(['/dealer-approval-pending']);
    await pending.close();
  });

  // Proves S2-2-header-5, S2-2-header-7
  it('shows an administrator the admin area, and no page that leads back to it', async () => {
    await admin.page.goto('/settings');
    await admin.page.getByRole('heading', { level: 1 }).waitFor();
    await admin.page.goto('/');
    await admin.page.locator('#site-menu').getByRole('link', { name: 'Admin' }).waitFor();
    await expect.poll(() => links(admin.page)).toEqual(['Settings', 'Dealer Resources', 'Admin']);
    await expect.poll(() => offers(admin.page)).toEqual(['/admin-dashboard']);
    // until a required second factor is set up, other pages lead to the settings
    await admin.page.route(`**${paths.user}`, async (route) => {
      const user = await (await route.fetch()).json();
      await route.fulfill({ json: { ...user, second_factor: 'required' } });
    });
    await admin.page.reload();
    await expect.poll(() => links(admin.page)).toEqual(['Settings']);
    await expect.poll(() => offers(admin.page)).toEqual(['/settings?tab=password']);
    await admin.page.unroute(`**${paths.user}`);
  });
});

describe('contact form', () => {
  // Proves X-18
  it('loads its code on first use', async () => {
    const other = await newVisitor(browser, portal);
    const scripts: string[] = [];
    other.page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
    });
    await other.page.goto('/', { waitUntil: 'networkidle' });
    const heavy = () => scripts.filter((name) => /react|ContactForm|schemas/.test(name));
    expect(scripts).not.toEqual([]);
    expect(heavy()).toEqual([]);
    await Promise.all([
      other.page.waitForResponse(/ContactForm/),
      other.page.locator('[name="contact_name"]').focus(),
    ]);
    expect(heavy()).not.toEqual([]);
    expect(other.noise).toEqual([]);
    await other.close();
  });

  // Proves S1-2-landing-1, S1-5-contact-2
  it('marks Name, Email, Subject and Message with an asterisk, Phone not', async () => {
    const marks = await form.locator('label').evaluateAll((labels) =>
      labels.map((label) => {
        const text = label.querySelector('.label-text');
        return `${text?.textContent}${getComputedStyle(text ?? label, '::after').content.replace(/"|none|normal/g, '')}`;
      }),
    );
    expect(marks).toEqual(['Name *', 'Email *', 'Phone', 'Subject *', 'Message *']);
  });

  // Proves S1-3-2
  it('has five subjects', async () => {
    const options = await field('contact_subject')
      .locator('option:not([disabled])')
      .evaluateAll((found) =>
        found.map((option) => [(option as HTMLOptionElement).value, option.textContent]),
      );
    expect(options).toEqual([
      ['dealer_inquiry', 'Dealer Inquiry'],
      ['new_site', 'New Site Setup'],
      ['migration', 'Site Migration'],
      ['support', 'Technical Support'],
      ['other', 'Other'],
    ]);
  });

  // Proves S1-5-contact-1, X-15
  it('shows errors, focuses the first field, and sends nothing', async () => {
    const held = await hold(page, paths.contact);
    await send();
    for (const message of [
      'Name is required',
      'Invalid email address',
      'Subject is required',
      'Message is required',
    ])
      await form.locator('.field-error').getByText(message, { exact: true }).waitFor();
    await expect.poll(() => focused(page)).toBe('contact_name');
    await expect.poll(() => field('contact_name').getAttribute('aria-invalid')).toBe('true');
    await expect
      .poll(() => field('contact_name').getAttribute('aria-describedby'))
      .toBe('contact_name-error');
    await expect
      .poll(() => form.getByRole('alert').textContent())
      .toContain('Name is required. Invalid email address');
    await expectGoodPage(page);
    await field('contact_name').fill('Vic');
    await send();
    await form.locator('.field-error').getByText('Name is required').waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('contact_email');
    expect(held.sent()).toBe(0);
    held.release();
  });

  // Proves S1-1-13, S1-2-landing-2, S1-2-landing-3, S1-4-contact-1, S1-8-contact-2, X-14
  it('is sent by keyboard, thanks, and is cleared', async () => {
    await page.goto('/');
    await tabTo(page, field('contact_name'));
    for (const key of ['contact_name', 'contact_email', 'contact_phone'] as const) {
      await page.keyboard.insertText(MESSAGE[key]);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.type('Technical');
    await page.keyboard.press('Tab');
    await page.keyboard.insertText(MESSAGE.contact_message);
    await expect.poll(() => written()).toEqual(MESSAGE);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await success().waitFor();
    await success().getByText('Thank you for your message. We will contact you soon.').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await success().waitFor({ state: 'hidden' });
    await expect.poll(() => written()).toEqual(EMPTY);
    // the focus returns
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Send message');
  });

  // Proves S1-1-14
  it('reaches the administrators’ inbox and mail', async () => {
    const [kept] = await call<ContactMessage[]>(admin, 'GET', paths.admin.contacts);
    expect(kept).toMatchObject({ ...MESSAGE, status: 'open' });
    await expect
      .poll(async () => (await call<Mail[]>(admin, 'GET', paths.admin.mails)).map(({ subject }) => subject))
      .toContain('Contact form: Technical Support');
  });

  // Proves S1-7-9, X-19
  it('keeps text typed before its code was loaded, and sends it after an early Send', async () => {
    const other = await newVisitor(browser, portal);
    const bodies: unknown[] = [];
    other.page.on('request', (request) => {
      if (request.url().endsWith(paths.contact)) bodies.push(request.postDataJSON());
    });
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await other.page.route(/ContactForm/, async (route) => {
      await arrived;
      await route.continue();
    });
    await other.page.goto('/');
    for (const [name, text] of Object.entries(MESSAGE)) {
      const input = other.page.locator(`[name="${name}"]`);
      if (name === 'contact_subject') await input.selectOption(text);
      else await input.fill(text);
    }
    await other.page.getByRole('button', { name: 'Send message' }).click();
    expect(bodies).toEqual([]);
    arrive();
    await other.page.getByRole('dialog', { name: 'Submission Successful' }).waitFor();
    expect(bodies).toEqual([MESSAGE]);
    expect(other.noise).toEqual([]);
    await other.close();
  });

  // Proves S1-2-landing-3
  it('shows Sending... and sends once', async () => {
    await write(MESSAGE);
    const held = await hold(page, paths.contact);
    await send();
    await form.getByRole('button', { name: 'Sending...' }).click({ force: true });
    await held.releaseOne();
    await success().getByRole('button', { name: 'Close' }).click();
    await success().waitFor({ state: 'hidden' });
    expect(held.sent()).toBe(1);
  });

  describe('when it can’t be sent', () => {
    const toast = () => page.getByTestId('toast');
    const failing = (action: () => Promise<unknown>) =>
      whileFailing(page, paths.contact, { status: 500, json: { error: 'No' } }, async () => {
        await action();
      });
    const sent = () => Promise.all([page.waitForResponse(`**${paths.contact}`), send()]);

    // a paused clock, so that toasts close when the test advances it
    beforeAll(() => page.clock.install());
    beforeEach(async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000));
    afterEach(() => page.clock.resume());

    // Proves S1-4-contact-2, S1-4-toasts-5, S1-4-toasts-6, S1-8-contact-1
    it('shows an error toast and keeps the text', async () => {
      await write(MESSAGE);
      await failing(sent);
      await toast().getByText('Error', { exact: true }).waitFor();
      await toast().getByText('There was a problem submitting your form. Please try again.').waitFor();
      await expect.poll(() => written()).toEqual(MESSAGE);
      expect((await toast().boundingBox())?.width).toBeLessThanOrEqual(420);
      await page.keyboard.press('F8');
      await expect
        .poll(() => toast().evaluate((element) => element.closest('ol') === document.activeElement))
        .toBe(true);
      await page.clock.resume();
      await expectAccessible(page);
    });

    // Proves S1-4-toasts-4
    it('dismisses the toast by a swipe of at least 50 px to the right', async () => {
      // the focus is in it and would keep it open
      await form.getByLabel('Name').focus();
      await page.clock.runFor(5_000);
      await toast().waitFor({ state: 'detached' });
      await failing(sent);
      await toast().waitFor();
      await pullRight(page, toast(), 45);
      expect(await toast().count()).toBe(1);
      await pullRight(page, toast(), 55);
      await toast().waitFor({ state: 'detached' });
    });

    // Proves S1-4-toasts-1
    it('shows one toast at a time, for 5 seconds', async () => {
      await failing(async () => {
        await sent();
        await toast().waitFor();
        await sent();
        await form.getByRole('button', { name: 'Send message' }).waitFor();
      });
      expect(await toast().count()).toBe(1);
      await page.clock.runFor(4_900);
      expect(await toast().count()).toBe(1);
      await page.clock.runFor(200);
      await toast().waitFor({ state: 'detached' });
    });
  });
});

// Proves X-16
it('the landing page is accessible, also with the FAQ open, and logs nothing to the console', async () => {
  await page.goto('/');
  for (const summary of await page.locator('summary').all()) await summary.click();
  await expectGoodPage(page);
  const told = /(500|ERR_FAILED).*\/api\/(contact|logout)/;
  expect([...visitor.noise, ...admin.noise].filter((line) => !told.test(line))).toEqual([]);
});
