import { accountStream } from '@portal/domain';
import { expect, it } from 'vitest';
import { agree } from '../../test/agree.ts';
import { bench } from '../../test/harness.ts';
import { opened } from '../../test/history.ts';
import { accounts } from './projector.ts';
import { ACCOUNTS_VIEW, accountById } from './query.ts';

it('keeps one row per company with rates, promotion and mode', async () => {
  const test = await bench();
  const { history } = test;
  const { accountId } = await history.dealer('ann', 3);
  await history.add(
    accountStream(accountId),
    [accountId],
    { type: 'DefaultReaderRateChanged', data: { accountId, rateCents: 600, effectiveFrom: null } },
    { type: 'DefaultReaderRateChanged', data: { accountId, rateCents: 550, effectiveFrom: '2026-03-01' } },
    {
      type: 'PromotionalPricingChanged',
      data: {
        accountId,
        active: true,
        rateCents: 400,
        months: 12,
        startDate: '2026-01-10',
        licensePricing: false,
      },
    },
    {
      type: 'AccountOptionsChanged',
      data: { accountId, equipmentPurchasesEnabled: false, demoPricing: true },
    },
    { type: 'InvoiceRecipientChanged', data: { accountId, userId: 'colleague' } },
    { type: 'AccountWentLive', data: { accountId } },
  );
  const other = await history.dealer('bob');
  await history.add(
    accountStream(other.accountId),
    [other.accountId],
    { type: 'AccountWentLive', data: { accountId: other.accountId } },
    { type: 'AccountReturnedToDemo', data: { accountId: other.accountId } },
  );

  const rows = await agree(accounts, test);

  expect(rows.accounts).toMatchObject([
    {
      id: accountId,
      company_name: 'ann Security',
      dealer_id: 'KS0003',
      first_user_id: 'colleague',
      promotional_pricing_active: true,
      promotional_rate_cents: 400,
      promotional_months: 12,
      promotional_start_date: '2026-01-10',
      promotional_license_pricing: false,
      demo_pricing: true,
      equipment_purchases_enabled: false,
      is_demo: false,
      revision: 7n,
    },
    { id: other.accountId, dealer_id: null, is_demo: true, promotional_pricing_active: false },
  ]);
  expect(await accountById(test.pool, accountId, '2026-02-28')).toMatchObject({
    default_reader_rate_cents: 600,
  });
  expect(await accountById(test.pool, accountId, '2026-03-01')).toMatchObject({
    default_reader_rate_cents: 550,
  });
  expect(await accountById(test.pool, 'nobody', '2026-03-01')).toBeNull();
});

// Proves I36-erased
it("tells an erased company from one named 'erased'", async () => {
  const test = await bench();
  const { accountId: erased } = await test.history.dealer('ann');
  const named = { ...opened('zoe', 'user-zoe', 'named'), companyName: 'erased' };
  await test.history.add(accountStream('named'), ['named'], { type: 'AccountOpened', data: named });
  const runtime = await test.start();
  await runtime.caughtUp();
  await test.keyRing.erase(`account-${erased}`);
  await runtime.rebuild('accounts');
  const { rows } = await test.pool.query(`SELECT id, company_name, erased FROM ${ACCOUNTS_VIEW} ORDER BY id`);
  expect(rows).toMatchObject([
    { id: erased, company_name: 'erased', erased: true },
    { id: 'named', company_name: 'erased', erased: false },
  ]);
});
