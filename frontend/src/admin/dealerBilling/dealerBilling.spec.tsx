import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { aSummary, someDifferences } from '../../dealer/invoices/testing/records.ts';
import { json } from '../../shared/testing/server.ts';
import { aCompanyOverview, anAccount, anAdmin, aUser } from '../testing/records.ts';
import { away, openWithApi } from './testing/openWithApi.tsx';

const effect = {
  invoice_date: '2027-01-01',
  total_before: 78,
  total_after: 87,
  short_notice: false,
  lines: [
    {
      site_id: 's1',
      site_name: 'Harbor View',
      readers: 12,
      rate_before: 6.5,
      rate_after: 7.25,
      amount_before: 78,
      amount_after: 87,
    },
    {
      site_id: 's9',
      site_name: 'Annex',
      readers: 0,
      rate_before: 5,
      rate_after: 5,
      amount_before: 0,
      amount_after: 0,
    },
  ],
};
const EFFECT = 'POST /api/admin/accounts/c1/rate-effect';

const open = (answers = {}, path = '/dealer-billing/u1#KS0001') => openWithApi(path, answers);
const figure = async (label: string) =>
  (await screen.findByText(label)).closest<HTMLElement>('li') as HTMLElement;
const toast = async (title: string) => (await screen.findByText(title)).parentElement?.textContent;
const press = (name: string) => screen.getByRole('button', { name });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('/dealer-billing/{id}', () => {
  // Proves S2-2-billing-1
  it('shows company, dealer ID, rate, active sites and the projected invoice', async () => {
    await open();
    expect(screen.getByRole('heading', { level: 1, name: 'Billing Details' })).toBeTruthy();
    expect(await screen.findByText('Acme Security · KS0001')).toBeTruthy();
    const card = async (name: string) => (await figure(name)).textContent;
    expect(await card('Default Reader Rate')).toBe('Default Reader Rate$6.50Per reader per month');
    expect(await card('Active Sites')).toBe('Active Sites112 readers');
    expect(await card('Projected Monthly Invoice')).toBe('Projected Monthly Invoice$78.00On Jan 1, 2027');
  });

  // Proves S5-company
  it('shows open, overdue, credit and card, the next invoice, the open question and the last events', async () => {
    const [brand, last4] = ['visa', '4242'];
    const payment_method = { brand, last4, expMonth: 3, expYear: 2030, declined: null, autoPay: null };
    const asked = { line_name: 'Harbor View', amount: 78, opened_at: '2026-12-02T15:00:00.000Z' };
    await open({
      'GET /api/admin/accounts/c1': anAccount({ payment_method }),
      'GET /api/admin/accounts/c1/overview': aCompanyOverview({
        ...{ open: 156, open_invoices: 2, overdue: 78, overdue_invoices: 1, overdue_since: '2026-11-16' },
        ...{ credit: 5.5, last_payment: { on: '2026-12-03', amount: 91 }, open_questions: 1 },
        months: [{ period: '2026-12', invoiced: 78, paid: 52 }],
        question: { id: 'd1', invoice_number: 'INV-202612-0001', ...asked },
        events: [
          {
            ...{ seq: 9, at: '2026-12-03T15:00:00.000Z', by: 'Ada Admin', type: 'InvoicePaymentRecorded' },
            text: 'Check 77 of $91.00 received',
            subject: { kind: 'invoice', id: 'i1', name: 'INV-202611-0001' },
          },
        ],
      }),
      'GET /api/admin/accounts/c1/billing-summary': aSummary({
        estimated_monthly_charge: 98,
        one_off: [{ text: 'Setup', amount: 25 }],
        adjustments: [{ kind: 'credit', invoice_number: 'INV-202611-0001', amount: -5 }],
      }),
    });
    const figures = within(await screen.findByRole('list', { name: 'Money' })).getAllByRole('listitem');
    expect(figures.map(({ textContent }) => textContent)).toEqual([
      'Open$156.002 open invoices',
      'Overdue$78.001 invoice since Nov 16, 2026',
      'Credit$5.50Pays the next invoices',
      'CardVisa 4242Expires 03/2030, no automatic payment',
    ]);
    const part = (name: string) => screen.getByRole('region', { name }).textContent;
    expect(part('Next invoice')).toContain(
      'On Jan 1, 20271 active site$78.00Setup$25.00Credit of INV-202611-0001-$5.00Projected$98.00',
    );
    const question = within(screen.getByRole('region', { name: 'Open question' }));
    expect(question.getByRole('link', { name: 'Harbor View: $78.00' }).getAttribute('href')).toMatch(
      /\/disputes\/d1\/show$/,
    );
    expect(part('Last events')).toContain('Check 77 of $91.00 received');
    expect(
      screen.getByText(
        '$78.00 invoiced and $52.00 paid in twelve months. Last payment: $91.00 on Dec 3, 2026.',
      ),
    ).toBeTruthy();
    expect(screen.getByRole('table', { name: 'Invoiced and paid by month' }).textContent).toContain(
      'Dec 2026$78.00$52.00',
    );
  });

  // Proves B38-charge
  it('adds to the next invoice, says what waits for it, and cancels that', async () => {
    const CHARGES = '/api/admin/accounts/c1/charges';
    const waiting = {
      id: 'c9',
      text: 'Setup',
      amount: 25,
      left: 25,
      invoice_date: '2027-01-01',
      reason: 'By phone',
      status: 'waiting',
      invoice_ids: [],
      can_cancel: true,
      lacks_site: false,
    };
    let shown: object[] = [];
    const answer = (next: object[]) => () => {
      shown = next;
      return json(shown);
    };
    const page = await open({
      [`GET ${CHARGES}`]: () => json(shown),
      [`POST ${CHARGES}`]: answer([waiting, { ...waiting, id: 'c8', text: 'Travel', lacks_site: true }]),
      'POST /api/admin/accounts/c1/cancel-charge': answer([
        { ...waiting, status: 'canceled', left: 0, can_cancel: false },
      ]),
    });
    await figure('Active Sites');
    expect(screen.queryByRole('list', { name: 'One-off charges' })).toBeNull();
    await page.user.click(press('Add Charge'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add to the next invoice' }));
    await page.user.click(dialog.getByRole('button', { name: 'Add' }));
    for (const problem of ['Text is required', 'Amount is required', 'Please give a reason'])
      expect(await dialog.findByText(problem)).toBeTruthy();
    await page.user.type(dialog.getByLabelText(/Text/), 'Setup');
    await page.user.type(dialog.getByLabelText(/Amount/), '25.05');
    await page.user.type(dialog.getByLabelText(/Reason/), 'By phone');
    await page.user.click(dialog.getByRole('button', { name: 'Add' }));
    const list = within(await screen.findByRole('list', { name: 'One-off charges' }));
    expect(list.getByText('waits for the invoice of Jan 1, 2027')).toBeTruthy();
    expect(
      list.getByText('Waits until the company has an active site: without one it gets no invoice.'),
    ).toBeTruthy();
    await page.user.click(list.getByRole('button', { name: 'Cancel Setup' }));
    const asked = within(await screen.findByRole('dialog', { name: 'Cancel Setup?' }));
    await page.user.type(asked.getByLabelText(/Reason/), 'Entered twice');
    await page.user.click(asked.getByRole('button', { name: 'Cancel charge' }));
    expect(await screen.findByText('Canceled')).toBeTruthy();
    expect(page.changes()).toMatchObject([
      { path: CHARGES, body: { text: 'Setup', amount: 25.05, reason: 'By phone' } },
      { path: '/api/admin/accounts/c1/cancel-charge', body: { charge_id: 'c9', reason: 'Entered twice' } },
    ]);
  });

  // Proves I38-payout-4
  it('shows credit of each mode, pays it out, and takes a payout back', async () => {
    const CREDIT = '/api/admin/accounts/c1/credit';
    const invoice = { invoice_id: 'i1', invoice_number: 'N-1', amount: 40, card: 25 };
    const live = { is_demo: false, amount: 40, invoices: [invoice] };
    const payout = {
      id: 'o1',
      account_id: 'c1',
      is_demo: false,
      status: 'made',
      method: 'check',
      amount: 30,
      paid_on: '2026-12-01',
      reference: '88',
      reason: 'Asked for',
      shares: [{ invoice_id: 'i1', invoice_number: 'N-1', amount: 30 }],
      reversed_on: null,
      reversed_because: null,
    };
    const back = { status: 'reversed', reversed_on: '2026-12-02', reversed_because: 'Stopped' };
    const credit = (balance: object[], payouts: object[]) => ({
      today: '2026-12-02',
      balances: balance,
      payouts,
    });
    let shown = credit([live], []);
    const answer = (next: typeof shown) => () => {
      shown = next;
      return json(payout);
    };
    const page = await open({
      [`GET ${CREDIT}`]: () => json(shown),
      'POST /api/admin/accounts/c1/payouts': answer(credit([{ ...live, amount: 10 }], [payout])),
      'POST /api/admin/payouts/o1/reverse': answer(credit([live], [{ ...payout, ...back }])),
    });
    await figure('Active Sites');
    await page.user.click(press('Pay out credit'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Pay out credit' }));
    expect(dialog.getByLabelText(/Amount/)).toHaveProperty('value', '40.00');
    expect(dialog.getByRole('link', { name: 'N-1' }).getAttribute('href')).toContain('/invoices/i1/show');
    await page.user.click(dialog.getByRole('button', { name: 'Pay out' }));
    for (const problem of ['Reference is required', 'Please give a reason'])
      expect(await dialog.findByText(problem)).toBeTruthy();
    await page.user.clear(dialog.getByLabelText(/Amount/));
    await page.user.type(dialog.getByLabelText(/Amount/), '30');
    await page.user.type(dialog.getByLabelText(/Reference/), '88');
    await page.user.type(dialog.getByLabelText(/Reason/), 'Asked for');
    await page.user.click(dialog.getByRole('button', { name: 'Pay out' }));
    const list = within(await screen.findByRole('list', { name: 'Credit that was paid out' }));
    expect(list.getByText('Credit of N-1. Asked for')).toBeTruthy();
    await page.user.click(list.getByRole('button', { name: 'Take $30.00 by check 88 back' }));
    const asked = within(await screen.findByRole('dialog', { name: 'Take $30.00 by check 88 back?' }));
    await page.user.type(asked.getByLabelText(/Reason/), 'Stopped');
    await page.user.click(asked.getByRole('button', { name: 'Take back' }));
    expect(await screen.findByText('Taken back on Dec 2, 2026')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Take / })).toBeNull();
    expect(page.changes()).toMatchObject([
      {
        path: '/api/admin/accounts/c1/payouts',
        body: {
          amount: '30',
          method: 'check',
          paid_on: '2026-12-02',
          reference: '88',
          reason: 'Asked for',
          mode: 'live',
        },
      },
      { path: '/api/admin/payouts/o1/reverse', body: { reason: 'Stopped' } },
    ]);
  });

  // Proves S1-2-checkout-2a
  it('shows when and why the saved card was declined, if it was', async () => {
    const declined = { on: '2026-11-22', message: 'Your card was declined.' };
    const autoPay = { consentedAt: '2026-11-01T10:00:00.000Z', version: '2026-11' };
    const told =
      'The saved card, Visa ending in 0341, was declined on Nov 22, 2026. The dealer was told: “Your card was declined.”';
    const stops = ' Automatic payment stops until the dealer replaces the card or pays with it.';
    for (const [over, text] of [
      [{ declined }, told],
      [{ declined, autoPay }, told + stops],
      [{ autoPay }, undefined],
    ] as const) {
      const card = {
        brand: 'visa',
        last4: '0341',
        expMonth: 12,
        expYear: 2034,
        declined: null,
        autoPay: null,
      };
      const account = anAccount({ payment_method: { ...card, ...over } });
      await open({ 'GET /api/admin/accounts/c1': account });
      await figure('Active Sites');
      expect(screen.queryByText(/^The saved card/)?.textContent).toBe(text);
      cleanup();
    }
  });

  // Proves S2-2-billing-1
  it('opens with a hash that is no encoded text', async () => {
    await open({}, '/dealer-billing/u1#%');
    expect(await screen.findByText('Acme Security · KS0001')).toBeTruthy();
  });

  it('shows the dealer ID of the hash until the dealer is loaded', async () => {
    let answer: (response: Response) => void = () => undefined;
    const waiting = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    await open(
      { 'GET /api/admin/users/u1': () => waiting as unknown as Response },
      '/dealer-billing/u1#KS0777',
    );
    expect(await screen.findByText('KS0777')).toBeTruthy();
    answer(json(aUser({ account_id: 'c1', dealer_id: 'KS0002' })));
    expect(await screen.findByText('Acme Security · KS0002')).toBeTruthy();
  });

  it('opens a dialog whose button was pressed before the company is loaded', async () => {
    let answer: (response: Response) => void = () => undefined;
    const waiting = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    await open({ 'GET /api/admin/accounts/c1': () => waiting as unknown as Response });
    fireEvent.click(await screen.findByRole('button', { name: 'Edit Reader Rate' }));
    answer(json(anAccount()));
    expect(await screen.findByRole('dialog', { name: 'Edit Reader Rate' })).toBeTruthy();
  });

  // Proves S2-2-billing-1
  it('strikes the default rate through while a promotion is on', async () => {
    await open({
      'GET /api/admin/accounts/c1': anAccount({
        promotional_pricing_active: true,
        promotional_reader_rate: 5.25,
      }),
    });
    const card = await figure('Default Reader Rate');
    expect(within(card).getByText('$6.50').tagName).toBe('S');
    expect(card.textContent).toContain('$5.25');
  });

  it('uses the system rate if the account has none', async () => {
    await open({ 'GET /api/admin/accounts/c1': anAccount({ default_reader_rate: null }) });
    const card = await figure('Default Reader Rate');
    expect(card.textContent).toBe('Default Reader Rate$7.00Not set: system rate applies');
  });

  // Proves S6-why-2
  it('says how the estimate differs from the last invoice, and why', async () => {
    const { user } = await open({
      'GET /api/admin/accounts/c1/billing-summary/differences': someDifferences(),
    });
    await user.click(
      await screen.findByRole('button', { name: 'Next invoice: $25.00 more than November Why?' }),
    );
    const list = within(screen.getByRole('list', { name: 'Differences' }));
    expect(list.getByText('Harbor View: 8 → 12 readers')).toBeTruthy();
  });

  // Proves S2-2-billing-2
  it('filters sites with counts, and adds up the active ones', async () => {
    const { user, calls } = await open();
    const tab = (name: string) => screen.findByRole('tab', { name });
    const rows = () =>
      within(screen.getByRole('table', { name: 'Sites' }))
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent);
    for (const name of ['Active (1)', 'Pending (1)', 'Inactive (1)', 'All (3)']) await tab(name);
    expect(rows()).toEqual(['Harbor ViewActive12$6.50Default rate$78.00', 'Total12$78.00']);
    await user.click(await tab('Pending (1)'));
    expect(rows()).toEqual(['Pier 7Pending5$6.50Default rate$32.50']);
    await user.click(await tab('Inactive (1)'));
    expect(rows()).toEqual(['Old MillInactive12$4.50Custom rate, not billed\u2014']);
    await user.click(await tab('All (3)'));
    expect(rows()).toHaveLength(3);
    const asked = calls.find(({ path, query }) => path === '/api/admin/sites' && !query.has('range'));
    expect(asked?.query.get('filter')).toBe('{"account_id":"c1"}');
  });

  // Proves S2-2-billing-2
  it('lists the invoices with View Details', async () => {
    await open();
    const table = within(await screen.findByRole('table', { name: 'Invoices' }));
    expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'Invoice #DateDue DateAmountStatusActions',
      'N-2Dec 1, 2026Dec 16, 2026$78.00Open, overdueView Details',
      'N-1Nov 1, 2026Dec 16, 2026$78.00PaidView Details',
    ]);
    const link = table.getByRole('link', { name: 'View Details of N-2' });
    expect(link.getAttribute('href')).toBe('/admin-dashboard/invoices/i2/show');
  });

  // Proves S2-8-billing-1
  it.each([
    ['GET /api/admin/users/u1', 'Failed to fetch dealer'],
    ['GET /api/admin/accounts/c1', 'Failed to fetch dealer'],
    ['GET /api/admin/accounts/c1/billing-summary', 'Failed to fetch dealer sites'],
    ['GET /api/admin/sites', 'Failed to fetch dealer sites'],
    ['GET /api/admin/invoices', 'Failed to fetch dealer invoices'],
  ])('shows an error if %s fails: %s, and retries on request', async (call, text) => {
    let failing = true;
    const good: Record<string, unknown> = {
      'GET /api/admin/users/u1': aUser({ account_id: 'c1' }),
      'GET /api/admin/accounts/c1': anAccount(),
      'GET /api/admin/accounts/c1/billing-summary': aSummary(),
    };
    const { user } = await open({ [call]: () => (failing ? away() : json(good[call] ?? [])) });
    const alert = await screen.findByText(text);
    failing = false;
    await user.click(within(alert.closest('[role="alert"]') as HTMLElement).getByRole('button'));
    await waitFor(() => expect(screen.queryByText(text)).toBeNull());
  });

  // Proves S2-8-billing-1
  it('shows that a dealer has no account, also when changing a rate', async () => {
    const { user } = await open({ 'GET /api/admin/users/u1': aUser({ account_id: null }) });
    expect(await screen.findByText('No account ID found for this dealer')).toBeTruthy();
    await user.click(press('Edit Reader Rate'));
    await waitFor(() => expect(screen.getAllByText('No account ID found for this dealer')).toHaveLength(2));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows that there are no sites and no invoices', async () => {
    await open({ 'GET /api/admin/sites': [], 'GET /api/admin/invoices': [] });
    expect(await screen.findByText('No sites found')).toBeTruthy();
    expect(await screen.findByText('No invoices found')).toBeTruthy();
  });

  // Proves S2-2-billing-3
  it('explains that the dealer must enter the card, and sends the mail with the link', async () => {
    const { user, changes } = await open({
      'POST /api/admin/accounts/c1/ask-for-payment-method': { message: 'We sent ann@acme.test a link.' },
    });
    await figure('Active Sites');
    await user.click(press('Update Payment Method'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Update Payment Method' }));
    expect(dialog.getByText(/Only the dealer can enter a card/)).toBeTruthy();
    expect(changes()).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Send email' }));
    expect(await toast('Email sent')).toContain('We sent ann@acme.test a link.');
    expect(changes()).toHaveLength(1);
  });
});

// Proves I38-receipts-4
it('records a payment of the company over its open invoices', async () => {
  const clock = { now: '2026-12-19T02:00:00.000Z', time_zone: 'America/New_York' };
  const { user, changes, calls } = await open({
    'GET /api/user': { ...anAdmin(), clock },
    'POST /api/admin/accounts/c1/receipts': {},
  });
  await screen.findByRole('table', { name: 'Invoices' });
  await user.click(press('Record payment'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Record payment of Acme Security' }));
  expect(dialog.getByLabelText(/^Paid on/)).toHaveProperty('value', '2026-12-18');
  await dialog.findByLabelText('N-2');
  expect(dialog.queryByLabelText('N-1')).toBeNull();
  const lists = calls
    .filter(({ path }) => path === '/api/admin/invoices')
    .map(({ query }) => query.get('filter'));
  expect(lists).toContain('{"account_id":"c1","is_demo":true}');
  await user.clear(dialog.getByLabelText(/^Amount/));
  await user.type(dialog.getByLabelText(/^Amount/), '50');
  await user.type(dialog.getByLabelText(/^Reference/), '7');
  await user.click(dialog.getByRole('button', { name: 'Record payment' }));
  expect(await toast('Payment recorded')).toBeTruthy();
  expect(changes()).toMatchObject([
    { body: { amount: '50', shares: [{ invoice_id: 'i2', amount: '50.00' }] } },
  ]);
});

describe('rates and promotion', () => {
  // Proves S2-5-billing-1, S2-8-billing-1, S2-9-billing-1
  it('Edit Reader Rate: messages, effect line by line, then the save and a reload after 500 ms', async () => {
    let saved = 0;
    const { user, changes, calls } = await open({
      [EFFECT]: effect,
      'PATCH /api/admin/users/u1/reader-rate': () => {
        saved = performance.now();
        return json({});
      },
    });
    await figure('Active Sites');
    await user.click(press('Edit Reader Rate'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Reader Rate' }));
    const rate = dialog.getByLabelText(/Default reader rate/);
    expect(rate).toHaveProperty('value', '6.50');
    expect(rate.getAttribute('placeholder')).toBe('6.50');
    for (const [text, message] of [
      ['', 'Rate is required'],
      ['abc', 'Rate must be a number'],
      ['-1', 'Rate must be a positive number'],
      ['7.005', 'Rate must be a number with at most two decimals'],
    ] as const) {
      await user.clear(rate);
      if (text !== '') await user.type(rate, text);
      await user.click(dialog.getByRole('button', { name: 'Show effect' }));
      expect(await dialog.findByText(message), text).toBeTruthy();
    }
    expect(changes()).toEqual([]);
    await user.clear(rate);
    await user.type(rate, '7.25');
    await user.type(dialog.getByLabelText('Effective from (optional)'), '2027-01-01');
    const shown = within(await dialog.findByRole('group', { name: 'Effect on the invoice of Jan 1, 2027' }));
    expect(shown.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'SiteRateCharge',
      'Total$78.00 → becomes $87.00',
      'Harbor View12 readers$6.50 → becomes $7.25$78.00 → becomes $87.00',
      '1 unchanged site',
    ]);
    await user.type(dialog.getByLabelText(/Reason/), 'agreed by phone');
    const reads = calls.filter(({ path }) => path.endsWith('billing-summary')).length;
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await toast('Reader rate updated')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    // on a slow machine the effect was shown between the fields, too
    expect(
      changes()
        .slice(-2)
        .map(({ path, body }) => ({ path, body })),
    ).toEqual([
      {
        path: '/api/admin/accounts/c1/rate-effect',
        body: { kind: 'default_rate', rate: '7.25', effective_from: '2027-01-01' },
      },
      {
        path: '/api/admin/users/u1/reader-rate',
        body: {
          rate: '7.25',
          effective_from: '2027-01-01',
          confirm_short_notice: false,
          reason: 'agreed by phone',
        },
      },
    ]);
    await waitFor(() =>
      expect(calls.filter(({ path }) => path.endsWith('billing-summary'))).toHaveLength(reads + 1),
    );
    expect(performance.now() - saved).toBeGreaterThanOrEqual(490);
  });

  // Proves S2-5-billing-1
  it('shows the effect of another price by itself, and keeps it for a reason', async () => {
    const { user, changes } = await open({ [EFFECT]: effect });
    await figure('Active Sites');
    await user.click(press('Edit Reader Rate'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Reader Rate' }));
    await user.click(dialog.getByRole('button', { name: 'Show effect' }));
    await dialog.findByRole('button', { name: 'Save' });
    await user.type(dialog.getByLabelText(/Reason/), 'x');
    expect(dialog.getByRole('button', { name: 'Save' })).toBeTruthy();
    expect(changes()).toHaveLength(1);
    const rate = dialog.getByLabelText(/Default reader rate/);
    await user.clear(rate);
    await user.type(rate, '7');
    expect(dialog.queryByRole('group', { name: /Effect/ })).toBeNull();
    await dialog.findByRole('group', { name: /Effect/ });
    expect(dialog.getByRole('button', { name: 'Save' })).toBeTruthy();
    expect(document.activeElement).toBe(rate);
    expect(changes().map(({ body }) => body)).toMatchObject([{ rate: '6.50' }, { rate: '7' }]);
  });

  // Proves S6-rates-2
  it('asks to confirm an increase with short notice', async () => {
    const { user, changes } = await open({
      [EFFECT]: { ...effect, short_notice: true },
      'PATCH /api/admin/users/u1/reader-rate': {},
    });
    await figure('Active Sites');
    await user.click(press('Edit Reader Rate'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Reader Rate' }));
    expect(dialog.queryByRole('checkbox')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Show effect' }));
    await user.click(await dialog.findByRole('checkbox', { name: /Raise the price with less notice/ }));
    await user.type(dialog.getByLabelText(/^Reason(?! .optional)/), 'Costs');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await toast('Reader rate updated')).toBeTruthy();
    expect(changes().at(-1)?.body).toMatchObject({ confirm_short_notice: true, reason: 'Costs' });
  });

  it('lists announced rates and cancels one', async () => {
    const announced = [
      { site_id: null, site_name: null, rate_now: 6.5, rate: 7.25, effective_from: '2027-02-01' },
      { site_id: 's1', site_name: 'Harbor View', rate_now: 5, rate: null, effective_from: '2027-03-01' },
      { site_id: null, site_name: null, rate_now: 6.5, rate: 8, effective_from: '2027-04-01' },
    ];
    const { user, changes } = await open({
      'GET /api/admin/accounts/c1/billing-summary': aSummary({ announced_rates: announced }),
      'POST /api/admin/accounts/c1/cancel-announced-rate': {},
      'POST /api/admin/sites/s1/cancel-announced-rate': {},
    });
    const cancel = async (name: string) => {
      await user.click(await screen.findByRole('button', { name: `Cancel: ${name}` }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Cancel this announced rate?' }));
      await user.type(dialog.getByLabelText(/Reason/), 'Agreed');
      await user.click(dialog.getByRole('button', { name: 'Cancel the announced rate' }));
      expect(await toast('Announced rate canceled')).toBeTruthy();
    };
    const scheduled = within(await screen.findByRole('region', { name: 'Announced price changes' }));
    expect(scheduled.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Default reader rate$6.50 now, $7.25 from Feb 1, 2027 · Cancel, $8.00 from Apr 1, 2027 · Cancel',
      'Harbor View$5.00 now, the default rate from Mar 1, 2027 · Cancel',
    ]);
    await cancel('Default reader rate, $7.25 from Feb 1, 2027');
    await cancel('Harbor View, the default rate from Mar 1, 2027');
    expect(changes().map(({ path, body }) => ({ path, body }))).toEqual([
      {
        path: '/api/admin/accounts/c1/cancel-announced-rate',
        body: { effective_from: '2027-02-01', confirm_short_notice: false, reason: 'Agreed' },
      },
      {
        path: '/api/admin/sites/s1/cancel-announced-rate',
        body: { effective_from: '2027-03-01', confirm_short_notice: false, reason: 'Agreed' },
      },
    ]);
  });

  // Proves S2-2-invoicing-9
  it('shows announced rates on the page of the company too, and cancels one', async () => {
    const path = '/api/admin/accounts/c1/cancel-announced-rate';
    const announced = [
      { site_id: null, site_name: null, rate_now: 6.5, rate: 6.75, effective_from: '2027-02-01' },
    ];
    const { user, changes } = await open(
      {
        'GET /api/admin/accounts/c1/billing-summary': aSummary({ announced_rates: announced }),
        [`POST ${path}`]: {},
      },
      '/admin-dashboard/companies/c1/show',
    );
    const name = 'Cancel: Default reader rate, $6.75 from Feb 1, 2027';
    const button = await screen.findByRole('button', { name });
    expect(button.closest('li')?.textContent).toContain('$6.50 now, $6.75 from Feb 1, 2027 · Cancel');
    await user.click(button);
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel this announced rate?' }));
    await user.click(dialog.getByRole('button', { name: 'Cancel the announced rate' }));
    expect(await toast('Announced rate canceled')).toBeTruthy();
    expect(changes().map((change) => change.path)).toEqual([path]);
  });

  it('asks to confirm that an announced decrease is canceled with short notice', async () => {
    const path = '/api/admin/accounts/c1/cancel-announced-rate';
    const refusal = "This raises the price with less than 30 days' notice.";
    let asked = false;
    const { user, changes } = await open({
      'GET /api/admin/accounts/c1/billing-summary': aSummary({
        announced_rates: [
          { site_id: null, site_name: null, rate_now: 6.5, rate: 5, effective_from: '2027-02-01' },
        ],
      }),
      [`POST ${path}`]: () => {
        if (asked) return json({});
        asked = true;
        return json({ error: refusal, errors: [{ path: 'confirm_short_notice', message: refusal }] }, 422);
      },
    });
    await user.click(await screen.findByRole('button', { name: /^Cancel: Default reader rate/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel this announced rate?' }));
    const save = () => user.click(dialog.getByRole('button', { name: 'Cancel the announced rate' }));
    await user.type(dialog.getByLabelText(/Reason/), 'Costs');
    expect(dialog.queryByRole('checkbox')).toBeNull();
    await save();
    await user.click(await dialog.findByRole('checkbox', { name: /Raise the price with less notice/ }));
    await save();
    expect(await toast('Announced rate canceled')).toBeTruthy();
    expect(changes().at(-1)).toMatchObject({
      path,
      body: { effective_from: '2027-02-01', confirm_short_notice: true, reason: 'Costs' },
    });
  });

  // Proves S2-8-billing-1
  it('shows Error with the server’s message, else Failed to update reader rate', async () => {
    let words = true;
    const { user } = await open({
      [EFFECT]: effect,
      'PATCH /api/admin/users/u1/reader-rate': () => {
        if (!words) throw new TypeError('no network');
        return json({ error: 'A new rate can start today at the earliest' }, 422);
      },
    });
    await figure('Active Sites');
    await user.click(press('Edit Reader Rate'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Reader Rate' }));
    await user.click(dialog.getByRole('button', { name: 'Show effect' }));
    await user.click(await dialog.findByRole('button', { name: 'Save' }));
    expect(await screen.findByText('A new rate can start today at the earliest')).toBeTruthy();
    words = false;
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Failed to update reader rate')).toBeTruthy();
    expect(screen.getByText('Error')).toBeTruthy();
  });

  // Proves S2-5-billing-1, S2-8-billing-1
  it('a site’s edit button sets and removes its own rate', async () => {
    const { user, changes } = await open({ [EFFECT]: effect, 'PATCH /api/admin/sites/s3': {} });
    await user.click(await screen.findByRole('tab', { name: 'Inactive (1)' }));
    await user.click(press('Edit reader rate of Old Mill'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Reader rate of Old Mill' }));
    await user.clear(dialog.getByLabelText(/Custom reader rate/));
    await user.click(dialog.getByRole('button', { name: 'Show effect' }));
    expect(await dialog.findByText('Rate is required')).toBeTruthy();
    await user.type(dialog.getByLabelText(/Custom reader rate/), '0');
    await user.click(await dialog.findByRole('button', { name: 'Save' }));
    expect(await toast('Site reader rate updated')).toBeTruthy();
    expect(changes().at(-1)?.body).toMatchObject({ custom_reader_rate: '0', effective_from: '', reason: '' });

    await user.click(press('Edit reader rate of Old Mill'));
    await user.click(await screen.findByRole('button', { name: 'Use the dealer’s rate instead' }));
    const removal = within(await screen.findByRole('dialog', { name: 'Remove the rate of Old Mill?' }));
    await user.click(removal.getByRole('button', { name: 'Show effect' }));
    await user.click(await removal.findByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(changes().at(-1)?.body).toMatchObject({
        custom_reader_rate: null,
        effective_from: '',
        reason: '',
      }),
    );
    expect(changes().at(-2)?.body).toMatchObject({ kind: 'site_rate', site_id: 's3', rate: null });
  });

  // Proves S2-8-billing-1
  it('shows Failed to update site reader rate', async () => {
    const { user } = await open({
      [EFFECT]: effect,
      'PATCH /api/admin/sites/s1': () => Promise.reject(new TypeError()),
    });
    await user.click(await screen.findByRole('button', { name: 'Edit reader rate of Harbor View' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.queryByRole('button', { name: 'Use the dealer’s rate instead' })).toBeNull();
    await user.type(dialog.getByLabelText(/Custom reader rate/), '5');
    await user.click(await dialog.findByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Failed to update site reader rate')).toBeTruthy();
  });

  // Proves S2-5-billing-1, S2-8-billing-1, S2-9-billing-1
  it('Promotional Pricing: messages, effect, save, and a reload after 500 ms', async () => {
    const path = '/api/admin/accounts/c1/promotional-pricing';
    let refuses = true;
    let saved = 0;
    const { user, changes, calls } = await open({
      [EFFECT]: { ...effect, total_after: 78, lines: [] },
      [`PATCH ${path}`]: () => {
        saved = performance.now();
        return refuses ? Promise.reject(new TypeError()) : json({});
      },
    });
    await figure('Active Sites');
    await user.click(press('Promotional Pricing'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Promotional Pricing' }));
    const rate = dialog.getByLabelText(/Promotional reader rate/);
    const months = dialog.getByLabelText(/Promotional months/);
    expect(months).toHaveProperty('value', '24');
    await user.clear(months);
    await user.click(dialog.getByRole('button', { name: 'Show effect' }));
    expect(await dialog.findByText('Promotional rate is required')).toBeTruthy();
    expect(dialog.getByText('Months is required')).toBeTruthy();
    for (const [field, text, message] of [
      [rate, 'abc', 'Rate must be a number'],
      [months, '1.5', 'Months must be a number'],
      [months, '0', 'Months must be at least 1'],
    ] as const) {
      await user.clear(field);
      await user.type(field, text);
      expect(await dialog.findByText(message), text).toBeTruthy();
    }
    await user.clear(rate);
    await user.type(rate, '5');
    await user.clear(months);
    await user.type(months, '12');
    await user.click(dialog.getByLabelText('Promotional pricing active'));
    expect(await dialog.findByText('No change on this invoice.')).toBeTruthy();
    await user.click(await dialog.findByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Failed to update promotional pricing')).toBeTruthy();
    refuses = false;
    const reads = () => calls.filter(({ path: read }) => read.endsWith('billing-summary')).length;
    const before = reads();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await toast('Promotional pricing updated')).toBeTruthy();
    expect(changes().at(-1)).toMatchObject({
      path,
      body: {
        promotional_reader_rate: '5',
        promotional_months: '12',
        promotional_pricing_active: true,
        promotional_license_pricing: false,
        confirm_short_notice: false,
        reason: '',
      },
    });
    await waitFor(() => expect(reads()).toBe(before + 1));
    expect(performance.now() - saved).toBeGreaterThanOrEqual(490);
  });

  it('keeps the form and shows an error if the effect can’t be computed', async () => {
    const { user } = await open({ [EFFECT]: () => Promise.reject(new TypeError()) });
    await figure('Active Sites');
    await user.click(press('Edit Reader Rate'));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Show effect' }));
    expect(await screen.findByText('The effect on the next invoice could not be computed.')).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Show effect' })).toBeTruthy();
  });
});

// Proves B38-tax
it('exempts a company from sales tax by its certificate, and ends it; nothing is shown while tax is off', async () => {
  const EXEMPTION = '/api/admin/accounts/c1/tax-exemption';
  await openWithApi('/dealer-billing/u1');
  await screen.findByText('Harbor View');
  expect(screen.queryByText('Sales tax')).toBeNull();
  cleanup();

  const { user: person, changes } = await openWithApi('/dealer-billing/u1', {
    [`GET ${EXEMPTION}`]: {
      tax_is_on: true,
      exemption: {
        ...{ certificate: 'TX-4471', from: '2026-11-01', to: '2027-10-31', reason: 'Resale' },
        ...{ in_force: true, can_end: true },
      },
    },
    [`POST ${EXEMPTION}`]: {},
    'POST /api/admin/accounts/c1/end-tax-exemption': {},
  });
  expect(
    await screen.findByText(/Certificate TX-4471, from Nov 1, 2026 to Oct 31, 2027. Resale/),
  ).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'New certificate' }));
  const grant = within(await screen.findByRole('dialog', { name: 'Exempt from sales tax' }));
  await person.type(grant.getByLabelText(/Certificate/), 'TX-9');
  fireEvent.change(grant.getByLabelText(/Valid from/), { target: { value: '2027-11-01' } });
  await person.type(grant.getByLabelText(/Reason/), 'Renewed');
  await person.click(grant.getByRole('button', { name: 'Exempt' }));
  await waitFor(() =>
    expect(changes()).toMatchObject([
      { path: EXEMPTION, body: { certificate: 'TX-9', from: '2027-11-01', reason: 'Renewed' } },
    ]),
  );
});

// Proves B38-tax
it('says that an exemption which has not begun does not begin once it is ended', async () => {
  const dates = { certificate: 'TX-4471', from: '2027-01-01', to: null, reason: 'Resale' };
  const { user: person, changes } = await openWithApi('/dealer-billing/u1', {
    'GET /api/admin/accounts/c1/tax-exemption': {
      tax_is_on: true,
      exemption: { ...dates, in_force: false, can_end: true },
    },
    'POST /api/admin/accounts/c1/end-tax-exemption': {},
  });
  await person.click(await screen.findByRole('button', { name: 'End exemption' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'End the exemption?' }));
  expect(
    dialog.getByText('The exemption will not begin; the company is charged sales tax as before.'),
  ).toBeTruthy();
  await person.type(dialog.getByLabelText(/Reason/), 'Revoked');
  await person.click(dialog.getByRole('button', { name: 'End exemption' }));
  await waitFor(() =>
    expect(changes()).toMatchObject([
      { path: '/api/admin/accounts/c1/end-tax-exemption', body: { reason: 'Revoked' } },
    ]),
  );
});
