import { accountStream, siteStream } from '@portal/domain';
import { expect, it } from 'vitest';
import { bench } from '../../test/harness.ts';
import { chargeBreakdown, projectedRevenue, siteRate as rateOfSite } from './query.ts';

// Proves S5-dealer-2, S6-invoices-10
it('breaks down an account’s charge by site with the source of each rate, announced rates apart', async () => {
  const test = await bench();
  const { history, pool } = test;
  const { accountId } = await history.dealer('ann', 1);
  await history.site(accountId, 's1', { siteName: 'Beta', readers: 10 }, '2026-01-05');
  await history.site(accountId, 's2', { siteName: 'Alpha', readers: 2 });
  await history.site(accountId, 's3', { siteName: 'Off', readers: 5 }, '2026-01-05');
  await history.add(siteStream('s3'), [accountId], {
    type: 'SiteDeactivated',
    data: { siteId: 's3', accountId },
  });
  const siteRate = (customRateCents: number | null, effectiveFrom: string | null) =>
    ({
      type: 'SiteReaderRateChanged',
      data: { siteId: 's1', accountId, customRateCents, effectiveFrom },
    }) as const;
  await history.add(siteStream('s1'), [accountId], siteRate(500, null), siteRate(null, '2026-04-01'));
  await history.add(accountStream(accountId), [accountId], {
    type: 'DefaultReaderRateChanged',
    data: { accountId, rateCents: 700, effectiveFrom: '2026-03-01' },
  });
  const live = await history.dealer('bob', 2);
  await history.site(live.accountId, 's4', { readers: 3 }, '2026-01-05');
  await history.add(accountStream(live.accountId), [live.accountId], {
    type: 'AccountWentLive',
    data: { accountId: live.accountId },
  });
  const runtime = await test.start();
  await runtime.caughtUp();

  expect(await chargeBreakdown(pool, accountId, { billingDate: '2026-02-01', today: '2026-01-20' })).toEqual({
    charges: [
      {
        site_id: 's2',
        site_name: 'Alpha',
        status: 'pending',
        readers: 2,
        rate_cents: 650,
        charge_cents: 1_300,
        rate_source: 'account',
      },
      {
        site_id: 's1',
        site_name: 'Beta',
        status: 'active',
        readers: 10,
        rate_cents: 500,
        charge_cents: 5_000,
        rate_source: 'custom',
      },
    ],
    announced: [
      {
        site_id: null,
        site_name: null,
        rate_now_cents: 650,
        rate_cents: 700,
        effective_from: '2026-03-01',
      },
      {
        site_id: 's1',
        site_name: 'Beta',
        rate_now_cents: 500,
        rate_cents: null,
        effective_from: '2026-04-01',
      },
    ],
  });
  const later = await chargeBreakdown(pool, accountId, { billingDate: '2026-05-01', today: '2026-04-15' });
  expect(later.charges.map(({ charge_cents }) => charge_cents)).toEqual([1_400, 7_000]);
  expect(later.announced).toEqual([]);
  expect(await chargeBreakdown(pool, 'nobody', { billingDate: '2026-05-01', today: '2026-04-15' })).toEqual({
    charges: [],
    announced: [],
  });
  const rate = (site: string, day: string) => rateOfSite(pool, accountId, site, day);
  expect(await rate('s1', '2026-02-01')).toMatchObject({ cents: 500, source: 'custom' });
  expect(await rate('s1', '2026-05-01')).toMatchObject({ cents: 700, source: 'account' });
  expect(await rate('s3', '2026-02-01'), 'inactive').toMatchObject({ cents: 650, source: 'account' });
  expect(await rate('s4', '2026-02-01'), 'of another company').toBeNull();
  expect(await projectedRevenue(pool, '2026-02-01')).toEqual({ issued_cents: 1_950, demo_cents: 5_000 });
});
