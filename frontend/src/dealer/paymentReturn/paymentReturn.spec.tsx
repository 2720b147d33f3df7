import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openPage } from '../../shared/testing/openPage.tsx';
import { dealer } from '../../shared/testing/people.ts';
import { type Answer, answerFetch, json } from '../../shared/testing/server.ts';

const outcome = (changes: object) => ({
  status: 'succeeded',
  message: null,
  orderId: null,
  invoiceIds: [],
  ...changes,
});

function open(path: string, answer: Answer) {
  answerFetch({
    'GET /api/user': dealer,
    'GET /api/sites': [],
    'GET /api/migrations': [],
    'GET /api/payments/pi_1': answer,
  });
  return openPage(path);
}

/** Lets the faked time run until the page has moved on, for 10 s at most. */
async function untilAt(place: () => string, destination: string): Promise<void> {
  for (let ms = 0; ms < 10_000 && place() !== destination; ms += 50)
    await act(() => vi.advanceTimersByTimeAsync(50));
  expect(place()).toBe(destination);
}

const RETURN = '/payment-success?payment_intent=pi_1&redirect_status=succeeded';

describe('the return page of payments', () => {
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  // Proves S1-2-return-1
  it.each([
    ['an order', [], '/dealer-dashboard'],
    ['an invoice', ['i1'], '/invoices/i1'],
    ['several invoices', ['i1', 'i2'], '/invoicing'],
  ])('shows that %s is paid and continues after 1.5 s', async (_, invoiceIds, destination) => {
    let answered = 0;
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { place } = open(RETURN, () => {
      answered = Date.now();
      return json(outcome({ invoiceIds }));
    });
    expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeTruthy();
    expect(screen.getByText('Your payment has been processed successfully.')).toBeTruthy();
    await untilAt(place, destination);
    expect(Date.now() - answered).toBeGreaterThanOrEqual(1_490);
  });

  // Proves S1-2-return-1
  it('waits while the bank processes it', async () => {
    const answers = [outcome({ status: 'processing' }), outcome({})];
    open(RETURN, () => json(answers.shift() ?? outcome({})));
    expect(await screen.findByRole('heading', { name: 'Payment processing' })).toBeTruthy();
    expect(await screen.findByText(/Your bank is still working on the payment/)).toBeTruthy();
    expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeTruthy();
  });

  // Proves S1-2-return-1
  it.each(['declined', 'failed'])('shows why it was %s and stays', async (status) => {
    const { place } = open(RETURN, outcome({ status, message: 'Your card was declined.' }));
    expect(await screen.findByRole('heading', { name: 'Payment Failed' })).toBeTruthy();
    expect(screen.getByText('Your card was declined.')).toBeTruthy();
    expect(place()).toBe('/payment-success');
  });

  // Proves S1-2-return-1
  it('shows a failure from the redirect that the server does not know yet', async () => {
    open(RETURN.replace('succeeded', 'failed'), outcome({ status: 'processing' }));
    expect(await screen.findByText('An error occurred during payment.')).toBeTruthy();
  });

  it('offers a retry if the server can’t be reached', async () => {
    let away = true;
    const { user } = open(RETURN, () => (away ? json({ error: 'x' }, 503) : json(outcome({}))));
    away = true;
    const again = await screen.findByRole('button', { name: 'Try again' });
    away = false;
    await user.click(again);
    expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeTruthy();
  });

  // Proves S1-2-return-1
  it.each([
    ['without an intent', '/payment-success', null, 'This address contains no payment.'],
    [
      'for an intent nobody knows',
      RETURN,
      () => json({ error: 'Payment not found' }, 404),
      'payment was not found',
    ],
    ['where nobody can be asked', RETURN, () => json({}, 503), 'could not be loaded'],
  ])('claims neither success nor failure %s', async (_, path, answer, text) => {
    const { place } = open(path, answer);
    expect(await screen.findByRole('heading', { name: 'Payment status' })).toBeTruthy();
    expect(screen.getByText(new RegExp(text))).toBeTruthy();
    expect(screen.queryByText(/success|failed/i)).toBeNull();
    expect(place()).toBe('/payment-success');
  });
});

describe('/payment-setup-success', () => {
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  const SETUP = '/payment-setup-success?setup_intent=seti_1&redirect_status=succeeded';
  function openSetup(path: string, saved: Answer, user: unknown = dealer) {
    const calls = answerFetch({
      'GET /api/user': () => (user === null ? json({ error: 'Please sign in' }, 401) : json(user)),
      'POST /api/save-payment-method': saved,
    });
    return { ...openPage(path), saves: () => calls.filter(({ method }) => method === 'POST') };
  }

  // Proves S2-2-setup-success-1
  it('saves the card, confirms it and has two links', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const opened = Date.now();
    const { place, saves } = openSetup(SETUP, {});
    expect(await screen.findByRole('heading', { name: 'Payment Method Added' })).toBeTruthy();
    expect(saves().map(({ body }) => body)).toEqual([{ setupIntentId: 'seti_1' }]);
    expect(screen.getByRole('link', { name: 'Return to Invoicing' }).getAttribute('href')).toBe('/invoicing');
    expect(screen.getByRole('link', { name: 'Go to Dashboard' }).getAttribute('href')).toBe(
      '/dealer-dashboard',
    );
    expect(place()).toBe('/payment-setup-success');
    await untilAt(place, '/invoicing');
    expect(Date.now() - opened).toBeGreaterThanOrEqual(4_990);
  });

  it('stays and shows that the bank refused', async () => {
    const { saves } = openSetup(SETUP.replace('succeeded', 'failed'), {});
    expect(await screen.findByRole('heading', { name: 'Payment Setup Failed' })).toBeTruthy();
    expect(saves()).toEqual([]);
  });

  // Proves S2-2-setup-success-1
  it.each([
    ['without a setup intent', '/payment-setup-success', {}, dealer],
    ['with the redirect’s word alone', '/payment-setup-success?redirect_status=succeeded', {}, dealer],
    ['for an intent that saved no card', SETUP, () => json({ error: 'x' }, 404), dealer],
    ['without a session', SETUP, {}, null],
  ])('claims no saved card %s', async (_, path, answer, user) => {
    const { place } = openSetup(path, answer, user);
    expect(await screen.findByText(/No new payment method was found/)).toBeTruthy();
    expect(screen.queryByText(/Added|successfully/)).toBeNull();
    expect(place()).toBe('/payment-setup-success');
  });
});
