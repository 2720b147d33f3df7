import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchLeaving } from '../../shared/http/leaving.ts';
import { account } from '../../shared/testing/account.ts';
import { useFakeProvider } from '../../shared/testing/fakeProvider.ts';
import { openPage } from '../../shared/testing/openPage.tsx';
import { ORDER_ANSWERS } from '../../shared/testing/orderAnswers.ts';
import { fetchOrderCode } from '../../shared/testing/orderCode.ts';
import { type Answer, answerFetch, json } from '../../shared/testing/server.ts';
import { refusalOf } from './MigrationPage.tsx';

async function open(answers: Readonly<Record<string, Answer>> = {}) {
  const calls = answerFetch({
    ...ORDER_ANSWERS,
    'POST /api/migrations': () => json({ id: 'm1' }, 201),
    ...answers,
  });
  const page = openPage('/site-migration');
  await screen.findByText('$6.50');
  const replace = (label: RegExp, text: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
  const fillIn = async () => {
    replace(/^Site name/, 'Mill Street 9');
    replace(/^Address/, '9 Mill Street');
    replace(/^City/, 'Albany');
    await page.user.selectOptions(screen.getByLabelText(/^State/), 'NY');
    replace(/^ZIP/, '12207');
    replace(/^System 7 site ID/, 'S7-118');
    replace(/^Number of readers/, '8');
  };
  const send = () => page.user.click(screen.getByRole('button', { name: /Create Migration Request$/ }));
  const sent = (path: string) => calls.filter((call) => call.method === 'POST' && call.path === path);
  return { ...page, replace, fillIn, send, sent };
}

const total = () => screen.getByText('Total due now').nextSibling?.textContent;
const regular = { 'GET /api/accounts/a1': { ...account, promotional_license_pricing: false } };

beforeAll(fetchOrderCode, 120_000);

describe('/site-migration', () => {
  beforeEach(() => void useFakeProvider());
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  // Proves S1-3-orders-1
  it('requests a free migration with its fixed extras, and leaves after 1.5 s', async () => {
    const { fillIn, send, sent, place } = await open();
    await fillIn();
    expect(total()).toBe('$0.00');
    await send();
    expect(await screen.findByText('All steps completed successfully!')).toBeTruthy();
    expect(screen.getByText('Payment Verification').closest('li')?.dataset.status).toBe('success');
    expect(screen.getByText('Creating Migration Request').closest('li')?.dataset.status).toBe('success');
    expect(sent('/api/migrations').map(({ body }) => body)).toEqual([
      {
        migration_site_name: 'Mill Street 9',
        migration_site_address: '9 Mill Street',
        migration_site_city: 'Albany',
        migration_site_state: 'NY',
        migration_site_zip: '12207',
        system7_site_id: 'S7-118',
        num_controllers: '1',
        number_of_acu_panels: '1',
        number_of_readers: '8',
        migration_notes: '',
        hardware: [],
        software_version: 'aurora',
        status: 'pending',
        aurora_license: true,
        reverse_network_ip: true,
        ca150_panel: false,
        netcom6p: false,
        include_shipping: false,
        payment_verified: false,
        current_system: '',
        other_system: '',
        num_cards: '0',
        database_required: 'no',
        orderId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    ]);
    await waitFor(() => expect(place()).toBe('/dealer-dashboard'), { timeout: 3_000 });
    expect(await screen.findByRole('tab', { name: /^Migrations/, selected: true })).toBeTruthy();
    const told = 'The migration of Mill Street 9 is ordered. We’ll email you once it’s approved.';
    expect(await screen.findByText(told)).toBeTruthy();
  });

  // Proves S1-5-orders-1
  it('names every missing field', async () => {
    const { send, replace, sent } = await open();
    for (const label of [/^Number of controllers/, /^Number of ACU panels/, /^Number of readers/])
      replace(label, '');
    await send();
    for (const message of [
      'Site name is required',
      'Site address is required',
      'City is required',
      'State is required',
      'ZIP code is required',
      'System 7 site ID is required',
      'Number of controllers is required',
      'Number of ACU panels is required',
      'Number of readers is required',
    ])
      expect(await screen.findByText(message), message).toBeTruthy();
    expect(sent('/api/migrations')).toEqual([]);
  });

  // Proves S1-9-orders-2
  it("orders nothing while the prices can't be loaded, and shows that", async () => {
    answerFetch({ ...ORDER_ANSWERS, 'GET /api/accounts/a1': () => json({ error: 'Away' }, 500) });
    openPage('/site-migration');
    expect(await screen.findByText(/^Your prices could not be loaded/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Create Migration Request$/ })).toBeNull();
    expect(screen.queryByText('$5.00')).toBeNull();
    expect(screen.queryByText(/Not offered/)).toBeNull();
  });

  // Proves S1-9-orders-1
  it('charges licenses, panels and hardware, the licenses as chosen', async () => {
    const { user, replace } = await open(regular);
    expect(total()).toBe('$100.00');
    await user.click(screen.getByRole('checkbox', { name: 'Aurora License' }));
    expect(total()).toBe('$65.00');
    replace(/^Number of ACU panels/, '2');
    expect(total()).toBe('$130.00');
  });

  it('pays, then sends the order it was paid with', async () => {
    const { fillIn, send, sent } = await open(regular);
    await fillIn();
    await send();
    expect(await screen.findByText('All steps completed successfully!')).toBeTruthy();
    expect(sent('/api/create-payment-intent')[0]?.body).toMatchObject({
      amount: 10_000,
      isMigration: true,
      order: { kind: 'migration', migration: { migration_site_name: 'Mill Street 9' } },
    });
    expect(sent('/api/migrations')[0]?.body).toMatchObject({ orderId: 'o1', payment_verified: true });
  });

  it('shows a refusal as Submission Error', async () => {
    const { fillIn, send } = await open({
      'POST /api/migrations': () => json({ error: 'The system is known already.' }, 422),
    });
    await fillIn();
    await send();
    expect(await screen.findByText('Submission Error')).toBeTruthy();
    expect(screen.getAllByText('The system is known already.')).toHaveLength(2);
  });

  it('shows an error toast when the network fails', async () => {
    const { fillIn, send } = await open({
      'POST /api/migrations': () => Promise.reject(new TypeError('Failed to fetch')),
    });
    await fillIn();
    await send();
    expect(
      await screen.findAllByText('There was a problem with your request. Please try again.'),
    ).toHaveLength(2);
    expect(screen.getByText('Error')).toBeTruthy();
  });

  // Proves S1-8-orders-2
  it('ends the session 1 s after a 401 and opens /auth', async () => {
    const left: { path: string; at: number }[] = [];
    const unwatch = watchLeaving((path) => left.push({ path, at: performance.now() }));
    let refused = 0;
    const { fillIn, send, sent } = await open({
      'POST /api/migrations': () => {
        refused = performance.now();
        return json({ error: 'Please sign in.' }, 401);
      },
      'POST /api/logout': () => json(null),
    });
    await fillIn();
    await send();
    expect(await screen.findByText('Session expired')).toBeTruthy();
    expect(screen.getAllByText('Your session has expired. Please log in again.')).toHaveLength(2);
    await waitFor(() => expect(left.map(({ path }) => path)).toEqual(['/auth']), { timeout: 10_000 });
    expect((left[0]?.at ?? 0) - refused).toBeGreaterThanOrEqual(990);
    expect(sent('/api/logout')).toHaveLength(1);
    unwatch();
  });
});

describe('the message of a refused migration', () => {
  // Proves S1-8-orders-1
  it.each([
    ['{"error":"No."}', 'Bad Request', 'No.'],
    ['{"errors":[{"message":"A"},{"message":"B"},{"path":"c"}]}', 'Bad Request', 'A. B'],
    ['<html>', 'Bad Gateway', 'Bad Gateway'],
    ['null', '', 'There was a problem submitting your form.'],
  ])('of %s with %s is %s', (body, statusText, told) => {
    expect(refusalOf(body, statusText)).toBe(told);
  });
});
