import { accountStream, siteStream } from '@portal/domain';
import { expect, it } from 'vitest';
import { agree } from '../../test/agree.ts';
import { type Bench, bench } from '../../test/harness.ts';
import { siteDetails } from '../../test/history.ts';
import { dayLiteral } from '../runtime/select.ts';
import { projectedInvoices } from './projector.ts';
import { PROJECTED_INVOICES_VIEW, projectedMonthlyCentsSql } from './query.ts';

const monthlyCents = async (pool: Bench['pool'], accountId: string, billingDate: string) => {
  const { rows } = await pool.query<{ cents: string }>(
    `SELECT ${projectedMonthlyCentsSql('p', dayLiteral(billingDate))} AS cents FROM ${PROJECTED_INVOICES_VIEW} p WHERE account_id = $1`,
    [accountId],
  );
  return Number(rows[0]?.cents);
};

it('projects 12 readers at the default rate as $78.00 once the site is active', async () => {
  const test = await bench();
  const { history, pool } = test;
  const { accountId } = await history.dealer('ann', 1);
  await history.site(accountId, 'active', { readers: 12 }, '2026-01-05');
  await history.site(accountId, 'waiting', { readers: 10 });
  await history.site(accountId, 'off', { readers: 5 }, '2026-01-05');
  await history.add(siteStream('off'), [accountId], {
    type: 'SiteDeactivated',
    data: { siteId: 'off', accountId },
  });

  const { accounts } = await agree(projectedInvoices, test);

  expect(accounts).toMatchObject([
    {
      account_id: accountId,
      active_sites: 1,
      active_readers: 12,
      pending_sites: 1,
      pending_readers: 10,
      steps: [{ active: 7_800, pending: 6_500 }],
    },
  ]);
  expect(await monthlyCents(pool, accountId, '2026-02-01')).toBe(7_800);
});

it('applies the rates of the billing date', async () => {
  const test = await bench();
  const { history, pool } = test;
  const { accountId } = await history.dealer('ann', 1);
  await history.site(accountId, 'a', { readers: 10 }, '2026-01-05');
  await history.add(
    accountStream(accountId),
    [accountId],
    { type: 'DefaultReaderRateChanged', data: { accountId, rateCents: 700, effectiveFrom: '2026-06-01' } },
    {
      type: 'PromotionalPricingChanged',
      data: {
        accountId,
        active: true,
        rateCents: 400,
        months: 2,
        startDate: '2026-01-01',
        licensePricing: true,
      },
    },
  );
  await history.add(siteStream('a'), [accountId], {
    type: 'SiteReaderRateChanged',
    data: { siteId: 'a', accountId, customRateCents: 100, effectiveFrom: '2026-08-01' },
  });

  await agree(projectedInvoices, test);

  const on = (billingDate: string) => monthlyCents(pool, accountId, billingDate);
  expect(await on('2026-03-01')).toBe(4_000);
  expect(await on('2026-03-05')).toBe(4_000);
  expect(await on('2026-03-06')).toBe(6_500);
  expect(await on('2026-06-01')).toBe(7_000);
  expect(await on('2026-08-01')).toBe(1_000);
});

it('moves a site with its facts to another account and drops a deleted one', async () => {
  const test = await bench();
  const { history, pool } = test;
  const from = await history.dealer('ann', 1);
  const to = await history.dealer('bob', 2);
  await history.site(from.accountId, 'moved', { readers: 10 }, '2026-01-05');
  await history.add(siteStream('moved'), [from.accountId], {
    type: 'SiteReaderRateChanged',
    data: { siteId: 'moved', accountId: from.accountId, customRateCents: 300, effectiveFrom: null },
  });
  await history.add(
    siteStream('moved'),
    [from.accountId, to.accountId],
    {
      type: 'SiteAssignedToCompany',
      data: {
        siteId: 'moved',
        fromAccountId: from.accountId,
        accountId: to.accountId,
        userId: to.userId,
        ...siteDetails('M'),
      },
    },
    { type: 'ReaderCountChanged', data: { siteId: 'moved', accountId: to.accountId, readers: 11 } },
  );
  await history.site(to.accountId, 'gone', { readers: 1 }, '2026-01-05');
  await history.add(siteStream('gone'), [to.accountId], {
    type: 'SiteDeleted',
    data: { siteId: 'gone', accountId: to.accountId, reason: 'double' },
  });

  const { accounts } = await agree(projectedInvoices, test);

  expect(accounts).toMatchObject([
    { account_id: from.accountId, active_sites: 0 },
    { account_id: to.accountId, active_sites: 1, active_readers: 11 },
  ]);
  expect(await monthlyCents(pool, from.accountId, '2026-02-01')).toBe(0);
  expect(await monthlyCents(pool, to.accountId, '2026-02-01')).toBe(3_300);
});
