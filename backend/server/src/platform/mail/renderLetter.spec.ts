import { describe, expect, test } from 'vitest';
import { contactMessage } from '../../modules/contacts/mails.ts';
import * as siteLetters from '../../modules/sites/mails.ts';
import * as letters from '../../modules/users/mails.ts';
import * as signInLetters from '../../modules/users/signIn/mails.ts';
import { LOGO_ID, withLogo } from './logo.ts';
import { renderLetter } from './renderLetter.ts';

const sender = {
  name: 'Harbor <Access> & Co',
  address: '100 Bay Street',
  phone: '(718) 555-0100',
  email: 'dealers@example.com',
};
const evil = `</mj-text><mj-raw><script>alert("x")</script></mj-raw>'`;
const site = {
  siteName: evil,
  city: 'Staten Island',
  state: 'NY',
  readers: 12,
  url: 'http://127.0.0.1/d?a=1&b=2',
};

const readerChange = { ...site, requested: 16, url: 'http://127.0.0.1/sites/1' };
const account = {
  ...{ username: evil, forgotPasswordUrl: 'http://x/r', settingsUrl: 'http://x/s' },
  supportEmail: 'help@example.com',
};

const all = {
  dealerRegistered: letters.dealerRegistered({
    company: evil,
    name: 'Ada',
    email: 'ada@example.com',
    phone: '7185550100',
    reviewUrl: 'http://127.0.0.1/a',
  }),
  dealerApproved: letters.dealerApproved({
    name: evil,
    dealerId: 'KS0001',
    loginUrl: 'http://127.0.0.1/login',
  }),
  dealerDisapproved: letters.dealerDisapproved({ name: evil, supportEmail: 'help@example.com' }),
  passwordReset: signInLetters.passwordReset({
    username: evil,
    resetUrl: 'http://127.0.0.1/r?token=abc',
    minutes: 60,
  }),
  passwordChanged: signInLetters.passwordChanged({ ...account, passkeys: 2 }),
  emailChanged: letters.emailChanged({
    username: 'ada',
    oldEmail: evil,
    newEmail: 'b@x',
    supportEmail: 'help@x',
  }),
  contactMessage: contactMessage({
    name: 'Ada',
    email: 'ada@example.com',
    phone: null,
    subject: 'Technical Support',
    message: evil,
    inboxUrl: 'http://127.0.0.1/i',
  }),
  secondFactorEnabled: signInLetters.secondFactorEnabled(account),
  secondFactorDisabled: signInLetters.secondFactorDisabled({ ...account, byAdministrator: true }),
  recoveryCodeUsed: signInLetters.recoveryCodeUsed({ ...account, left: 1 }),
  siteCreated: siteLetters.siteCreated(site),
  siteAdded: siteLetters.siteAdded(site),
  siteAwaitsApproval: siteLetters.siteAwaitsApproval({ ...site, company: 'Analytical Alarms' }),
  siteApproved: siteLetters.siteApproved(site),
  siteInactive: siteLetters.siteInactive(site),
  siteDeleted: siteLetters.siteDeleted({ ...site, reason: evil }),
  readerChangeAwaitsDecision: siteLetters.readerChangeAwaitsDecision({
    ...readerChange,
    company: 'Analytical Alarms',
    note: 'New wing',
  }),
  readerChangeGranted: siteLetters.readerChangeGranted({ ...readerChange, granted: 16 }),
  readerChangeDeclined: siteLetters.readerChangeDeclined({ ...readerChange, supportEmail: 'help@x' }),
};

describe.each(Object.entries(all))('%s', (_name, letter) => {
  test('is valid mjml and shows each value as text, never as markup', async () => {
    const mail = await renderLetter(letter, sender);
    expect(mail.html).not.toContain('<script>');
    expect(mail.html).toContain('&lt;script&gt;');
    expect(mail.html).toContain('Harbor &lt;Access&gt; &amp; Co');
    expect(mail.text).toContain(evil);
    expect(mail.text).toContain(letter.title);
  });

  test('loads nothing from other servers', async () => {
    const mail = await renderLetter(letter, sender);
    expect(mail.html).not.toMatch(/<link|@import|url\(|src="(?!cid:)/);
    expect(mail.html).toContain(`<img src="cid:${LOGO_ID}"`);
    expect(withLogo(mail.html)).toMatch(/<img src="data:image\/png;base64,iVBOR/);
  });
});

test('a link keeps its query in html and in text', async () => {
  const mail = await renderLetter(all.siteCreated, sender);
  expect(mail.html).toContain('href="http://127.0.0.1/d?a=1&amp;b=2"');
  expect(mail.text).toContain('http://127.0.0.1/d?a=1&b=2');
});

test('refuses a line break in a subject', async () => {
  await expect(
    renderLetter({ ...all.siteCreated, subject: 'Hello\r\nBcc: everybody@example.com' }, sender),
  ).rejects.toThrow('must be one line');
});

test('letters with the same layout keep their own values, even if these look like placeholders', async () => {
  const one = { ...site, siteName: 'First $& slot0slot $1' };
  const [first, second] = await Promise.all([
    renderLetter(siteLetters.siteApproved(one), sender),
    renderLetter(siteLetters.siteApproved({ ...site, siteName: 'Second' }), {
      ...sender,
      name: 'Other Inc',
    }),
  ]);
  expect(first.html).toContain('First $&amp; slot0slot $1');
  expect(first.html).not.toContain('Second');
  expect(second.html).toContain('Second');
  expect(second.html).toContain('Other Inc');
  expect(second.html).not.toMatch(/First|Harbor|slot\d/);
});
