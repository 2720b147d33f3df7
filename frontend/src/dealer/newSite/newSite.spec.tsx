import type { Account, BillingSummary } from '@portal/contract';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { account } from '../../shared/testing/account.ts';
import { openPage } from '../../shared/testing/openPage.tsx';
import { ORDER_ANSWERS } from '../../shared/testing/orderAnswers.ts';
import { fetchOrderCode } from '../../shared/testing/orderCode.ts';
import { dealer } from '../../shared/testing/people.ts';
import { answerFetch, json } from '../../shared/testing/server.ts';
import { aSummary } from '../invoices/testing/records.ts';

async function open(
  changes: Partial<Account> = {},
  create = () => json({ id: 's1' }, 201),
  announced_rates: BillingSummary['announced_rates'] = [],
) {
  const calls = answerFetch({
    'GET /api/user': dealer,
    'GET /api/accounts/a1': { ...account, ...changes },
    'GET /api/sites': [],
    'GET /api/migrations': [],
    'GET /api/payment-method': null,
    'GET /api/billing-summary': aSummary({ announced_rates }),
    'POST /api/sites': create,
  });
  const page = openPage('/new-site');
  const rate = changes.promotional_pricing_active ? '$5.25' : '$6.50';
  await screen.findByText(rate);
  const replace = (label: RegExp, text: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
  const fillIn = async () => {
    replace(/^Site name/, 'Harbor View');
    replace(/^Address/, '2 Harbor Road');
    replace(/^City/, 'Staten Island');
    await page.user.selectOptions(screen.getByLabelText(/^State/), 'NY');
    replace(/^ZIP/, '10311');
    replace(/^Number of readers/, '12');
  };
  const posts = () => calls.filter(({ method }) => method === 'POST');
  return { ...page, replace, fillIn, posts };
}

const total = () => screen.getByText('Total due now').nextSibling?.textContent;
const button = () => screen.getByRole('button', { name: 'Create Site' });
const checkbox = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });

beforeAll(fetchOrderCode, 120_000);

describe('/new-site', () => {
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  it('shows a rate that is announced for the company beside the present one', async () => {
    const announced = {
      site_id: null,
      site_name: null,
      rate: 6.75,
      rate_now: 6.5,
      effective_from: '2027-02-01',
    };
    await open({}, undefined, [announced, { ...announced, site_id: 's1', site_name: 'Pier 7', rate: 9 }]);
    expect(await screen.findByText('$6.75 from Feb 1, 2027')).toBeTruthy();
    expect(screen.queryByText(/\$9\.00/)).toBeNull();
  });

  // Proves S1-2-new-site-1, S1-3-orders-1, S5-dealer-10
  it('orders a site without a charge and goes to the dashboard after 1.5 s', async () => {
    let created = 0;
    const { user, fillIn, posts, place, query } = await open({}, () => {
      created = performance.now();
      return json({ id: 's1' }, 201);
    });
    await fillIn();
    expect(total()).toBe('$0.00');
    expect(screen.getByText(/12 readers: \$78\.00 a month/)).toBeTruthy();
    await user.click(button());
    expect(await screen.findByText('Processing Your Request')).toBeTruthy();
    expect(await screen.findByText('All steps completed successfully!')).toBeTruthy();
    expect(screen.getByText('Payment Verification').closest('li')?.dataset.status).toBe('success');
    expect(screen.getByText('Creating Site').closest('li')?.dataset.status).toBe('success');
    await waitFor(() => expect(place()).toBe('/dealer-dashboard'), { timeout: 10_000 });
    expect(performance.now() - created).toBeGreaterThanOrEqual(1_490);
    expect(query()).toBe('');
    expect(await screen.findByRole('tab', { name: /^Pending/, selected: true })).toBeTruthy();
    expect(screen.getByText('Harbor View is ordered. We’ll email you once it’s approved.')).toBeTruthy();
    expect(posts()).toHaveLength(1);
    expect(posts()[0]?.body).toMatchObject({
      site_name: 'Harbor View',
      site_state: 'NY',
      number_of_readers: '12',
      number_of_acu_panels: '1',
      software_version: 'aurora',
      aurora_license: true,
      reverse_network_ip: true,
      hardware: [],
      include_shipping: false,
    });
  });

  // Proves S1-5-orders-1
  it('names every missing field', async () => {
    const { user, replace, posts } = await open();
    replace(/^Number of readers/, '');
    await user.click(button());
    for (const message of [
      'Site name is required',
      'Site address is required',
      'City is required',
      'State is required',
      'ZIP code is required',
      'Number of readers is required',
    ])
      expect(await screen.findByText(message), message).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText(/^Site name/));
    expect(posts()).toEqual([]);
  });

  // Proves I38-dunning-hold
  it('names the invoice that holds orders, and leads to it', async () => {
    const order_hold = {
      invoice_id: 'i1',
      invoice_number: 'INV-202612-0001',
      due_date: '2026-12-16',
      open_amount: 78,
    };
    await open({ order_hold });
    const said = /^New orders are on hold: \$78\.00 of invoice INV-202612-0001 was due on Dec 16, 2026\./;
    expect(screen.getByText(said)).toBeTruthy();
    const link = screen.getByRole('link', { name: 'View and pay INV-202612-0001' });
    expect(link.getAttribute('href')).toBe('/invoicing/i1');
  });

  // Proves S1-9-orders-2
  it("orders nothing while the prices can't be loaded, shows that, and retries", async () => {
    let works = false;
    answerFetch({
      ...ORDER_ANSWERS,
      'GET /api/accounts/a1': () => (works ? json(account) : json({ error: 'The portal is busy.' }, 503)),
    });
    const { user } = openPage('/new-site');
    expect(
      await screen.findByText(
        'Your prices could not be loaded. Ordering is not possible. The portal is busy.',
      ),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Create Site/ })).toBeNull();
    expect(screen.queryByText(/\$5\.00/)).toBeNull();
    expect(screen.queryByText('Total due now')).toBeNull();
    expect(screen.queryByText(/Not offered/)).toBeNull();
    expect(checkbox('CA 150 Panel').disabled).toBe(true);
    works = true;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('$6.50')).toBeTruthy();
    expect(button()).toBeTruthy();
    expect(checkbox('CA 150 Panel').disabled).toBe(false);
  });

  // Proves S1-5-orders-2
  it('shows the licenses as included, locked on', async () => {
    await open();
    // in the form and in the summary
    for (const price of ['$35.00', '$65.00'])
      expect(screen.getAllByText(price).map(({ tagName }) => tagName)).toEqual(['S', 'S']);
    expect(screen.getAllByText('Included')).toHaveLength(2);
    for (const name of ['Aurora License', 'Reverse Network IP License']) {
      expect(checkbox(name).checked).toBe(true);
      expect(checkbox(name).disabled).toBe(true);
    }
  });

  // Proves S1-4-payment-7
  it('adds hardware and its shipping, and requires a payment method', async () => {
    const { user, fillIn, posts } = await open();
    await fillIn();
    expect(screen.queryByText(/Payment Method Required/)).toBeNull();
    await user.click(checkbox('CA 150 Panel'));
    expect(total()).toBe('$680.00');
    await user.click(checkbox('Netcom6P'));
    expect(total()).toBe('$1,015.00');
    expect(
      await screen.findByText(
        'Payment Method Required: Please add a payment method before proceeding with the payment.',
      ),
    ).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Pay $1,015.00 and Create Site' })).toBeTruthy();
    expect(posts()).toEqual([]);
  });

  // Proves S1-5-orders-2
  it('offers hardware with promotional license pricing and enabled purchases only', async () => {
    await open();
    expect(checkbox('CA 150 Panel').disabled).toBe(false);
    await open({ promotional_license_pricing: false });
    expect(checkbox('CA 150 Panel').disabled).toBe(true);
    await open({ equipment_purchases_enabled: false });
    expect(checkbox('Netcom6P').disabled).toBe(true);
  });

  // Proves S1-9-orders-1
  it('charges for panels beyond the first, unless license pricing is promotional', async () => {
    const regular = await open({ promotional_license_pricing: false });
    regular.replace(/^Number of ACU panels/, '3');
    expect(total()).toBe('$130.00');
    const promotional = await open();
    promotional.replace(/^Number of ACU panels/, '3');
    expect(total()).toBe('$0.00');
  });

  // Proves S1-9-orders-1
  it('strikes the standard rate through while a promotion is on', async () => {
    await open({ promotional_pricing_active: true });
    expect(screen.getByText('$6.50').tagName).toBe('S');
    expect(screen.getByText('$5.25').tagName).toBe('STRONG');
  });

  // Proves S1-2-progress-1
  it('shows the failed step and a destructive toast', async () => {
    const { user, fillIn, place } = await open({}, () => json({ error: 'The site was refused.' }, 422));
    await fillIn();
    await user.click(button());
    expect(await screen.findByText('An error occurred during the process.')).toBeTruthy();
    expect(screen.getByText('Creating Site').closest('li')?.dataset.status).toBe('error');
    expect(screen.getAllByText('The site was refused.')).toHaveLength(2);
    expect(screen.getByText('Error')).toBeTruthy();
    expect(place()).toBe('/new-site');
  });
});
