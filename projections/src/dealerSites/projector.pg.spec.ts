import { accountStream, siteStream } from '@portal/domain';
import { expect, it } from 'vitest';
import { agree } from '../../test/agree.ts';
import { bench } from '../../test/harness.ts';
import { requested, siteDetails } from '../../test/history.ts';
import { dealerSites } from './projector.ts';
import { siteById, sitesOfAccount } from './query.ts';

it('keeps one row per site from order to deletion', async () => {
  const test = await bench();
  const { history } = test;
  await history.site('acme', 'pending', {
    priceCents: 3_500,
    orderId: 'order-1',
    hardware: ['ca150'],
    requestedDate: null,
  });
  await history.site('acme', 'kept', {}, '2026-01-05');
  await history.add(
    siteStream('kept'),
    ['acme'],
    { type: 'SiteDeactivated', data: { siteId: 'kept', accountId: 'acme' } },
    { type: 'SiteReactivated', data: { siteId: 'kept', accountId: 'acme', activeFrom: '2026-05-01' } },
    { type: 'ReaderCountChanged', data: { siteId: 'kept', accountId: 'acme', readers: 20 } },
    {
      type: 'SiteDetailsChanged',
      data: {
        siteId: 'kept',
        accountId: 'acme',
        ...siteDetails('Harbor'),
        panels: 3,
        siteNotes: 'Ring twice',
      },
    },
    {
      type: 'SiteReaderRateChanged',
      data: { siteId: 'kept', accountId: 'acme', customRateCents: 480, effectiveFrom: '2026-04-01' },
    },
  );
  await history.site('acme', 'moved', {}, '2026-01-05');
  await history.add(siteStream('moved'), ['acme', 'zenith'], {
    type: 'SiteAssignedToCompany',
    data: {
      siteId: 'moved',
      fromAccountId: 'acme',
      accountId: 'zenith',
      userId: 'zoe',
      ...siteDetails('Moved'),
    },
  });
  await history.site('acme', 'deleted');
  await history.add(siteStream('deleted'), ['acme'], {
    type: 'SiteDeleted',
    data: { siteId: 'deleted', accountId: 'acme', reason: null },
  });
  const added = requested('acme', 'added', { requestedDate: null });
  const { priceCents: _price, orderId: _order, ...fields } = added;
  await history.add(siteStream('added'), ['acme'], {
    type: 'SiteAdded',
    data: { ...fields, migrationId: 'migration-1', customRateCents: 0, activeFrom: '2026-02-01' },
  });

  const rows = await agree(dealerSites, test);

  expect(rows.sites).toMatchObject([
    {
      id: 'added',
      requested_date: null,
      status: 'active',
      migration_id: 'migration-1',
      first_active_on: '2026-02-01',
      custom_rates: [{ cents: 0 }],
    },
    {
      id: 'kept',
      status: 'active',
      readers: 20,
      panels: 3,
      site_name: 'Harbor',
      site_notes: 'Ring twice',
      first_active_on: '2026-01-05',
      revision: 6n,
      search: 'harbor 2 harbor road staten island ny 10311',
    },
    { id: 'moved', account_id: 'zenith', user_id: 'zoe', site_name: 'Moved' },
    {
      id: 'pending',
      status: 'pending',
      requested_date: null,
      first_active_on: null,
      price_cents: 3_500,
      order_id: 'order-1',
      hardware: ['ca150'],
    },
  ]);
});

it("returns an account's sites with today's rate and the end of the promotion", async () => {
  const { history, start, pool } = await bench();
  const { accountId } = await history.dealer('ann', 1);
  await history.site(accountId, 'early', {}, '2026-01-31');
  await history.site(accountId, 'waiting');
  await history.add(siteStream('early'), [accountId], {
    type: 'SiteReaderRateChanged',
    data: { siteId: 'early', accountId, customRateCents: 480, effectiveFrom: '2026-04-01' },
  });
  await history.add(accountStream(accountId), [accountId], {
    type: 'PromotionalPricingChanged',
    data: {
      accountId,
      active: true,
      rateCents: 400,
      months: 1,
      startDate: '2026-01-10',
      licensePricing: true,
    },
  });
  await (await start()).caughtUp();

  expect(await siteById(pool, 'early', '2026-03-31')).toMatchObject({
    custom_reader_rate_cents: null,
    is_active: true,
    is_promotional_pricing: true,
    // A month after the later of start and first activation, at the month's end (rule B5).
    promotional_end_date: '2026-02-28',
    company_name: 'ann Security',
  });
  expect(await siteById(pool, 'early', '2026-04-01')).toMatchObject({ custom_reader_rate_cents: 480 });
  expect(await siteById(pool, 'nowhere', '2026-04-01')).toBeNull();
  expect(await sitesOfAccount(pool, accountId, '2026-04-01', 'pending')).toMatchObject([
    { id: 'waiting', promotional_end_date: null },
  ]);
  expect(await sitesOfAccount(pool, accountId, '2026-04-01')).toHaveLength(2);
  expect(await sitesOfAccount(pool, 'another', '2026-04-01')).toEqual([]);
});
