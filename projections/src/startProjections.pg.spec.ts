import { contactStream } from '@portal/domain';
import { expect, it } from 'vitest';
import { bench } from '../test/harness.ts';
import { portfolioByMode, sitesOfAccount, userById } from './index.ts';

it('shows an appended event once the wait for it ends', async () => {
  const { history, start, pool } = await bench();
  const runtime = await start();
  const { accountId, userId } = await history.dealer('ann', 1);
  const position = await history.site(accountId, 'site-1', { readers: 12 }, '2026-01-05');

  expect(
    await runtime.waitFor({ position, types: ['SiteRequested', 'SiteApproved'] }, { timeoutMs: 10_000 }),
  ).toBe('fresh');
  expect(await runtime.waitForProjections(['users', 'accounts'], position, { timeoutMs: 10_000 })).toBe(
    'fresh',
  );

  expect(await userById(pool, userId, '2026-01-06')).toMatchObject({
    username: 'ann',
    is_approved: true,
    dealer_id: 'KS0001',
    default_reader_rate_cents: 650,
  });
  expect(await sitesOfAccount(pool, accountId, '2026-01-06')).toMatchObject([
    { id: 'site-1', status: 'active' },
  ]);
  expect(await portfolioByMode(pool, '2026-02-01')).toMatchObject([
    { active_sites: 1, active_readers: 12, projected_monthly_cents: 7_800 },
  ]);
});

// Proves S5-admin-home-5
it('reports changed rows without an account, and no projection without changes', async () => {
  const { history, start } = await bench();
  const runtime = await start();
  const told: { readonly projection: string; readonly accounts: readonly string[] | null }[] = [];
  const stop = runtime.onChange(({ projection, accounts }) => told.push({ projection, accounts }));
  const position = await history.add(contactStream('m1'), [], {
    type: 'ContactMessageReceived',
    data: {
      contactId: 'm1',
      name: 'Vic',
      email: 'vic@example.com',
      phone: null,
      subject: 'support',
      message: 'Hello',
    },
  });
  await runtime.waitForProjections(['contacts', 'users', 'logIndex'], position);
  await expect.poll(() => told, { timeout: 10_000 }).toEqual([{ projection: 'contacts', accounts: [] }]);
  stop();
});
