import { paths } from '@portal/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { systemChromium } from './chromium.ts';
import { heading } from './hands.ts';
import { newAdmin, newDealer, PASSWORD } from './people.ts';
import { type RunningPortal, startPortal } from './portal.ts';
import { closeVisitors, expectGoodPage, newVisitor, openChromium } from './support.ts';

let portal: RunningPortal;
let browser: Browser;

beforeAll(async () => {
  [portal, browser] = await Promise.all([startPortal(), openChromium()]);
});
afterAll(async () => {
  await closeVisitors();
  await portal?.stop();
});

// Proves I40-passkeys
// the Chromium from npm crashes where a page makes a passkey
it.skipIf(systemChromium() === undefined)(
  'a dealer adds a passkey, signs in with it and removes it',
  async () => {
    const admin = await newAdmin(browser, portal);
    await newDealer(browser, portal, 'northgate', admin);
    // WebAuthn knows no sites that are named by an address
    const url = portal.url.replace('127.0.0.1', 'localhost');
    const { page, context } = await newVisitor(browser, { url });
    const devtools = await context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
        ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
      },
    });
    await page.goto('/login');
    await page.getByLabel('Username').fill('northgate');
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await page.waitForURL('**/dealer-dashboard');
    await page.goto('/settings?tab=password');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Name').fill('My laptop');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const stepUp = page.getByRole('dialog', { name: 'Confirm it is you' });
    const confirm = async () => {
      await stepUp.getByRole('textbox', { name: 'Your password' }).fill(PASSWORD);
      await stepUp.getByRole('button', { name: 'Confirm' }).click();
    };
    await confirm();
    await page.getByTestId('toast').getByText('Passkey added').waitFor();
    await page.getByText('My laptop').waitFor();
    await expectGoodPage(page);

    await context.request.post(paths.logout, { data: {} });
    await page.goto('/login');
    await expectGoodPage(page);
    await page.getByRole('button', { name: 'Log in with a passkey' }).click();
    await page.waitForURL('**/dealer-dashboard');
    await heading(page, 'Welcome, Dana Miller');
    await page.goto('/settings?tab=password');
    await page.getByText(/^Last used/).waitFor();
    await page.getByRole('button', { name: 'Remove My laptop' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await confirm();
    await page.getByTestId('toast').getByText('Passkey removed').waitFor();
    await page.getByRole('button', { name: 'Remove My laptop' }).waitFor({ state: 'detached' });
  },
);
