import { type Problem, paths } from '@portal/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { heading } from './hands.ts';
import { answerTo, newAdmin, newDealer } from './people.ts';
import {
  closeVisitors,
  newVisitor,
  openChromium,
  type RunningPortal,
  startPortal,
  type Visitor,
} from './support.ts';

let portal: RunningPortal;
let browser: Browser;
let visitor: Visitor;
let dealer: Visitor & { readonly id: string };

beforeAll(async () => {
  [portal, browser] = await Promise.all([startPortal(), openChromium()]);
  visitor = await newVisitor(browser, portal);
  dealer = await newDealer(browser, portal, 'northgate', await newAdmin(browser, portal));
  // an invalid link would show no form
  await visitor.page.route(`**${paths.resetLink}`, (route) => route.fulfill({ json: { usable: true } }));
});

afterAll(async () => {
  await closeVisitors();
  await portal?.stop();
});

type Values = Readonly<Record<string, string>>;

/** A form with its page, its request, and two sets of wrong values. */
interface FormCase {
  readonly path: string;
  readonly title: string;
  readonly submit: string;
  readonly who: () => Visitor;
  readonly call: () => { readonly method: string; readonly path: string };
  readonly wrong: readonly Values[];
  /** Request data beside the form's fields. */
  readonly beside?: Readonly<Record<string, unknown>>;
}

const LONG = 'x'.repeat(201);
const TOO_LONG_PASSWORD = 'ä'.repeat(37);
const NO_PROFILE = { name: '', email: '', company: '', phone: '', address: '', city: '', state: '', zip: '' };
const WRONG_PROFILE = {
  name: 'A',
  email: 'a@b',
  company: LONG,
  phone: '123456789',
  address: LONG,
  city: LONG,
  state: LONG,
  zip: LONG,
};

const post = (path: string) => () => ({ method: 'POST', path });

const forms: Readonly<Record<string, FormCase>> = {
  contact: {
    path: '/',
    title: 'Access control',
    submit: 'Send message',
    who: () => visitor,
    call: post(paths.contact),
    wrong: [
      { contact_name: '', contact_email: '', contact_phone: '', contact_subject: '', contact_message: '' },
      { contact_name: LONG, contact_email: 'a@b', contact_phone: LONG, contact_message: 'x'.repeat(5_001) },
    ],
  },
  login: {
    path: '/login',
    title: 'Dealer Login',
    submit: 'Login',
    who: () => visitor,
    call: post(paths.login),
    wrong: [{ username: '', password: '' }],
  },
  registration: {
    path: '/register',
    title: 'Dealer Registration',
    submit: 'Create Account',
    who: () => visitor,
    call: post(paths.register),
    beside: { agreeToTerms: false },
    wrong: [
      { ...NO_PROFILE, username: '', password: '' },
      { ...WRONG_PROFILE, experience: LONG, username: 'ab', password: TOO_LONG_PASSWORD },
    ],
  },
  'forgot password': {
    path: '/reset-password',
    title: 'Reset Password',
    submit: 'Send reset link',
    who: () => visitor,
    call: post(paths.forgotPassword),
    wrong: [{ email: '' }, { email: 'a@b' }],
  },
  'new password': {
    path: '/reset-password?token=x',
    title: 'Reset Password',
    submit: 'Set new password',
    who: () => visitor,
    call: post(paths.resetPassword),
    beside: { token: 'x' },
    wrong: [{ newPassword: '12345' }, { newPassword: TOO_LONG_PASSWORD }],
  },
  profile: {
    path: '/settings',
    title: 'User Settings',
    submit: 'Save Changes',
    who: () => dealer,
    call: () => ({ method: 'PATCH', path: paths.profile(dealer.id) }),
    wrong: [NO_PROFILE, WRONG_PROFILE],
  },
  'change of password': {
    path: '/settings?tab=password',
    title: 'User Settings',
    submit: 'Change Password',
    who: () => dealer,
    call: post(paths.changePassword),
    wrong: [
      { currentPassword: '', newPassword: '12345' },
      { currentPassword: '12345', newPassword: TOO_LONG_PASSWORD },
    ],
  },
};

/** Types the values, without choosing a subject. */
async function type(page: Page, values: Values): Promise<void> {
  for (const [name, text] of Object.entries(values))
    if (name !== 'contact_subject') await page.locator(`[name="${name}"]`).fill(text);
}

/** Waits for the errors of the fields. @returns their messages */
async function told(page: Page, names: readonly string[]): Promise<Record<string, string>> {
  const messages: Record<string, string> = {};
  for (const name of names) {
    const marked = page.locator(`[name="${name}"][aria-invalid="true"]`);
    await marked.waitFor();
    const id = (await marked.getAttribute('aria-describedby')) ?? '';
    messages[name] = (await page.locator(`[id="${id}"]`).textContent()) ?? '';
  }
  return messages;
}

/** The server's first message for each field. */
function refused(body: unknown): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const { path, message } of (body as Problem).errors ?? []) messages[path] ??= message;
  return messages;
}

describe.each(Object.entries(forms))('%s', (_name, form) => {
  // Proves S1-5-login-1
  it.each(form.wrong.map((values, index) => ({ case: index + 1, values })))(
    'shows the same messages on the page and for a direct call, invalid values $case',
    async ({ values }) => {
      const { page } = form.who();
      const { method, path } = form.call();
      const { status, body } = await answerTo(form.who(), method, path, { ...form.beside, ...values });
      expect(status).toBe(400);
      const expected = refused(body);
      expect(Object.keys(expected).length).toBeGreaterThanOrEqual(Object.keys(values).length - 1);
      await page.goto(form.path);
      await heading(page, form.title);
      await type(page, values);
      // not by the mouse: advice on a password may appear at that moment and move the button away
      await page.getByRole('main').getByRole('button', { name: form.submit, exact: true }).press('Enter');
      expect(await told(page, Object.keys(expected))).toEqual(expected);
    },
  );
});
