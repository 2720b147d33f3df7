import { type Migration, type MigrationRecord, paths } from '@portal/contract';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CARDS, giveCard } from './cards.ts';
import { dealerScene } from './dealerScene.ts';
import { expectToast, fill, heading, whileFailing } from './hands.ts';
import { answerTo, call } from './people.ts';
import { expectAccessible, expectGoodPage, itDeep } from './support.ts';

const scene = dealerScene();

/** A new company's dealer with /site-migration filled in; licenses cost $100.00 unless they are free. */
async function openOrder({ free = false, card = false } = {}): Promise<Page> {
  const dealer = await scene.newDealer();
  const { account_id: account } = await call(dealer, 'GET', paths.user);
  if (!free)
    await call(scene.admin, 'PATCH', paths.admin.promotionalPricing(account ?? ''), {
      promotional_reader_rate: 6.5,
      promotional_months: 24,
      promotional_pricing_active: false,
      promotional_license_pricing: false,
    });
  const { page } = dealer;
  if (card) await giveCard(dealer, CARDS.good);
  await page.goto('/site-migration');
  await heading(page, 'Site Migration');
  await page.getByText('Total due now').waitFor();
  await fill(page, {
    migration_site_name: 'Mill Street 9',
    migration_site_address: '9 Mill Street',
    migration_site_city: 'Albany',
    migration_site_zip: '12207',
    system7_site_id: 'S7-118',
    num_controllers: '3',
    number_of_readers: '8',
  });
  await page.locator('#migration_site_state').selectOption('NY');
  await page.getByText('$6.50', { exact: true }).waitFor();
  return page;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const done = (page: Page) => page.getByText('All steps completed successfully!').waitFor();
const status = (page: Page, label: string) =>
  page.getByRole('dialog').locator('li', { hasText: label }).getAttribute('data-status');
const migrations = () => call<readonly Migration[]>(scene.dealer, 'GET', paths.migrations);

describe('/site-migration', () => {
  // Proves S1-2-migration-1
  it('sends a free request and lists it on the dashboard', async () => {
    const page = await openOrder({ free: true });
    await expectGoodPage(page);
    await button(page, 'Create Migration Request').click();
    await done(page);
    await expect.poll(() => status(page, 'Payment Verification')).toBe('success');
    await expect.poll(() => status(page, 'Creating Migration Request')).toBe('success');
    await page.waitForURL('**/dealer-dashboard');
    await page.getByRole('tab', { name: 'Migrations (1)' }).click();
    await page.getByRole('heading', { name: 'Mill Street 9' }).waitFor();
  });

  // Proves S1-2-migration-1, S1-4-payment-1a
  itDeep('charges licenses and panels, and shows administrators the same total', async () => {
    const page = await openOrder({ card: true });
    await page.locator('#number_of_acu_panels').fill('3');
    await button(page, 'Pay $230.00 and Create Migration Request').click();
    await done(page);
    await expect.poll(() => status(page, 'Processing Payment')).toBe('success');
    await page.waitForURL('**/dealer-dashboard');
    const [made] = await migrations();
    expect(made).toMatchObject({ system7_site_id: 'S7-118', number_of_acu_panels: '3', status: 'pending' });
    const record = await call<MigrationRecord>(scene.admin, 'GET', paths.admin.migration(made?.id ?? ''));
    expect(record).toMatchObject({ total_amount: 230, num_controllers: '3', paid_in_test_mode: true });
    expect(record.order_id).not.toBeNull();
  });

  // Proves S1-5-orders-1
  itDeep('shows all missing fields and keeps the input', async () => {
    const page = await openOrder();
    for (const id of ['system7_site_id', 'num_controllers', 'number_of_acu_panels', 'number_of_readers'])
      await page.locator(`#${id}`).fill('');
    await button(page, 'Pay $100.00 and Create Migration Request').click();
    for (const message of [
      'System 7 site ID is required',
      'Number of controllers is required',
      'Number of ACU panels is required',
      'Number of readers is required',
    ])
      await page.getByText(message, { exact: true }).waitFor();
    await expect.poll(() => page.locator('#migration_site_name').inputValue()).toBe('Mill Street 9');
    await expectGoodPage(page);
  });

  // Proves S1-8-orders-1
  itDeep('shows a refusal as Submission Error, with `errors` joined if there is no `error`', async () => {
    // the page looks for its order, which was not placed
    scene.expectNoise(/422|404 .*\/api\/orders\//);
    const page = await openOrder({ free: true });
    const json = { errors: [{ message: 'First thing' }, { message: 'Second thing' }] };
    await whileFailing(page, paths.migrations, { status: 422, json }, async () => {
      await button(page, 'Create Migration Request').click();
      await expectToast(page, 'Submission Error', 'First thing. Second thing');
    });
    await expect.poll(() => status(page, 'Creating Migration Request')).toBe('error');
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await button(page, 'Create Migration Request').click();
    await done(page);
  });

  // Proves S1-8-orders-1
  itDeep('shows a network failure as Error', async () => {
    scene.expectNoise(/ERR_FAILED/);
    const page = await openOrder({ free: true });
    await whileFailing(page, paths.migrations, 'no network', async () => {
      await button(page, 'Create Migration Request').click();
      await expectToast(page, 'Error', 'There was a problem with your request. Please try again.');
    });
  });

  // Proves S1-8-orders-2
  itDeep('opens /auth 1 s after the session has expired', async () => {
    scene.expectNoise(/401/);
    const page = await openOrder({ free: true });
    const json = { error: 'Please log in.' };
    await whileFailing(page, paths.migrations, { status: 401, json }, async () => {
      await button(page, 'Create Migration Request').click();
      await expectToast(page, 'Session expired', 'Your session has expired. Please log in again.');
      await page.waitForURL('**/auth');
    });
    await expectToast(page, 'Session expired', 'Your session has expired. Please log in again.');
    expect((await answerTo(scene.dealer, 'GET', paths.user)).status).toBe(401);
  });

  // Proves S1-2-migration-1
  it('sends a visitor to /auth', async () => {
    const { page } = await scene.newVisitor();
    await page.goto('/site-migration');
    await page.waitForURL('**/auth');
  });
});
