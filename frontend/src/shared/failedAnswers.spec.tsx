import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FakeApi, type FakeCall } from '../admin/testing/fakeApi.ts';
import { closeAdmin, openAdmin } from '../admin/testing/openAdmin.tsx';
import { openPage } from './testing/openPage.tsx';
import { dealer } from './testing/people.ts';
import { json, markSignedIn } from './testing/server.ts';

/** What a broken answer holds, and a person must not see: statuses, markup, empty objects, the validator's words. */
const RAW = /\b50[023]\b|\{\}|<\/?\w|\[object|Failed to fetch$|\bexpected\b|\breceived\b|"code"/;
const broken: Readonly<Record<string, () => Promise<Response>>> = {
  'a proxy’s page': async () => new Response('<h1>502 Bad gateway</h1>', { status: 502 }),
  'an empty object': async () => json({}, 500),
  'no network': () => Promise.reject(new TypeError('Failed to fetch')),
  'a shape that nobody expects': async () => json({ odd: 1 }),
};

/** Waits until the page says that something failed, and sees that it says no more than that. */
async function saysOnlyWords() {
  await screen.findAllByText(/could not|couldn’t|Error |Failed to|Please try again|problem/i);
  expect(document.body.textContent).not.toMatch(RAW);
}

describe('pages whose calls all fail', () => {
  afterEach(() => {
    cleanup();
    closeAdmin();
  });

  // Proves S1-8-shared-4
  it.each([
    ['/dealer-dashboard', 'a proxy’s page'],
    ['/dealer-dashboard', 'a shape that nobody expects'],
    ['/invoicing', 'an empty object'],
    ['/invoicing', 'a shape that nobody expects'],
    ['/invoices/42', 'a proxy’s page'],
    ['/update-payment-method', 'no network'],
    ['/resources', 'an empty object'],
    ['/sites/42', 'a proxy’s page'],
    ['/payment-success?payment_intent=pi_1', 'an empty object'],
  ])('%s shows only readable text after %s', async (path, what) => {
    const fail = broken[what] as () => Promise<Response>;
    markSignedIn();
    vi.stubGlobal('fetch', async (url: string) => (url === '/api/user' ? json(dealer) : fail()));
    openPage(path);
    await saysOnlyWords();
  });

  it.each([
    ['/admin-dashboard', 'an empty object'],
    ['/admin-dashboard/users', 'a proxy’s page'],
    ['/admin-dashboard/sites', 'no network'],
    ['/admin-dashboard/sites/42/show', 'an empty object'],
    ['/admin-dashboard/settings', 'a proxy’s page'],
    ['/admin-dashboard/system', 'an empty object'],
    ['/admin-dashboard/audit/site/42', 'an empty object'],
    ['/admin-dashboard/billing-preview?period=2026-12', 'a proxy’s page'],
  ])('%s shows only readable text after %s', async (path, what) => {
    const fail = broken[what] as () => Promise<Response>;
    const api = FakeApi.prototype as unknown as { answer: (call: FakeCall) => unknown };
    const right = api.answer;
    vi.spyOn(api, 'answer').mockImplementation(function (this: unknown, call) {
      return call.path === '/api/user' ? right.call(this, call) : fail();
    });
    openAdmin(path);
    await saysOnlyWords();
  });
});
