import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  closeVisitors,
  expectAccessible,
  expectNoSidewaysScroll,
  newVisitor,
  openChromium,
  type Visitor,
} from './support.ts';

const PROJECT = path.join(import.meta.dirname, '../..');
const GOOD = '4242424242424242';
const DECLINED = '4000000000000002';
const ASKS = '4000002500003155';
const NO_FUNDS = '4000000000009995';
const KEEPS_ONLY = '4000000000000341';

let folder: string;
let program: ChildProcess;
let url: string;
let log = '';
let browser: Browser;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'card-form-'));
  [browser] = await Promise.all([
    openChromium(),
    build({
      root: path.join(import.meta.dirname, 'cardFormPage'),
      configFile: false,
      plugins: [react()],
      logLevel: 'error',
      build: { outDir: folder, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 2_000 },
    }),
  ]);
  url = await startProgram();
});

afterAll(async () => {
  await closeVisitors();
  const gone = new Promise((resolve) => program.once('exit', resolve));
  program.kill('SIGTERM');
  await gone;
  await rm(folder, { recursive: true, force: true });
});

function startProgram(): Promise<string> {
  const file = 'backend/server/test/programs/cardForm.ts';
  program = spawn(process.execPath, ['backend/server/run.mjs', file, folder], {
    cwd: PROJECT,
    env: { ...process.env, NODE_ENV: 'test' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      log += chunk.toString('utf8');
      const address = /^http:\/\/127\.0\.0\.1:\d+/m.exec(log)?.[0];
      if (address !== undefined) resolve(address);
    };
    program.stdout?.on('data', read);
    program.stderr?.on('data', read);
    program.once('exit', (code) => reject(new Error(`The card form's program ended with ${code}:\n${log}`)));
  });
}

beforeEach(async () => {
  visitor = await newVisitor(browser, { url });
  page = visitor.page;
});
afterEach(() => visitor.close());

async function open(query = ''): Promise<void> {
  await page.goto(`/?${query}`);
  await page.getByTestId('status').getByText('ready').waitFor();
}

async function fill(number: string, expiry = '12/34', cvc = '123', zip = '10311'): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiration date').fill(expiry);
  await page.getByLabel('Security code').fill(cvc);
  await page.getByLabel('ZIP code').fill(zip);
}

const pay = () => page.getByRole('button', { name: 'Pay now' }).click();
const status = async (text: string | RegExp): Promise<string> => {
  const found = page.getByTestId('status').filter({ hasText: text });
  await found.waitFor();
  return (await found.textContent()) ?? '';
};
const atServer = async (id: string): Promise<{ status: string }> =>
  (await fetch(`${url}/server/state/${id}`)).json();

describe('react-stripe-js with the simulator', () => {
  it('pays with a good card and sends its number to the simulator only', async () => {
    const carrying: string[] = [];
    page.on('request', (request) => {
      if (request.postData()?.includes(GOOD) || request.url().includes(GOOD))
        carrying.push(new URL(request.url()).pathname);
    });
    await open();
    await page.getByText('Simulated payments').waitFor();
    await expect.poll(() => page.getByTestId('changes').textContent()).toBe('');
    await fill(GOOD);
    await expect.poll(() => page.getByTestId('changes').textContent()).toBe('complete');
    await expect.poll(() => page.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242');
    await expectAccessible(page);
    await pay();
    const [, id = ''] = (await status(/^succeeded pi_/)).split(' ');
    expect(await atServer(id)).toMatchObject({ status: 'succeeded', amount_received: 16_500 });
    expect(carrying).toEqual(['/stripe-simulator/browser/confirm']);
    expect(log).toContain('/stripe-simulator/browser/confirm');
    for (const secret of [GOOD, 'sk_test_sim', '_secret_', 'not for pages'])
      expect(log).not.toContain(secret);
    expect(visitor.noise).toEqual([]);
  });

  it('keeps the form usable after a decline', async () => {
    await open();
    await fill(DECLINED);
    await pay();
    await status('card_error: Your card was declined.');
    await fill(NO_FUNDS);
    await pay();
    await status('card_error: Your card has insufficient funds.');
    await fill(GOOD);
    await page.getByLabel('ZIP code').press('Enter');
    await status(/^succeeded/);
  });

  it('shows the error of each field', async () => {
    await open();
    await pay();
    await page.getByText('Your card number is incomplete.', { exact: true }).waitFor();
    await expect
      .poll(() => page.getByLabel('Card number').evaluate((node) => node.matches(':focus')))
      .toBe(true);
    await status('validation_error: Your card number is incomplete.');
    await fill('4242424242424241', '01/20', '12', '103');
    await pay();
    for (const text of [
      'Your card number is invalid.',
      "Your card's expiration year is in the past.",
      "Your card's security code is incomplete.",
      'Your postal code is incomplete.',
    ])
      await page.getByText(text, { exact: true }).waitFor();
    await expect.poll(() => page.getByLabel('Security code').getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => page.getByTestId('changes').textContent()).toBe('incomplete');
    await expectAccessible(page);
    await fill(GOOD);
    await pay();
    await status(/^succeeded/);
    await expect.poll(() => page.getByLabel('Security code').getAttribute('aria-invalid')).toBeNull();
  });

  it('declines a card that is not a test card', async () => {
    await open();
    await fill('4111111111111111');
    await pay();
    await status(/used a non test card/);
  });

  it('asks the owner in a dialog above the page and its own dialogs', async () => {
    await open('dialog');
    await fill(ASKS);
    await pay();
    const bank = page.getByRole('dialog', { name: 'Simulated 3-D Secure' });
    await bank.getByText('$165.00').waitFor();
    await expectAccessible(page);
    await bank.getByRole('button', { name: 'Fail' }).click();
    await status(/invalid_request_error: The provided PaymentMethod has failed authentication/);
    await pay();
    await bank.waitFor();
    await page.keyboard.press('Escape');
    await status(/failed authentication/);
    // Escape closed the bank's dialog only
    await pay();
    await bank.getByRole('button', { name: 'Complete' }).click();
    await status(/^succeeded/);
  });

  it('continues a payment that the server confirmed', async () => {
    await open('kind=asking');
    await page.getByRole('button', { name: 'Next action' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click();
    await status(/^succeeded/);
  });

  it('keeps a card, also one that is declined later', async () => {
    for (const [number, later] of [
      [GOOD, { status: 'succeeded' }],
      [KEEPS_ONLY, { code: 'card_declined' }],
    ] as const) {
      await open('kind=setup');
      await fill(number);
      await pay();
      const [, id = ''] = (await status(/^succeeded seti_/)).split(' ');
      expect(await (await fetch(`${url}/server/charge-saved/${id}`)).json()).toEqual(later);
    }
  });

  it('asks the owner once when it keeps a card', async () => {
    await open('kind=setup');
    await fill(ASKS);
    await pay();
    await page.getByRole('dialog').getByText('keeping this card').waitFor();
    await page.getByRole('button', { name: 'Complete' }).click();
    const [, id = ''] = (await status(/^succeeded seti_/)).split(' ');
    expect(await (await fetch(`${url}/server/charge-saved/${id}`)).json()).toEqual({ status: 'succeeded' });
  });

  it('shows no form with a wrong client secret', async () => {
    await page.goto('/?wrong');
    await status('load error: payment_intent_invalid_parameter');
    await expect.poll(() => page.getByLabel('Card number').count()).toBe(0);
  });

  it('is accessible in dark mode and on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    await open('night');
    await pay();
    await page.getByText('Your card number is incomplete.', { exact: true }).waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});
