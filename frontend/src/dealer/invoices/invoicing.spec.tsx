import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { watchLeaving } from '../../shared/http/leaving.ts';
import { openPage } from '../../shared/testing/openPage.tsx';
import { dealer } from '../../shared/testing/people.ts';
import { type Answer, answerFetch, json } from '../../shared/testing/server.ts';
import {
  anInvoice,
  anOrder,
  aPaidInvoice,
  aSummary,
  invoicesOf,
  someDifferences,
} from './testing/records.ts';

const card = { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034, declined: null, autoPay: null };

async function open(answers: Readonly<Record<string, Answer>> = {}, path = '/invoicing') {
  const calls = answerFetch({
    'GET /api/user': dealer,
    'GET /api/invoices': [anInvoice()],
    'GET /api/billing-summary': aSummary(),
    'GET /api/billing-summary/differences': null,
    'GET /api/payment-method': card,
    'GET /api/orders': [anOrder()],
    ...answers,
  });
  const page = openPage(path);
  await screen.findByRole('heading', { level: 1 });
  return { ...page, calls };
}

const region = async (name: string) => within(await screen.findByRole('region', { name }));
const refuse = () => json({ error: 'Not now.' }, 503);

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('/invoicing', () => {
  // Proves S2-2-invoicing-1
  it('shows the amount due, the next billing date and the projected amount', async () => {
    await open();
    const info = await region('Billing Information');
    const figure = (label: string) => info.getByText(label).nextElementSibling?.textContent;
    expect(figure('Balance on Account')).toBe('$78.00');
    expect(figure('Next Billing Date')).toBe('Jan 1, 2027');
    expect(figure('Estimated Monthly Charge')).toBe('$78.00your projected next invoice');
  });

  // Proves I35-4
  it('shows account credit that no invoice has used; nothing of it without any', async () => {
    await open({ 'GET /api/billing-summary': aSummary({ balance: 0, credit: 22 }) });
    const info = await region('Billing Information');
    expect(info.getByText('Account Credit').nextElementSibling?.textContent).toBe(
      '$22.00pays your next invoices',
    );
    cleanup();
    await open();
    expect((await region('Billing Information')).queryByText('Account Credit')).toBeNull();
  });

  // Proves I35-3
  it('pays the balance of the company’s mode, and names what is open in the other', async () => {
    const live = { id: 'a1_2026-11_1', invoice_number: 'INV-202611-0001', is_demo: false };
    const { user } = await open({
      'GET /api/invoices': [anInvoice(), anInvoice(live)],
      'GET /api/billing-summary': aSummary({ other_mode_balance: 78 }),
    });
    const info = await region('Billing Information');
    expect(info.getByText('Balance on Account').nextElementSibling?.textContent).toBe(
      '$78.00and $78.00 on live invoices',
    );
    await user.click(info.getByRole('button', { name: 'Pay balance' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(/INV-202612-0001/)).toBeTruthy();
    expect(dialog.queryByText(/INV-202611-0001/)).toBeNull();
  });

  // Proves S6-why-2
  it('says how the estimate differs from the last invoice, and why', async () => {
    const next = someDifferences({ period: '2027-01' });
    next.before = { id: 'a1_2026-12_1', invoice_number: 'INV-202612-0001', period: '2026-12', total: 53 };
    const { user } = await open({ 'GET /api/billing-summary/differences': next });
    await user.click(
      await screen.findByRole('button', { name: 'Next invoice: $25.00 more than December Why?' }),
    );
    const list = within(screen.getByRole('list', { name: 'Differences' }));
    expect(list.getByText('Harbor View: 8 → 12 readers')).toBeTruthy();
    expect(list.getAllByRole('listitem').at(-1)?.textContent).toBe('Projected for January 2027$78.00');
  });

  // Proves S6-why-2
  it.each([
    ['without an estimate', null],
    ['without invoices and sites', someDifferences({ before: null, total: 0, differences: [] })],
  ])('compares nothing %s', async (_, answer) => {
    const { calls } = await open({ 'GET /api/billing-summary/differences': answer });
    await waitFor(() => expect(calls.some(({ path }) => path.endsWith('/differences'))).toBe(true));
    await region('Billing Information');
    expect(screen.queryByRole('button', { name: /Why\?/ })).toBeNull();
  });

  // Proves S2-2-invoicing-10
  it('pays all invoices that can be paid from the balance', async () => {
    const small = anInvoice({ id: 'i9', invoice_number: 'INV-9', open_amount: 0.3, can_pay: false });
    const { user } = await open({
      'GET /api/invoices': [
        anInvoice({ id: 'i7', invoice_number: 'INV-7' }),
        anInvoice({ id: 'i6', invoice_number: 'INV-6' }),
        small,
        aPaidInvoice({ id: 'i8' }),
      ],
      'GET /api/billing-summary': aSummary({ balance: 156.3 }),
    });
    const info = await region('Billing Information');
    await user.click(await info.findByRole('button', { name: 'Pay $156.00' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Pay 2 invoices' }));
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'INV-7$78.00',
      'INV-6$78.00',
    ]);
    expect(await dialog.findByText('Pay $156.00 with Visa ending in 4242?')).toBeTruthy();
  });

  // Proves S2-2-invoicing-10
  it('pays the balance as such, and offers nothing without an open invoice', async () => {
    await open({ 'GET /api/billing-summary': aSummary({ balance: 78 }) });
    expect(await screen.findByRole('button', { name: 'Pay balance' })).toBeTruthy();
    await open({ 'GET /api/invoices': [aPaidInvoice()] });
    await region('Billing Information');
    expect(screen.queryByRole('button', { name: /^Pay / })).toBeNull();
  });

  // Proves S2-2-invoicing-10
  it('folds the charges of many sites', async () => {
    const [charge] = aSummary().charges;
    const charges = Array.from({ length: 6 }, (_, index) => ({ ...charge, site_id: `s${index}` }));
    const unfolded = () => screen.getByText('Charge Breakdown by Site').closest('details')?.open;
    await open({ 'GET /api/billing-summary': aSummary({ charges: charges.slice(1) as never }) });
    await region('Billing Summary');
    expect(unfolded()).toBe(true);
    await open({ 'GET /api/billing-summary': aSummary({ charges: charges as never }) });
    await region('Billing Summary');
    expect(unfolded()).toBe(false);
  });

  // Proves S6-rates-3
  it('shows that the next invoice is unknown, without an amount', async () => {
    const unknown = { estimated_monthly_charge: null, active_charges: null };
    await open({ 'GET /api/billing-summary': aSummary(unknown) });
    const info = await region('Billing Information');
    const figure = info.getByText('Estimated Monthly Charge').nextElementSibling?.textContent;
    expect(figure).toBe(
      'Not availableWe can’t calculate your next invoice at the moment. You will not be billed until we can.',
    );
    const summary = await region('Billing Summary');
    const cost = summary.getByText('Projected Monthly Cost').nextElementSibling?.textContent;
    expect(cost).toBe('Not available');
  });

  // Proves S2-2-invoicing-2
  it('summarises sites and readers, with additions by pending ones, marked Pending', async () => {
    await open();
    const summary = await region('Billing Summary');
    const figure = (label: string) => summary.getByText(label).nextElementSibling?.textContent;
    expect(figure('Total Active Sites')).toBe('1and 1 pending');
    expect(figure('Total Readers')).toBe('12and 5 pending');
    expect(figure('Pending Invoices')).toBe('1View');
    expect(summary.getByRole('link', { name: 'View pending invoices' }).getAttribute('href')).toBe(
      '/invoicing',
    );
    expect(figure('Next Billing Date')).toBe('Jan 1, 2027');
    expect(figure('Projected Monthly Cost')).toBe('$110.50includes $32.50 pendingthe same, before credits');
    const charges = within(summary.getByRole('list', { name: 'Charge Breakdown by Site' }));
    expect(charges.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Harbor View12 readers × $6.50Your default rate$78.00',
      'Pier 7Pending5 readers × $6.50Your default rate$32.50',
    ]);
  });

  // Proves S2-2-invoicing-2
  it('does not mention pending sites if there are none', async () => {
    await open({ 'GET /api/billing-summary': aSummary({ includes_pending: 0 }) });
    const summary = await region('Billing Summary');
    expect(summary.queryByText(/includes/)).toBeNull();
  });

  // Proves S2-2-invoicing-9
  it('announces price changes to come', async () => {
    const announced_rates = [
      { site_id: null, site_name: null, rate_now: 6.5, rate: 7.25, effective_from: '2027-02-01' },
      { site_id: 's1', site_name: 'Harbor View', rate_now: 5, rate: null, effective_from: '2027-03-01' },
    ];
    await open({ 'GET /api/billing-summary': aSummary({ announced_rates }) });
    const changes = await region('Announced price changes');
    expect(changes.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Default reader rate$6.50 now, $7.25 from Feb 1, 2027',
      'Harbor View$5.00 now, the default rate from Mar 1, 2027',
    ]);
  });

  // Proves S2-2-invoicing-3
  it('lists invoices newest first, ten a page, with the page in the address', async () => {
    const invoices = [...invoicesOf(23)].reverse();
    const { user } = await open({ 'GET /api/invoices': invoices });
    const history = await region('Invoice History');
    expect(await history.findByText('Showing 1-10 of 23 invoices')).toBeTruthy();
    expect(history.getByText('Page 1 of 3')).toBeTruthy();
    expect(history.getAllByRole('rowheader')[0]?.textContent).toBe('INV-202612-0001');
    expect(history.getByRole('button', { name: 'Previous' }).getAttribute('aria-disabled')).toBe('true');
    await user.click(history.getByRole('button', { name: 'Next' }));
    await user.click(history.getByRole('button', { name: 'Next' }));
    expect(history.getByText('Showing 21-23 of 23 invoices')).toBeTruthy();
    expect(history.getByText('Page 3 of 3')).toBeTruthy();
    expect(history.getByRole('button', { name: 'Next' }).getAttribute('aria-disabled')).toBe('true');
    await user.click(history.getByRole('button', { name: 'Previous' }));
    expect(history.getByText('Page 2 of 3')).toBeTruthy();
  });

  // Proves S2-2-invoicing-3
  it('opens at the page in the address, or the nearest one', async () => {
    await open({ 'GET /api/invoices': invoicesOf(23) }, '/invoicing?page=99');
    expect(await screen.findByText('Page 3 of 3')).toBeTruthy();
  });

  // Proves S2-2-invoicing-4
  it('shows each state, and Pay Now if the invoice can be paid', async () => {
    const invoices = [
      anInvoice({ id: '1', invoice_number: 'N-1', invoice_date: '2026-12-04', is_overdue: true }),
      aPaidInvoice({ id: '2', invoice_number: 'N-2', invoice_date: '2026-12-03' }),
      anInvoice({
        id: '3',
        invoice_number: 'N-3',
        invoice_date: '2026-12-02',
        status: 'canceled',
        can_pay: false,
      }),
      anInvoice({
        id: '4',
        invoice_number: 'N-4',
        invoice_date: '2026-12-01',
        can_pay: false,
        total_amount: 0.3,
      }),
      aPaidInvoice({ id: '5', invoice_number: 'N-5', invoice_date: '2026-11-30', is_refunded: true }),
    ];
    await open({ 'GET /api/invoices': invoices });
    const history = await region('Invoice History');
    await history.findByText('N-1');
    const cells = history
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent)
          .slice(1),
      );
    expect(cells).toEqual([
      ['Dec 4, 2026', 'Dec 16, 2026', '$78.00', 'Open, overdue', 'ViewPay Now'],
      ['Dec 3, 2026', 'Dec 16, 2026', '$78.00', 'Paid', 'View'],
      ['Dec 2, 2026', 'Dec 16, 2026', '$78.00', 'Canceled', 'View'],
      ['Dec 1, 2026', 'Dec 16, 2026', '$0.30', 'Open', 'View'],
      ['Nov 30, 2026', 'Dec 16, 2026', '$78.00', 'Paid, refunded', 'View'],
    ]);
    expect(history.getByRole('link', { name: 'View N-2' }).getAttribute('href')).toBe('/invoicing/2');
    expect(history.getByRole('link', { name: 'Pay Now N-1' }).getAttribute('href')).toBe('/invoices/1/pay');
    expect(history.getAllByRole('checkbox').map((box) => box.getAttribute('aria-label'))).toEqual([
      'Select N-1',
    ]);
  });

  // Proves B43-dealer
  it('marks invoices whose payment a bank disputes, asks about or took back', async () => {
    const at = (month: string, over: object) =>
      aPaidInvoice({ id: `a1_${month}_1`, invoice_number: `INV-${month}`, ...over });
    await open({
      'GET /api/invoices': [
        at('1', { dispute: 'open' }),
        at('2', { dispute: 'inquiry' }),
        at('3', { dispute: 'lost', status: 'pending' }),
        at('4', {}),
      ],
    });
    const table = within(await screen.findByRole('table', { name: 'Invoices' }));
    const texts = table.getAllByRole('row').map(({ textContent }) => textContent);
    texts.shift();
    const newestFirst = [
      'PaidView',
      'OpenPayment taken backView',
      'PaidBank inquiryView',
      'PaidPayment disputedView',
    ];
    for (const [index, badges] of newestFirst.entries()) {
      expect(texts[index]).toContain(badges);
    }
  });

  // Proves S2-2-invoicing-5
  it('shows that there are no invoices', async () => {
    await open({ 'GET /api/invoices': [], 'GET /api/orders': [] });
    expect(await screen.findByText('No invoices found')).toBeTruthy();
    expect(await screen.findByText('No orders found')).toBeTruthy();
    expect(screen.queryByLabelText('Invoices of a year')).toBeNull();
  });

  it('shows that the invoices could not be loaded, with a link to the dashboard', async () => {
    let answers = 0;
    const { user } = await open({
      'GET /api/invoices': () => (answers++ === 0 ? refuse() : json([anInvoice()])),
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'Error Loading Invoices' })).toBeTruthy();
    const back = screen.getByRole('link', { name: 'Return to Dashboard' });
    expect(back.getAttribute('href')).toBe('/dealer-dashboard');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('INV-202612-0001')).toBeTruthy();
  });

  it('lists the invoices even if summary and orders fail to load', async () => {
    await open({ 'GET /api/billing-summary': refuse, 'GET /api/orders': refuse });
    expect(await screen.findByText('INV-202612-0001')).toBeTruthy();
    expect(await screen.findByText('Error loading the billing summary. Please try again.')).toBeTruthy();
    expect(await screen.findByText('Error loading orders. Please try again.')).toBeTruthy();
  });

  // Proves S2-2-invoicing-6
  it('refers an administrator to the Invoicing tab and loads no invoices', async () => {
    const { calls } = await open({ 'GET /api/user': { ...dealer, is_admin: true, staff_role: 'admin' } });
    const link = await screen.findByRole('link', { name: 'Invoicing tab' });
    expect(link.getAttribute('href')).toBe('/admin-dashboard/invoicing');
    expect(calls.some(({ path }) => path === '/api/invoices')).toBe(false);
  });

  // Proves B48, B43
  it('shows what was refunded of an order, and what the bank took back', async () => {
    const orders = [
      anOrder({ refunded_amount: 20 }),
      anOrder({ id: 'o2', order_number: 'ORD-2', dispute: 'open' }),
      anOrder({
        id: 'o3',
        order_number: 'ORD-3',
        refunded_amount: 20,
        taken_back_amount: 130,
        dispute: 'lost',
      }),
    ];
    await open({ 'GET /api/orders': orders });
    const list = within(await screen.findByRole('list', { name: 'Orders' }));
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'ORD-3F9A2C7DSite Harbor View, Nov 20, 2026, $20.00 refundedCompleted$150.00Receipt',
      'ORD-2Site Harbor View, Nov 20, 2026CompletedPayment disputed$150.00Receipt',
      'ORD-3Site Harbor View, Nov 20, 2026, $20.00 refunded, $130.00 taken back by the bankCompletedPayment taken back$150.00Receipt',
    ]);
  });

  // Proves S2-2-invoicing-7
  it('lists orders separately, paid ones with receipt', async () => {
    const orders = [
      anOrder(),
      anOrder({
        id: 'o2',
        order_number: 'ORD-2',
        kind: 'migration',
        status: 'rejected',
        refunded_amount: 150,
      }),
      anOrder({ id: 'o3', order_number: 'ORD-3', kind: 'sites', status: 'unpaid', paid_on: null }),
    ];
    await open({ 'GET /api/orders': orders });
    const list = within(await screen.findByRole('list', { name: 'Orders' }));
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'ORD-3F9A2C7DSite Harbor View, Nov 20, 2026Completed$150.00Receipt',
      'ORD-2Migration Harbor View, Nov 20, 2026, $150.00 refundedRejected$150.00Receipt',
      'ORD-31 sites, Nov 20, 2026Not paid$150.00',
    ]);
  });
});

describe('downloads', () => {
  const kept: string[] = [];
  const watchDownloads = () => {
    kept.length = 0;
    URL.createObjectURL = () => 'blob:file';
    URL.revokeObjectURL = () => undefined;
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      kept.push(this.download);
    });
  };
  afterEach(() => vi.restoreAllMocks());

  // Proves S2-2-invoicing-8
  it('offer a year as PDF or CSV, by default the latest', async () => {
    const file = () => json('', 200, { 'Content-Disposition': 'attachment; filename="invoices-2025.csv"' });
    const { user, calls } = await open({
      'GET /api/invoices': invoicesOf(13),
      'GET /api/invoices-of-year?year=2026&format=pdf': file,
      'GET /api/invoices-of-year?year=2025&format=csv': file,
    });
    watchDownloads();
    await user.click(await screen.findByRole('button', { name: 'Invoices of 2026 as PDF' }));
    await waitFor(() => expect(kept).toHaveLength(1));
    await user.selectOptions(screen.getByLabelText('Invoices of a year'), '2025');
    await user.click(screen.getByRole('button', { name: 'Invoices of 2025 as CSV' }));
    await waitFor(() => expect(kept).toEqual(['invoices-2025.csv', 'invoices-2025.csv']));
    expect(calls.filter(({ path }) => path.includes('of-year')).map(({ path }) => path)).toEqual([
      '/api/invoices-of-year?year=2026&format=pdf',
      '/api/invoices-of-year?year=2025&format=csv',
    ]);
  });

  // Proves S2-2-invoicing-8
  it('offer a statement of a range, and show its errors', async () => {
    const { user, calls } = await open({
      'GET /api/statement?from=2026-02-01&to=2026-03-31&format=pdf': () => json(''),
    });
    watchDownloads();
    const from = await screen.findByLabelText('Statement from');
    const to = screen.getByLabelText('to');
    await user.clear(from);
    await user.click(screen.getByRole('button', { name: 'Statement as PDF' }));
    expect(screen.getByText('Please enter a date')).toBeTruthy();
    await user.type(from, '2026-02-01');
    await user.clear(to);
    await user.type(to, '2026-01-31');
    expect(screen.getByText('The end must not be before the start')).toBeTruthy();
    await user.clear(to);
    await user.type(to, '2026-03-31');
    expect(calls.some(({ path }) => path.startsWith('/api/statement'))).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Statement as PDF' }));
    await waitFor(() => expect(kept).toEqual(['statement.pdf']));
  });

  // Proves S2-8-pay
  it('show Export Error if a file could not be created', async () => {
    const { user } = await open({ 'GET /api/orders/o1/receipt.pdf': refuse });
    await user.click(await screen.findByRole('button', { name: 'Receipt of ORD-3F9A2C7D' }));
    expect(await screen.findByText('Export Error')).toBeTruthy();
    expect(screen.getByText('Failed to export report data.')).toBeTruthy();
  });

  // Proves S1-8-shared-2
  it('lead to the sign-in where the session has ended', async () => {
    const left: string[] = [];
    onTestFinished(watchLeaving((path) => left.push(path)));
    const ended = () => json({ error: 'Please log in.' }, 401);
    const { user } = await open({ 'GET /api/orders/o1/receipt.pdf': ended });
    await user.click(await screen.findByRole('button', { name: 'Receipt of ORD-3F9A2C7D' }));
    await waitFor(() => expect(left).toEqual(['/auth']));
    await new Promise((done) => setTimeout(done, 50));
    expect(screen.queryByText('Export Error')).toBeNull();
    expect(sessionStorage.getItem('portal-toast')).toContain(
      'Your session has expired. Please log in again.',
    );
    sessionStorage.clear();
  });
});

// Proves I35-37-reads
it('a read that is refused while there is a session shows its error, and the page stays', async () => {
  const left: string[] = [];
  onTestFinished(watchLeaving((path) => left.push(path)));
  const { calls, place } = await open({ 'GET /api/orders': () => json({ error: 'Please log in.' }, 401) });
  expect(await screen.findByText('Error loading orders. Please try again.')).toBeTruthy();
  const asked = () => calls.filter(({ path }) => path === '/api/user').length;
  await waitFor(() => expect(asked()).toBe(2));
  await new Promise((done) => setTimeout(done, 150));
  expect([left, place()]).toEqual([[], '/invoicing']);
});

describe('paying several invoices at once', () => {
  const three = [
    anInvoice({ id: '1', invoice_number: 'N-1', invoice_date: '2026-12-01', total_amount: 78 }),
    anInvoice({ id: '2', invoice_number: 'N-2', invoice_date: '2026-11-01', total_amount: 0.1 + 70 }),
    anInvoice({ id: '3', invoice_number: 'N-3', invoice_date: '2026-10-01', total_amount: 60 }),
  ];

  // Proves S2-4-pay-3
  it('adds up selected invoices and pays them with one payment', async () => {
    const { user, calls } = await open({
      'GET /api/invoices': three,
      'POST /api/pay-invoices': () =>
        json({
          success: true,
          status: 'succeeded',
          clientSecret: null,
          paymentIntentId: 'pi_1',
          message: null,
        }),
    });
    await user.click(await screen.findByRole('checkbox', { name: 'Select N-1' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select N-2' }));
    expect(screen.getByText('2 invoices selected, $148.10')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Pay selected' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Pay 2 invoices' }));
    expect(await dialog.findByText('Pay $148.10 with Visa ending in 4242?')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Pay $148.10' }));
    expect(await dialog.findByText('Payment successful. Returning to invoicing...')).toBeTruthy();
    const sent = calls.find(({ method }) => method === 'POST');
    expect(sent?.body).toEqual({ invoiceIds: ['1', '2'], use_existing_payment_method: true });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 4_000 });
    expect(screen.queryByText(/selected/)).toBeNull();
  });

  it('clears the selection', async () => {
    const { user } = await open({ 'GET /api/invoices': three });
    await user.click(await screen.findByRole('checkbox', { name: 'Select N-1' }));
    expect(screen.getByText('1 invoice selected, $78.00')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(screen.queryByText(/selected/)).toBeNull();
  });
});
