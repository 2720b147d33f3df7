import type { Order } from '@portal/contract';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { account } from '../../shared/testing/account.ts';
import { type FakeProvider, useFakeProvider } from '../../shared/testing/fakeProvider.ts';
import { openPage } from '../../shared/testing/openPage.tsx';
import { fetchOrderCode } from '../../shared/testing/orderCode.ts';
import { dealer } from '../../shared/testing/people.ts';
import { type Answer, answerFetch, type Call, json } from '../../shared/testing/server.ts';
import { orderOf } from './order.ts';

let provider: FakeProvider;

const CONFIG = { publicKey: 'pk_test_sim_x', isConfigured: true, accountType: 'demo', simulated: true };
const CARD = { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034, declined: null, autoPay: null };
const started = (changes: object = {}) => ({
  success: false,
  status: 'requires_payment_method',
  clientSecret: 'pi_1_secret_2',
  paymentIntentId: 'pi_1',
  message: null,
  orderId: 'o1',
  ...changes,
});
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const PLACED: Order = {
  id: 'o1',
  order_number: 'ORD-1',
  account_id: 'a1',
  user_id: 'u1',
  kind: 'site',
  status: 'paid',
  items: [],
  entries: [],
  total_amount: 680,
  refunded_amount: 0,
  taken_back_amount: 0,
  refundable_amount: 0,
  dispute: null,
  test_mode: true,
  placed_on: '2026-11-21',
  paid_on: '2026-11-21',
  card: null,
  created_at: '2026-11-21T10:00:00.000Z',
};
const PAID = started({ success: true, status: 'succeeded', clientSecret: null });

/** /new-site, filled in, with a CA 150 Panel: $680.00. */
async function order(answers: Readonly<Record<string, Answer>> = {}, card = false) {
  const calls = answerFetch({
    'GET /api/user': dealer,
    'GET /api/accounts/a1': account,
    'GET /api/sites': [],
    'GET /api/migrations': [],
    'GET /api/payment-method': card ? CARD : null,
    'GET /api/user-has-payment-method': { hasPaymentMethod: card },
    'GET /api/stripe-config': CONFIG,
    'POST /api/setup-payment-method': { clientSecret: 'seti_1_secret_2' },
    'POST /api/save-payment-method': { hasPaymentMethod: true },
    'POST /api/create-payment-intent': PAID,
    'POST /api/sites': () => json({ id: 's1' }, 201),
    ...answers,
  });
  const page = openPage('/new-site');
  await screen.findByText('$6.50');
  const replace = (label: RegExp, text: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
  replace(/^Site name/, 'Harbor View');
  replace(/^Address/, '2 Harbor Road');
  replace(/^City/, 'Staten Island');
  await page.user.selectOptions(screen.getByLabelText(/^State/), 'NY');
  replace(/^ZIP/, '10311');
  await page.user.click(screen.getByRole('checkbox', { name: 'CA 150 Panel' }));
  const sent = (path: string) => calls.filter((call) => call.method === 'POST' && call.path === path);
  const send = () => page.user.click(screen.getByRole('button', { name: /Create Site$|^Processing/ }));
  return { ...page, sent, send };
}

const step = (label: string) => screen.getByText(label).closest('li')?.dataset.status;
const steps = () =>
  within(screen.getByRole('dialog'))
    .getAllByRole('listitem')
    .map((item) => `${item.querySelector('span > span')?.textContent}: ${item.dataset.status}`);
const cardForm = () => screen.findByRole('form', { name: 'Card' });
const answered = (answer: Call) => answer.body;

beforeAll(fetchOrderCode, 120_000);

describe('the payment of an order', () => {
  beforeEach(() => {
    provider = useFakeProvider();
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  // Proves S1-2-progress-1, S1-3-orders-1
  it('charges the saved card, creates the site and leaves after 1.5 s', async () => {
    const { send, sent, place } = await order({}, true);
    expect(await screen.findByText('You pay with Visa ending in 4242')).toBeTruthy();
    await send();
    expect(await screen.findByText('All steps completed successfully!')).toBeTruthy();
    expect(steps()).toEqual(['Processing Payment: success', 'Creating Site: success']);
    expect(
      screen.getByText('Your payment has been processed successfully with your saved card.'),
    ).toBeTruthy();
    expect(screen.getByText('Payment Verified')).toBeTruthy();
    expect(sent('/api/create-payment-intent').map(answered)).toEqual([
      expect.objectContaining({
        amount: 68_000,
        use_existing_payment_method: true,
        isMigration: false,
        items: [
          { name: 'Aurora License', price: 0 },
          { name: 'Reverse Network IP License', price: 0 },
          { name: 'CA 150 Panel', price: 65_000 },
          { name: 'Shipping & Handling', price: 3_000 },
        ],
        order: { kind: 'site', site: expect.objectContaining({ site_name: 'Harbor View' }) },
      }),
    ]);
    expect(sent('/api/sites').map(answered)).toEqual([
      expect.objectContaining({ site_name: 'Harbor View', payment_verified: true, orderId: 'o1' }),
    ]);
    await waitFor(() => expect(place()).toBe('/dealer-dashboard'), { timeout: 10_000 });
  });

  // Proves S1-4-payment-3
  it('ignores a second submit while one is running', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { send, sent } = await order(
      {
        'POST /api/create-payment-intent': async () => {
          await held;
          return json(PAID);
        },
      },
      true,
    );
    await send();
    await waitFor(() => expect(sent('/api/create-payment-intent')).toHaveLength(1));
    await send();
    fireEvent.submit(screen.getByRole('form', { name: 'New site' }));
    release();
    expect(await screen.findByText('All steps completed successfully!')).toBeTruthy();
    await send();
    expect(sent('/api/create-payment-intent')).toHaveLength(1);
    expect(sent('/api/sites')).toHaveLength(1);
  });

  // Proves S1-2-checkout-1, S1-8-payments-2
  it('shows the card form if the saved card is declined', async () => {
    provider.confirmPayment
      .mockResolvedValueOnce({ error: { message: 'Your card has insufficient funds.' } })
      .mockResolvedValueOnce({ paymentIntent: { id: 'pi_1', status: 'succeeded' } });
    const declined = started({ message: 'Your card was declined.' });
    const { send, sent, user } = await order({ 'POST /api/create-payment-intent': declined }, true);
    await send();
    await cardForm();
    expect(screen.getByRole('dialog', { name: 'Complete Purchase' })).toBeTruthy();
    expect(screen.getByText('Your card was declined.')).toBeTruthy();
    expect(provider.created).toEqual([
      {
        type: 'payment',
        options: { wallets: { applePay: 'never', googlePay: 'never', link: 'never' } },
      },
    ]);
    const pay = () => screen.getByRole('button', { name: 'Pay $680.00' });
    await user.click(pay());
    expect(await screen.findByText('Payment Failed')).toBeTruthy();
    expect(screen.getAllByText('Your card has insufficient funds.').length).toBeGreaterThan(1);
    expect(sent('/api/sites')).toEqual([]);
    await user.click(pay());
    expect(await screen.findByText('All steps completed successfully!')).toBeTruthy();
    expect(screen.getByText('Your payment has been processed successfully.')).toBeTruthy();
    expect(provider.confirmPayment.mock.calls[0]?.[0]).toMatchObject({
      confirmParams: { return_url: `${location.origin}/payment-success` },
      redirect: 'if_required',
    });
    expect(sent('/api/sites')).toHaveLength(1);
  });

  // Proves S1-2-checkout-2a
  it('asks for another card if the saved one was declined before', async () => {
    let release: (answer: Response) => void = () => {};
    const held = new Promise<Response>((resolve) => {
      release = resolve;
    });
    const declined = { on: '2026-11-22', message: 'Your card was declined.' };
    const { send, sent } = await order(
      {
        'GET /api/payment-method': { ...CARD, declined },
        'GET /api/user-has-payment-method': { hasPaymentMethod: true, declined: true },
        'POST /api/create-payment-intent': () => held,
      },
      true,
    );
    expect(
      await screen.findByText(/Declined on Nov 22, 2026: Your card was declined\. Replace it/),
    ).toBeTruthy();
    await send();
    const checkout = within(await screen.findByRole('dialog'));
    expect(await checkout.findByText('Simulated payments: no real charges.')).toBeTruthy();
    expect(screen.queryByText(/You pay with/)).toBeNull();
    release(json(started({})));
    await cardForm();
    expect(sent('/api/create-payment-intent').map(answered)).toEqual([
      expect.objectContaining({ use_existing_payment_method: false }),
    ]);
  });

  // Proves S1-4-checkout-1
  it('authenticates the saved card if the bank requires it', async () => {
    provider.handleNextAction.mockResolvedValue({ paymentIntent: { id: 'pi_1', status: 'succeeded' } });
    const { send } = await order(
      { 'POST /api/create-payment-intent': started({ status: 'requires_action' }) },
      true,
    );
    await send();
    expect(await screen.findByText('All steps completed successfully!')).toBeTruthy();
    expect(provider.handleNextAction).toHaveBeenCalledExactlyOnceWith({ clientSecret: 'pi_1_secret_2' });
    expect(provider.confirmPayment).not.toHaveBeenCalled();
  });

  // Proves S1-8-payments-2
  it('shows an error of the card form', async () => {
    provider.confirmPayment.mockRejectedValue(new Error('the frame is gone'));
    const { send, user } = await order({ 'POST /api/create-payment-intent': started() }, true);
    await send();
    await cardForm();
    await user.click(screen.getByRole('button', { name: 'Pay $680.00' }));
    expect(await screen.findByText('Payment Error')).toBeTruthy();
    expect(screen.getAllByText('An unexpected error occurred.').length).toBeGreaterThan(0);
  });

  it('waits on the return page for a pending payment', async () => {
    provider.confirmPayment.mockResolvedValue({ paymentIntent: { id: 'pi_1', status: 'processing' } });
    const { send, user, place } = await order({ 'POST /api/create-payment-intent': started() }, true);
    await send();
    await cardForm();
    await user.click(screen.getByRole('button', { name: 'Pay $680.00' }));
    await waitFor(() => expect(place()).toBe('/payment-success'));
  });

  describe('that failed after its page was left', () => {
    /** Back on the form, whose order has this status by then; `asked` holds the answer. */
    async function comeBack(status: Order['status'], asked?: Promise<void>) {
      const id = orderOf('u1 Creating Site');
      let isSent = false;
      provider.confirmPayment.mockResolvedValue({ paymentIntent: { id: 'pi_1', status: 'processing' } });
      const page = await order(
        {
          'POST /api/create-payment-intent': () => {
            isSent = true;
            return json(started());
          },
          [`GET /api/orders/${id}`]: async () => {
            if (!isSent) return json({ error: 'Order not found' }, 404);
            await asked;
            return json({ ...PLACED, id, status, entries: [] });
          },
          'GET /api/payments/pi_1': { status: 'declined', message: 'No.', orderId: id, invoiceIds: [] },
        },
        true,
      );
      await page.send();
      await cardForm();
      await page.user.click(screen.getByRole('button', { name: 'Pay $680.00' }));
      await screen.findByRole('heading', { name: 'Payment Failed' });
      await act(() => page.back());
      await screen.findByText('$6.50');
      return page;
    }
    const name = () => screen.getByLabelText<HTMLInputElement>(/^Site name/).value;

    it.each(['unpaid', 'rejected'] as const)(
      'finds its entries again on Back while it is %s',
      async (status) => {
        await comeBack(status);
        await waitFor(() => expect(name()).toBe('Harbor View'));
        expect(await screen.findByRole('button', { name: 'Pay $680.00 and Create Site' })).toBeTruthy();
      },
    );

    it('begins anew on Back if it was paid after all', async () => {
      await comeBack('paid');
      expect(await screen.findByText('Order received')).toBeTruthy();
      expect(name()).toBe('');
    });

    it('keeps what is typed before the server answers', async () => {
      let answer = () => {};
      const asked = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await comeBack('unpaid', asked);
      fireEvent.change(screen.getByLabelText(/^Site name/), { target: { value: 'Mill Street' } });
      answer();
      await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
      expect(name()).toBe('Mill Street');
    });
  });

  // Proves S1-2-checkout-2, S1-4-payment-1b
  it('adds a card and pays with it after confirmation', async () => {
    provider.confirmSetup.mockResolvedValue({ setupIntent: { status: 'succeeded', payment_method: 'pm_1' } });
    let saved = false;
    const { send, sent, user } = await order({
      'GET /api/user-has-payment-method': () => json({ hasPaymentMethod: saved }),
      'POST /api/save-payment-method': () => {
        saved = true;
        return json({ hasPaymentMethod: true });
      },
    });
    await send();
    await screen.findByRole('dialog', { name: 'Add Payment Method' });
    expect(
      screen.getByText('Enter your payment details to continue with equipment purchases and billing'),
    ).toBeTruthy();
    expect(steps()).toEqual([
      'Adding Payment Method: loading',
      'Processing Payment: pending',
      'Creating Site: pending',
    ]);
    await cardForm();
    await user.click(
      within(screen.getByRole('form', { name: 'Card' })).getByRole('button', { name: 'Add Payment Method' }),
    );
    expect(await screen.findByText('Payment Method Added')).toBeTruthy();
    expect(screen.getByText('Your payment method has been saved successfully.')).toBeTruthy();
    expect(provider.confirmSetup.mock.calls[0]?.[0]).toMatchObject({
      confirmParams: { return_url: `${location.origin}/payment-setup-success` },
    });
    expect(sent('/api/save-payment-method').map(answered)).toEqual([{ paymentMethodId: 'pm_1' }]);
    expect(sent('/api/create-payment-intent')).toEqual([]);
    await user.click(await screen.findByRole('button', { name: 'Pay $680.00' }));
    expect(await screen.findByText('All steps completed successfully!')).toBeTruthy();
    expect(steps()).toEqual([
      'Adding Payment Method: success',
      'Processing Payment: success',
      'Creating Site: success',
    ]);
    expect(sent('/api/create-payment-intent').map(answered)).toEqual([
      expect.objectContaining({ use_existing_payment_method: true }),
    ]);
  });

  // Proves S1-4-checkout-2
  it('continues if the server did not save the card', async () => {
    const log = vi.spyOn(console, 'info').mockReturnValue();
    provider.confirmSetup.mockResolvedValue({ setupIntent: { status: 'succeeded', payment_method: 'pm_1' } });
    const { send, user, sent } = await order({
      'POST /api/save-payment-method': () => json({ error: 'Away' }, 500),
      'POST /api/create-payment-intent': started(),
    });
    await send();
    await cardForm();
    await user.click(
      within(screen.getByRole('form', { name: 'Card' })).getByRole('button', { name: 'Add Payment Method' }),
    );
    await user.click(await screen.findByRole('button', { name: 'Pay $680.00' }));
    await cardForm();
    expect(log).toHaveBeenCalledOnce();
    expect(sent('/api/create-payment-intent').map(answered)).toEqual([
      expect.objectContaining({ use_existing_payment_method: false }),
    ]);
  });

  // Proves S1-8-payments-1
  it.each([
    [
      'the configuration',
      { 'GET /api/stripe-config': () => json({ error: 'x' }, 500) },
      'Failed to get Stripe configuration',
    ],
    [
      'credentials',
      { 'GET /api/stripe-config': { ...CONFIG, isConfigured: false, publicKey: null } },
      'Stripe not configured for demo accounts',
    ],
    [
      'the setup',
      { 'POST /api/setup-payment-method': () => json({ error: 'x' }, 500) },
      'Failed to set up payment method',
    ],
  ])('closes the add dialog with a toast when it lacks %s', async (_, answers, message) => {
    const { send } = await order(answers);
    await send();
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByText('Payment Setup Failed')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((screen.getByLabelText(/^Site name/) as HTMLInputElement).value).toBe('Harbor View');
  });

  // Proves S1-8-payments-1
  it.each([
    ['in its own words where it refused', 422, 'The price is another one.', 'The price is another one.'],
    ['in ours where it broke down', 500, 'x', 'Failed to process payment with saved card'],
  ])('shows that a payment could not start, %s', async (_, status, error, message) => {
    const { send, sent } = await order(
      { 'POST /api/create-payment-intent': () => json({ error }, status) },
      true,
    );
    await send();
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByText('Payment Setup Failed')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent('/api/sites')).toEqual([]);
  });

  // Proves S1-4-payment-5, S1-4-payment-6
  it('keeps a payment for the next try if the creation failed, and locks the paid items', async () => {
    let broken = true;
    const { send, sent, user } = await order(
      { 'POST /api/sites': () => (broken ? json({ error: 'Away' }, 503) : json({ id: 's1' }, 201)) },
      true,
    );
    await send();
    expect(await screen.findByText('An error occurred during the process.')).toBeTruthy();
    expect(steps()).toEqual(['Processing Payment: success', 'Creating Site: error']);
    expect(screen.getByText('Payment Verified')).toBeTruthy();
    expect(screen.getByLabelText(/^Site name/).closest('fieldset')?.disabled).toBe(true);
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
    broken = false;
    await send();
    expect(await screen.findByText('All steps completed successfully!')).toBeTruthy();
    expect(step('Payment Verification')).toBe('success');
    expect(sent('/api/create-payment-intent')).toHaveLength(1);
    expect(sent('/api/sites')).toHaveLength(2);
  });

  // Proves S1-4-payment-5
  it('keeps a payment that the server reports as valid', async () => {
    const { send } = await order(
      {
        'POST /api/sites': () => json({ error: 'Please wait a moment.' }, 409),
        'GET /api/orders/o1': PLACED,
      },
      true,
    );
    await send();
    expect(await screen.findByText('An error occurred during the process.')).toBeTruthy();
    expect(screen.getByText('Payment Verified')).toBeTruthy();
  });

  // Proves S1-4-payment-5
  it('pays again if the payment is no longer valid for the order', async () => {
    const { send, sent, user } = await order(
      { 'POST /api/sites': () => json({ error: 'This order was refused and its payment given back.' }, 422) },
      true,
    );
    await send();
    expect(await screen.findByText('An error occurred during the process.')).toBeTruthy();
    expect(screen.queryByText('Payment Verified')).toBeNull();
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
    await send();
    await waitFor(() => expect(sent('/api/create-payment-intent')).toHaveLength(2));
  });

  it('continues the placed order after the card form was closed', async () => {
    const { send, sent, user } = await order({ 'POST /api/create-payment-intent': started() }, true);
    await send();
    await cardForm();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await send();
    await cardForm();
    const [first, second] = sent('/api/create-payment-intent').map(answered);
    expect(first).toHaveProperty('order.kind', 'site');
    expect(first).toHaveProperty('orderId', expect.stringMatching(UUID));
    expect(second).toEqual(first);
  });

  it('shows the field for which the payment was refused', async () => {
    const errors = [{ path: 'order.site.site_zip', message: 'ZIP code is required' }];
    const { send } = await order(
      { 'POST /api/create-payment-intent': () => json({ error: 'Please check the form.', errors }, 400) },
      true,
    );
    await send();
    expect(await screen.findByText('ZIP code is required')).toBeTruthy();
  });
});
