import { AUTO_PAY_CONSENT_TEXT, brandText, type PaymentMethod } from '@portal/contract';
import { mapValues, SITE_INPUTS } from '@portal/domain/values';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeProvider, useFakeProvider } from '../../shared/testing/fakeProvider.ts';
import { openPage } from '../../shared/testing/openPage.tsx';
import { dealer } from '../../shared/testing/people.ts';
import { type Answer, answerFetch, json } from '../../shared/testing/server.ts';
import { expiryState } from './PaymentMethodCard.tsx';

let provider: FakeProvider;

const CARD = { brand: 'visa', last4: '4242', expMonth: 9, expYear: 2034, declined: null, autoPay: null };
const site = {
  id: 's1',
  user_id: 'u1',
  account_id: 'a1',
  site_name: 'Harbor View',
  site_address: '2 Harbor Road',
  site_city: 'Albany',
  site_state: 'NY',
  site_zip: '12207',
  hardware: [],
  software_version: 'aurora',
  number_of_readers: '4',
  number_of_acu_panels: '1',
  requested_date: '2026-11-21',
  ...mapValues(SITE_INPUTS, () => null),
  existing_platform: null,
  custom_reader_rate: null,
  is_promotional_pricing: false,
  promotional_end_date: null,
  is_active: true,
  status: 'active',
  created_at: '2026-11-21T10:00:00.000Z',
};

/** /update-payment-method with a server that keeps a card. */
async function open(card: PaymentMethod, answers: Readonly<Record<string, Answer>> = {}) {
  let kept = card;
  const calls = answerFetch({
    'GET /api/user': dealer,
    'GET /api/sites': [site, { ...site, id: 's2' }, { ...site, id: 's3', status: 'pending' }],
    'GET /api/payment-method': () => json(kept),
    'GET /api/stripe-config': { publicKey: 'pk', isConfigured: true, accountType: 'demo', simulated: true },
    'POST /api/setup-payment-method': { clientSecret: 'seti_1_secret_2' },
    'POST /api/save-payment-method': () => {
      kept = { ...CARD, brand: 'mastercard', last4: '4444' };
      return json({ hasPaymentMethod: true });
    },
    'DELETE /api/payment-method': () => {
      kept = null;
      return json(null);
    },
    'PUT /api/auto-pay': () => {
      kept = kept && { ...kept, autoPay: { consentedAt: '2026-11-21T10:00:00.000Z', version: '2026-11' } };
      return json(null);
    },
    'DELETE /api/auto-pay': () => {
      kept = kept && { ...kept, autoPay: null };
      return json(null);
    },
    ...answers,
  });
  const page = openPage('/update-payment-method');
  await screen.findByRole('heading', { name: 'Payment Method' });
  const click = async (name: string) => page.user.click(await screen.findByRole('button', { name }));
  const inDialog = async (dialog: string, name: string) =>
    page.user.click(
      within(await screen.findByRole('dialog', { name: dialog })).getByRole('button', { name }),
    );
  const sent = (method: string, path: string) =>
    calls.filter((call) => call.method === method && call.path === path);
  return { ...page, click, inDialog, sent };
}

describe('the payment method card', () => {
  beforeEach(() => {
    provider = useFakeProvider();
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  // Proves S2-2-update-payment-1
  it('shows brand, last four digits and expiry', async () => {
    await open(CARD);
    expect(await screen.findByText('Expires 09/2034')).toBeTruthy();
    expect(screen.getByText(/^Visa/).textContent).toBe('Visa •••• ending in 4242');
    expect(screen.getByRole('link', { name: 'Back to Invoicing' }).getAttribute('href')).toBe('/invoicing');
  });

  it('offers no card to a user without a company, whom the server would refuse', async () => {
    const admin = { ...dealer, is_admin: true, account_id: null };
    const { sent } = await open(null, { 'GET /api/user': admin });
    expect(await screen.findByText('Payment methods belong to companies of dealers.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Add Payment Method' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Back to Invoicing' })).toBeTruthy();
    expect(sent('GET', '/api/payment-method')).toEqual([]);
  });

  it('shows when and why the card was declined, and that it must be replaced', async () => {
    await open({ ...CARD, declined: { on: '2026-11-22', message: 'Your card was declined.' } });
    expect(
      await screen.findByText(
        'Declined on Nov 22, 2026: Your card was declined. Replace it or use another card.',
      ),
    ).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Update Payment' })).toBeTruthy();
  });

  // Proves S2-2-update-payment-1
  it('asks for a card if there is none, and goes to /invoicing once one is added', async () => {
    provider.confirmSetup.mockResolvedValue({
      setupIntent: { status: 'succeeded', payment_method: { id: 'pm_9' } },
    });
    const { click, user, sent, place } = await open(null);
    expect(await screen.findByText('Payment method required')).toBeTruthy();
    await click('Add Payment Method');
    const form = within(await screen.findByRole('form', { name: 'Card' }));
    await user.click(form.getByRole('button', { name: 'Add Payment Method' }));
    expect(await screen.findByText('Payment Method Added')).toBeTruthy();
    await waitFor(() => expect(place()).toBe('/invoicing'));
    expect(sent('POST', '/api/save-payment-method')[0]?.body).toEqual({ paymentMethodId: 'pm_9' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  // Proves S1-8-payments-2
  it('keeps the form usable when the provider refuses a card, and shows why inline and in a toast', async () => {
    provider.confirmSetup
      .mockResolvedValueOnce({ error: { message: 'Your card number is incomplete.' } })
      .mockRejectedValueOnce(new Error('gone'))
      .mockResolvedValueOnce({ setupIntent: { status: 'succeeded', payment_method: 'pm_9' } });
    const { click, user } = await open(CARD);
    await click('Update Payment');
    const form = within(await screen.findByRole('form', { name: 'Card' }));
    const save = () => user.click(form.getByRole('button', { name: 'Save payment method' }));
    await save();
    expect(await screen.findByText('Payment Setup Failed')).toBeTruthy();
    expect(screen.getAllByText('Your card number is incomplete.')).toHaveLength(2);
    await save();
    expect(await screen.findByText('Payment Setup Error')).toBeTruthy();
    await save();
    expect(await screen.findByText('Payment method updated')).toBeTruthy();
  });

  it('removes the card after a warning about active sites', async () => {
    const { click, inDialog, sent } = await open(CARD);
    await click('Remove Payment');
    expect(await screen.findByText(/2 active sites are billed every month/)).toBeTruthy();
    expect(sent('DELETE', '/api/payment-method')).toEqual([]);
    await inDialog('Remove Payment Method', 'Remove Payment');
    expect(await screen.findByText('Payment method removed')).toBeTruthy();
    expect(await screen.findByText('Payment method required')).toBeTruthy();
  });

  // Proves S2-2-payment-card-1
  it('keeps the card if removing it fails', async () => {
    const { click, inDialog } = await open(CARD, {
      'DELETE /api/payment-method': () => Promise.reject(new TypeError('x')),
    });
    await click('Remove Payment');
    await inDialog('Remove Payment Method', 'Remove Payment');
    expect(await screen.findByText('Failed to remove payment method')).toBeTruthy();
    expect(screen.getByText('Expires 09/2034')).toBeTruthy();
  });

  // Proves S4-auto-pay-page
  it('enables automatic payment with the accepted terms, shows its date, and disables it', async () => {
    const { user, inDialog, sent } = await open(CARD);
    const toggle = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Automatic payment' });
    await user.click(await toggle());
    expect(await screen.findByText(AUTO_PAY_CONSENT_TEXT)).toBeTruthy();
    expect(sent('PUT', '/api/auto-pay')).toEqual([]);
    await inDialog('Switch on automatic payment?', 'I agree');
    expect(await screen.findByText(`On since Nov 21, 2026: ${AUTO_PAY_CONSENT_TEXT}`)).toBeTruthy();
    expect(sent('PUT', '/api/auto-pay')[0]?.body).toEqual({ version: '2026-11' });
    await user.click(await toggle());
    expect(await screen.findByText('Off: pay each invoice with Pay Now.')).toBeTruthy();
    expect((await toggle()).checked).toBe(false);
  });

  // Proves S1-2-checkout-2a
  it('shows that automatic payment pauses while the card is declined, also when enabling it', async () => {
    const declined = { on: '2026-11-22', message: 'Your card was declined.' };
    const { user, inDialog } = await open({ ...CARD, declined });
    await user.click(await screen.findByRole('switch', { name: 'Automatic payment' }));
    await inDialog('Switch on automatic payment?', 'I agree');
    const stopped =
      'Automatic payment stops while the card is declined, until you replace it or pay with it.';
    expect(
      await screen.findByText(`On since Nov 21, 2026: ${AUTO_PAY_CONSENT_TEXT} ${stopped}`),
    ).toBeTruthy();
    expect(await screen.findByText(stopped)).toBeTruthy();
    expect(screen.queryByText('Invoices are charged to the saved card on their due date.')).toBeNull();
  });

  it('shows that it can’t be loaded', async () => {
    await open(null, { 'GET /api/payment-method': () => json({ error: 'x' }, 500) });
    expect(await screen.findByText('Failed to check payment method status')).toBeTruthy();
  });
});

describe("a card's text", () => {
  it('is valid to the end of its month', () => {
    const card = { expMonth: 11, expYear: 2026 };
    expect(expiryState(card, new Date(2026, 8, 30))).toBe('good');
    expect(expiryState(card, new Date(2026, 9, 1))).toBe('ending');
    expect(expiryState(card, new Date(2026, 10, 30))).toBe('ending');
    expect(expiryState(card, new Date(2026, 11, 1))).toBe('expired');
    expect(expiryState({ expMonth: 1, expYear: 2027 }, new Date(2026, 11, 31))).toBe('ending');
  });
  it('shows brands as printed on cards, unknown ones unchanged', () => {
    expect(brandText('amex')).toBe('American Express');
    expect(brandText('cartes_bancaires')).toBe('Cartes_bancaires');
    expect(brandText('')).toBe('Card');
  });
});
