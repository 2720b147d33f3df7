import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openPage } from '../../shared/testing/openPage.tsx';
import { dealer } from '../../shared/testing/people.ts';
import { type Answer, answerFetch, json } from '../../shared/testing/server.ts';
import { aDetail, anInvoice, aSummary, someDifferences } from './testing/records.ts';

const ID = 'a1_2026-12_1';
const card = { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034, declined: null, autoPay: null };
const succeeded = {
  success: true,
  status: 'succeeded',
  clientSecret: null,
  paymentIntentId: 'pi_1',
  message: null,
};
const DIFFERENCES = `GET /api/invoices/${ID}/differences`;
const pay = `POST /api/invoices/${ID}/pay`;

async function open(answers: Readonly<Record<string, Answer>> = {}, path = `/invoicing/${ID}`) {
  const calls = answerFetch({
    'GET /api/user': dealer,
    [`GET /api/invoices/${ID}`]: aDetail(),
    [DIFFERENCES]: someDifferences(),
    'GET /api/billing-summary/differences': null,
    'GET /api/payment-method': card,
    'GET /api/invoices': [anInvoice()],
    'GET /api/billing-summary': aSummary(),
    'GET /api/orders': [],
    ...answers,
  });
  const page = openPage(path);
  await screen.findByRole('heading', { level: 1 });
  return { ...page, calls };
}

const payWith = async (user: Awaited<ReturnType<typeof open>>['user']) => {
  const dialog = within(await screen.findByRole('dialog', { name: 'Pay INV-202612-0001' }));
  await user.click(await dialog.findByRole('button', { name: 'Pay $78.00' }));
  return dialog;
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('an invoice', () => {
  it('keeps a name from right to left apart from the words after it', async () => {
    const correction = { site_id: null, name: 'שער הנמל 12', text: '3 readers', reason: 'Counted again' };
    await open({ [`GET /api/invoices/${ID}`]: aDetail({ corrections: [correction] }) });
    const note = screen.getByText('שער הנמל 12', { selector: 'bdi' });
    expect(note.parentElement?.textContent).toBe('שער הנמל 12: 3 readers. Counted again');
  });

  // Proves I38-credit-notes
  it('names its credit notes, each with its PDF', async () => {
    const note = {
      id: 'CN-202612-0001',
      kind: 'refund',
      day: '2026-12-20',
      amount: 13,
      reason: null,
    } as const;
    const credit_notes = [{ ...note, failed: false }];
    await open({ [`GET /api/invoices/${ID}`]: aDetail({ credit_notes }) });
    const link = screen.getByRole('link', { name: 'CN-202612-0001 as PDF' });
    expect(link.getAttribute('href')).toBe('/api/credit-notes/CN-202612-0001/pdf');
    expect(link.closest('li')?.textContent).toBe(
      'Credit note CN-202612-0001 of Dec 20, 2026: Refund of $13.00.',
    );
  });

  // Proves S2-2-invoice-1
  it('shows number, due badge, Bill To, dates, site, items and totals', async () => {
    await open();
    expect(screen.getByRole('heading', { level: 1, name: 'Invoice INV-202612-0001' })).toBeTruthy();
    const paper = within(screen.getByRole('article', { name: 'Invoice' }));
    expect(paper.getByText('Due on Dec 16, 2026')).toBeTruthy();
    const lines = paper.getByRole('heading', { name: 'Bill To' }).nextElementSibling;
    expect([...(lines?.querySelectorAll('dd') ?? [])].map(({ textContent }) => textContent)).toEqual([
      'Northgate Security',
      'Dana Miller',
      '1 Dock Street',
      'Albany, NY 12207',
      'dana@northgate.example',
    ]);
    const fact = (label: string) => paper.getByText(label).nextElementSibling?.textContent;
    expect([fact('Invoice date'), fact('Due date'), fact('Site')]).toEqual([
      'Dec 1, 2026',
      'Dec 16, 2026',
      'Harbor View',
    ]);
    const rows = paper.getAllByRole('row').map((row) => row.textContent);
    expect(rows).toEqual([
      'DescriptionQuantityRateAmount',
      'Harbor View12 × $6.50Your default rateQuestion this charge12$6.50$78.00',
      'Subtotal$78.00',
      'Tax$0.00',
      'Total$78.00',
    ]);
    expect(paper.getByText('Payment is due within 15 days of the invoice date.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to Invoicing' }).getAttribute('href')).toBe('/invoicing');
    expect(paper.getByRole('button', { name: 'Pay Now' })).toBeTruthy();
  });

  // Proves S6-why-1
  it('says how much it changed, and why on one press', async () => {
    const { user } = await open();
    const panel = within(await screen.findByRole('region', { name: 'Why it changed' }));
    const button = await panel.findByRole('button', { name: '$25.00 more than November Why?' });
    expect(panel.queryByRole('list')).toBeNull();
    await user.click(button);
    const list = within(panel.getByRole('list', { name: 'Differences' }));
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'November 2026, INV-202611-0001$53.00',
      'Harbor View: 8 → 12 readersReaders changed from 8 to 12 · Nov 9, 2026 · You+$26.00',
      'Credit of INV-202610-0001$1.00 credited: account credit · Nov 12, 2026 · An administrator-$1.00',
      'December 2026$78.00',
    ]);
    const before = list.getByRole('link', { name: 'INV-202611-0001' });
    expect(before.getAttribute('href')).toBe('/invoicing/a1_2026-11');
  });

  // Proves S6-why-1
  it.each([
    [{ difference: -25 }, '$25.00 less than November'],
    [{ difference: 0 }, 'The same total as November'],
    [{ period: '2027-11' }, '$25.00 more than November 2026'],
    [{ before: null }, 'The first invoice'],
  ])('says so with %o', async (over, text) => {
    await open({ [DIFFERENCES]: someDifferences(over) });
    expect(await screen.findByRole('button', { name: `${text} Why?` })).toBeTruthy();
  });

  // Proves S6-why-1
  it('says that the comparison could not be loaded, beside the invoice', async () => {
    let failing = true;
    const { user } = await open({
      [DIFFERENCES]: () => (failing ? json({ error: 'Not now.' }, 503) : json(someDifferences())),
    });
    expect(
      await screen.findByText(/^The comparison with the invoice before could not be loaded/),
    ).toBeTruthy();
    failing = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: /Why\?/ })).toBeTruthy();
    expect(screen.getByRole('article', { name: 'Invoice' })).toBeTruthy();
  });

  // Proves I7-replay-4
  it.each([
    [true, /^Verified: recalculated from history, exact match/, 'status'],
    [false, /^Mismatch: recalculating from history gives another result/, 'alert'],
  ])('is recalculated from history on request (equal: %s)', async (equal, verdict, role) => {
    const line = {
      name: 'Harbor View',
      readers: 12,
      rate: 6.5,
      amount: 78,
      why: ['12 readers since Nov 9, 2026'],
    };
    const { user, calls } = await open({
      [`GET /api/invoices/${ID}/replay`]: { issued: 78, replayed: 78, equal, lines: [line], more: 2 },
    });
    await user.click(await screen.findByRole('button', { name: /Why\?/ }));
    expect(calls.filter(({ path }) => path.endsWith('/replay'))).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Recalculate from history' }));
    const said = await screen.findByText(verdict);
    expect(said.closest(`[role=${role}]`)?.textContent).toContain('Issued $78.00, recalculated $78.00.');
    const [shown] = within(screen.getByRole('list', { name: 'Recalculated lines' })).getAllByRole('listitem');
    expect(shown?.textContent).toBe('Harbor View: 12 readers × $6.50 = $78.0012 readers since Nov 9, 2026');
    expect(screen.getByText('2 more lines were checked too.')).toBeTruthy();
  });

  // Proves S6-long-1
  it('shows the first lines of a long one, and more on request', async () => {
    const [item] = aDetail().items;
    const itemsFrom = (first: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({ ...item, id: String(first + index) }));
    const credit = { ...item, id: '5', description: 'Credit from INV-1', amount: -8, rate_source: null };
    const { user, calls } = await open({
      [`GET /api/invoices/${ID}`]: aDetail({ items: [...itemsFrom(0, 2), credit] as never, line_count: 5 }),
      [`GET /api/invoices/${ID}/items?part=1`]: { items: itemsFrom(2, 2) },
      [`GET /api/invoices/${ID}/items?part=2`]: { items: itemsFrom(4, 1) },
      [`POST /api/invoices/${ID}/questions`]: () => json({ error: 'Please choose a charge' }, 422),
    });
    const paper = within(screen.getByRole('article', { name: 'Invoice' }));
    expect(paper.getByText('Showing 2 of 5 sites.')).toBeTruthy();
    const csv = paper.getByRole('link', { name: 'Download all as CSV' });
    expect(csv.getAttribute('href')).toBe(`/api/invoices/${ID}/invoice.csv`);
    expect(paper.getByRole('rowheader', { name: 'Subtotal' }).nextElementSibling?.textContent).toBe('$78.00');
    await user.click(paper.getByRole('button', { name: 'Show 2 more' }));
    expect(await paper.findByText('Showing 4 of 5 sites.')).toBeTruthy();
    await user.click(paper.getByRole('button', { name: 'Show 1 more' }));
    await waitFor(() => expect(paper.queryByText(/^Showing/)).toBeNull());
    const asks = paper.getAllByRole('button', { name: 'Question this charge' });
    expect(asks).toHaveLength(5);
    expect(paper.getByText('Credit from INV-1')).toBeTruthy();
    await user.click(asks[4] as HTMLElement);
    const dialog = within(await screen.findByRole('dialog', { name: 'Question this charge' }));
    await user.type(dialog.getByRole('textbox', { name: /What would you like/ }), 'Is this site ours?');
    await user.click(dialog.getByRole('button', { name: 'Send question' }));
    const asked = () => calls.find(({ path }) => path.endsWith('/questions'))?.body;
    await waitFor(() => expect(asked()).toMatchObject({ line: 4 }));
  });

  // Proves S6-long-1
  it('counts lines where a long one has sales tax, which is among them', async () => {
    await open({ [`GET /api/invoices/${ID}`]: aDetail({ line_count: 5, tax_amount: 5 }) });
    expect(screen.getByText('Showing 1 of 5 lines.')).toBeTruthy();
  });

  // Proves S2-2-invoice-1
  it('names the site of the first item, and says where there are others', async () => {
    const { items } = aDetail();
    const other = items.map((item) => ({
      ...item,
      id: `${item.id}b`,
      site_id: 's9',
      site: { site_name: 'Pier 7' },
    }));
    await open({ [`GET /api/invoices/${ID}`]: aDetail({ items: [...items, ...other] }) });
    expect(screen.getByText('Site').nextElementSibling?.textContent).toBe('Harbor View and others');
  });

  // Proves S2-2-invoice-2
  it('shows N/A for missing parts of Bill To, and without a site', async () => {
    const nobody = {
      company: null,
      name: null,
      address: null,
      city: null,
      state: null,
      zip: null,
      email: null,
    };
    await open({ [`GET /api/invoices/${ID}`]: aDetail({ user: nobody, items: [], total_amount: 0 }) });
    const lines = screen.getByRole('heading', { name: 'Bill To' }).nextElementSibling;
    expect([...(lines?.querySelectorAll('dd') ?? [])].map(({ textContent }) => textContent)).toEqual(
      Array.from({ length: 5 }, () => 'N/A'),
    );
    expect(screen.getByText('Site').nextElementSibling?.textContent).toBe('N/A');
    expect(screen.getByText('No invoice items found')).toBeTruthy();
  });

  // Proves S2-2-invoice-3
  it('shows a paid one as Paid on its day, how it was paid, and no Pay Now', async () => {
    const paid = { status: 'paid', payment_date: '2026-12-03', can_pay: false } as const;
    await open({
      [`GET /api/invoices/${ID}`]: aDetail({
        ...paid,
        payment_kind: 'check',
        payments: [
          {
            id: 'm1',
            kind: 'check',
            amount: 78,
            paid_on: '2026-12-03',
            reference: '1042',
            reversed_on: null,
          },
        ],
      }),
    });
    expect(screen.getByText('Paid on Dec 3, 2026')).toBeTruthy();
    expect(screen.getByText('Paid by check, reference 1042.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Pay Now' })).toBeNull();
  });

  // Proves S6-invoices-24
  it('shows what was paid so far and what is open, and a payment that was reversed', async () => {
    await open({
      [`GET /api/invoices/${ID}`]: aDetail({
        paid_amount: 30,
        open_amount: 48,
        payments: [
          {
            id: 'm1',
            kind: 'check',
            amount: 30,
            paid_on: '2026-12-03',
            reference: '1042',
            reversed_on: null,
          },
          {
            id: 'm2',
            kind: 'ach',
            amount: 9,
            paid_on: '2026-12-04',
            reference: '77',
            reversed_on: '2026-12-05',
          },
        ],
      }),
    });
    const row = (label: string) =>
      screen.getByRole('rowheader', { name: label }).nextElementSibling?.textContent;
    expect([row('Total'), row('Paid so far'), row('Still open')]).toEqual(['$78.00', '$30.00', '$48.00']);
    expect(screen.getByText('$30.00 paid by check, reference 1042, on Dec 3, 2026.')).toBeTruthy();
    expect(
      screen.getByText('$9.00 paid by ACH, reference 77, on Dec 4, 2026; reversed on Dec 5, 2026.'),
    ).toBeTruthy();
    expect(screen.getByText('Due on Dec 16, 2026')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Pay Now' })).toBeTruthy();
  });

  it('shows a state that the page does not know as Canceled', async () => {
    await open({ [`GET /api/invoices/${ID}`]: { ...aDetail(), status: 'of a later version' } });
    expect(screen.getByText('Canceled')).toBeTruthy();
  });

  // Proves S2-2-invoice-3
  it('shows any other state as Canceled, with the invoice that replaced it', async () => {
    const next = 'a1_2026-12_2';
    await open({
      [`GET /api/invoices/${ID}`]: aDetail({ status: 'canceled', can_pay: false, replaced_by: next }),
      [`GET /api/invoices/${next}`]: aDetail({ id: next, invoice_number: 'INV-202612-0007', replaces: ID }),
    });
    expect(screen.getByText('Canceled')).toBeTruthy();
    const link = await screen.findByRole('link', { name: 'INV-202612-0007' });
    expect(link.getAttribute('href')).toBe(`/invoicing/${next}`);
    expect(link.closest('p')?.textContent).toBe('This invoice was replaced by INV-202612-0007.');
  });

  // Proves S2-2-invoice-3
  it('shows refunds, credits, reasons of rates, and overdue invoices', async () => {
    const items = (['custom', 'promotional', 'system', null] as const).map((rate_source, index) => ({
      id: String(index),
      description: `Line ${index}`,
      quantity: 1,
      unit_price: index === 3 ? -5 : 5,
      amount: index === 3 ? -5 : 5,
      site_id: null,
      site: null,
      rate_source,
    }));
    await open({
      [`GET /api/invoices/${ID}`]: aDetail({
        items,
        total_amount: 10,
        is_overdue: true,
        credited_amount: 2,
        credit_spent_amount: 5,
        refunds: [
          { id: 'r1', amount: 3, status: 'refunded' },
          { id: 'r2', amount: 4, status: 'requested' },
          {
            id: 'r3',
            amount: 1,
            status: 'refunded',
            kind: 'check',
            refunded_on: '2026-12-11',
            reference: '77',
          },
        ],
      }),
    });
    expect(screen.getByText(/, overdue$/)).toBeTruthy();
    const rows = screen.getAllByRole('row').map((row) => row.textContent);
    expect(rows.slice(1)).toEqual([
      'Line 01 × $5.00Rate agreed for this siteQuestion this charge1$5.00$5.00',
      'Line 11 × $5.00Promotional rateQuestion this charge1$5.00$5.00',
      'Line 21 × $5.00Standard rateQuestion this charge1$5.00$5.00',
      'Line 31 × -$5.001-$5.00-$5.00',
      'Subtotal$10.00',
      'Tax$0.00',
      'Total$10.00',
    ]);
    const notes = within(screen.getByRole('list', { name: 'Notes' }));
    expect(notes.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '$5.00 was settled by account credit.',
      '$3.00 was refunded.',
      '$4.00 is being refunded.',
      '$1.00 was refunded by check, reference 77, on Dec 11, 2026.',
      '$2.00 was credited: it pays open invoices, then the next ones.',
    ]);
  });

  // Proves I35-6
  it('says what account credit paid, and why it is open again', async () => {
    const from = { invoice_id: 'a1_2026-11_1', invoice_number: 'INV-202611-0001' };
    await open({
      [`GET /api/invoices/${ID}`]: aDetail({
        total_amount: 78,
        paid_amount: 0,
        open_amount: 68,
        credit_moves: [
          { ...from, amount: 30, on: '2026-12-10', reason: null },
          { ...from, amount: -20, on: '2026-12-14', reason: 'the payment that it came from was reversed' },
        ],
      }),
    });
    const notes = within(screen.getByRole('list', { name: 'Notes' }));
    expect(notes.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '$30.00 was paid by account credit of INV-202611-0001 on Dec 10, 2026.',
      '$20.00 of account credit of INV-202611-0001 was taken back on Dec 14, 2026, so it is open again: the payment that it came from was reversed.',
    ]);
    const rows = screen.getAllByRole('row').map((row) => row.textContent);
    expect(rows.slice(-3)).toEqual(['Paid so far$0.00', 'Paid by account credit$10.00', 'Still open$68.00']);
  });

  // Proves B43-dealer
  it.each([
    [
      { status: 'paid', dispute: 'open', dispute_amount: 78 },
      'Paid on Dec 3, 2026Payment disputed',
      'The bank of the card disputes the payment of $78.00. Until the bank decides, it counts as paid.',
    ],
    [
      { status: 'paid', dispute: 'inquiry', dispute_amount: 78 },
      'Paid on Dec 3, 2026Bank inquiry',
      'The bank of the card has asked about the payment of $78.00. It counts as paid.',
    ],
    [
      { status: 'pending', dispute: 'lost', dispute_amount: 78 },
      'Due on Dec 16, 2026Payment taken back',
      'The bank of the card took $78.00 back after a dispute, so it is open again. It is not charged automatically.',
    ],
  ] as const)('says what the bank says about its payment: %o', async (over, badges, note) => {
    const payment = { id: 'p1', kind: 'card', amount: 78, paid_on: '2026-12-03' } as const;
    const taken = over.dispute === 'lost' ? { taken_back: { amount: 78, on: '2026-12-20' } } : {};
    const paid = over.status === 'paid';
    await open({
      [`GET /api/invoices/${ID}`]: aDetail({
        ...over,
        payment_date: paid ? '2026-12-03' : null,
        can_pay: !paid,
        payments: [{ ...payment, reference: null, reversed_on: null, ...taken }],
      }),
    });
    const text = screen.getByText(note);
    expect(text.previousElementSibling?.textContent).toBe(badges);
    expect(within(screen.getByRole('list', { name: 'Notes' })).getByRole('listitem').textContent).toBe(
      paid
        ? 'Paid by card.'
        : '$78.00 paid by card, on Dec 3, 2026; the bank took $78.00 back on Dec 20, 2026.',
    );
    expect(screen.queryByRole('button', { name: 'Pay Now' }) !== null).toBe(!paid);
  });

  it('prints, and downloads its PDF', async () => {
    const { user, calls } = await open({ [`GET /api/invoices/${ID}/invoice.pdf`]: () => json('') });
    const print = vi.fn();
    vi.stubGlobal('print', print);
    URL.createObjectURL = () => 'blob:file';
    URL.revokeObjectURL = () => undefined;
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    await user.click(screen.getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
    await user.click(screen.getByRole('button', { name: 'Download PDF' }));
    await waitFor(() => expect(calls.at(-1)?.path).toBe(`/api/invoices/${ID}/invoice.pdf`));
  });

  // Proves S2-2-invoice-6
  it('that does not exist, or belongs to another company, is shown as not found with a link back', async () => {
    await open({ [`GET /api/invoices/${ID}`]: () => json({ error: 'Not found' }, 404) });
    expect(await screen.findByRole('heading', { level: 1, name: 'Error Loading Invoice' })).toBeTruthy();
    expect(screen.getByText('Invoice not found')).toBeTruthy();
    const back = screen.getByRole('link', { name: 'Return to Invoicing' });
    expect(back.getAttribute('href')).toBe('/invoicing');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('that failed to load can be loaded again', async () => {
    let answers = 0;
    const { user } = await open({
      [`GET /api/invoices/${ID}`]: () =>
        answers++ === 0 ? json({ error: 'Not now.' }, 503) : json(aDetail()),
    });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Invoice INV-202612-0001' })).toBeTruthy();
  });

  // Proves S2-2-invoice-4
  it.each([`/invoices/${ID}`, `/invoicing/${ID}`])(
    'is the same screen at %s, without a payment',
    async (path) => {
      await open({}, path);
      expect(await screen.findByText('Due on Dec 16, 2026')).toBeTruthy();
      expect(screen.queryByRole('dialog')).toBeNull();
    },
  );
});

describe('paying an invoice', () => {
  // Proves S1-2-checkout-2a
  it('offers another card if the saved one was declined, which can still be tried', async () => {
    const declined = { on: '2026-11-22', message: 'Your card was declined.' };
    const { user } = await open({ 'GET /api/payment-method': { ...card, declined } });
    await user.click(screen.getByRole('button', { name: /^Pay/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Pay INV-202612-0001' }));
    expect(
      await dialog.findByText(
        'Declined on Nov 22, 2026: Your card was declined. Replace it or use another card.',
      ),
    ).toBeTruthy();
    const contained = (name: string) =>
      dialog.getByRole('button', { name }).className.includes('MuiButton-contained');
    expect([contained('Use another card'), contained('Pay $78.00')]).toEqual([true, false]);
  });

  // Proves S2-2-invoice-4, S2-4-pay-1, S2-8-pay
  it('at …/pay confirms amount and card at once; success returns to the list after 1.5 s', async () => {
    const { user, calls, place } = await open({ [pay]: () => json(succeeded) }, `/invoices/${ID}/pay`);
    const dialog = within(await screen.findByRole('dialog', { name: 'Pay INV-202612-0001' }));
    expect(await dialog.findByText('Pay $78.00 with Visa ending in 4242?')).toBeTruthy();
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
    const before = performance.now();
    await user.click(dialog.getByRole('button', { name: 'Pay $78.00' }));
    expect(await screen.findByText('Payment successful')).toBeTruthy();
    await waitFor(() => expect(place()).toBe('/invoicing'), { timeout: 5_000 });
    expect(performance.now() - before).toBeGreaterThanOrEqual(1_490);
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      use_existing_payment_method: true,
    });
  });

  // Proves I38-chosen-amount
  it.each([
    ['with the saved card', card],
    ['with the card form', null],
  ])('pays another amount %s', async (_, saved) => {
    const form = { ...succeeded, success: false, status: 'requires_payment_method', clientSecret: 'secret' };
    let first = saved === null;
    const answer = () => {
      const shown = first ? form : succeeded;
      first = false;
      return json(shown);
    };
    const { user, calls } = await open(
      {
        [pay]: answer,
        'GET /api/payment-method': saved,
        'GET /api/stripe-config': { publicKey: 'pk', publishableKey: 'pk' },
      },
      `/invoices/${ID}/pay`,
    );
    const dialog = within(await screen.findByRole('dialog', { name: 'Pay INV-202612-0001' }));
    await user.click(await dialog.findByRole('button', { name: 'Pay another amount' }));
    const amount = dialog.getByLabelText(/Amount in dollars/);
    expect(amount).toHaveProperty('value', '78.00');
    for (const [entered, problem] of [
      ['78.01', '$78.00 of this invoice is open, not more.'],
      ['0.49', "Amounts below $0.50 can't be paid by card."],
      ['x', 'Amount must be dollars with at most two decimals'],
    ] as const) {
      await user.clear(amount);
      await user.type(amount, entered);
      await user.click(dialog.getByRole('button', { name: 'Continue' }));
      expect(dialog.getByText(problem)).toBeTruthy();
    }
    await user.clear(amount);
    await user.type(amount, '50');
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    expect(dialog.getByText('Total $50.00 of $78.00')).toBeTruthy();
    if (saved !== null) await user.click(dialog.getByRole('button', { name: 'Pay $50.00' }));
    expect(await screen.findByText('The rest of the invoice is still open.')).toBeTruthy();
    expect(calls.findLast(({ method }) => method === 'POST')?.body).toEqual({
      use_existing_payment_method: saved !== null,
      amount: '50',
    });
  });

  it("opens no payment at …/pay for an invoice that can't be paid", async () => {
    await open(
      {
        [`GET /api/invoices/${ID}`]: aDetail({ status: 'paid', payment_date: '2026-12-03', can_pay: false }),
      },
      `/invoices/${ID}/pay`,
    );
    await screen.findByText('Paid on Dec 3, 2026');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  // Proves S2-8-pay
  it('shows Payment failed with the provider’s message, and can be retried', async () => {
    const refused = { ...succeeded, success: false, message: 'Your card was declined.' };
    const { user } = await open({ [pay]: () => json(refused) }, `/invoices/${ID}/pay`);
    const dialog = await payWith(user);
    expect(await screen.findByText('Payment failed')).toBeTruthy();
    expect(dialog.getByRole('alert').textContent).toBe('Your card was declined.');
    expect(dialog.getByRole('button', { name: 'Pay $78.00' })).toBeTruthy();
  });

  // Proves S2-4-pay-1
  it('keeps its amount until it closes, also where the invoice is read again before the answer', async () => {
    const paid = aDetail({ status: 'paid', payment_date: '2026-12-03', can_pay: false, open_amount: 0 });
    const sources: EventSource[] = [];
    const listen = function listen(this: EventSource) {
      sources.push(this);
    };
    listen.prototype.close = () => undefined;
    vi.stubGlobal('EventSource', listen);
    let charged = false;
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const charge = async () => {
      charged = true;
      await answered;
      return json(succeeded);
    };
    const { user } = await open(
      { [pay]: charge, [`GET /api/invoices/${ID}`]: () => json(charged ? paid : aDetail()) },
      `/invoices/${ID}/pay`,
    );
    const dialog = await payWith(user);
    const event = new MessageEvent('message', { data: '{"topic":"invoices","seq":"1"}' });
    act(() => sources.at(-1)?.onmessage?.(event));
    // behind the dialog
    expect(await screen.findByText('Paid on Dec 3, 2026')).toBeTruthy();
    expect(dialog.queryByText(/not open any more/)).toBeNull();
    expect(dialog.getByText('Total $78.00')).toBeTruthy();
    answer();
    expect(await dialog.findByText('Payment successful. Returning to invoicing...')).toBeTruthy();
    expect(dialog.getByText('Total $78.00')).toBeTruthy();
  });

  // Proves S2-8-pay
  it('has a text for a payment that failed for no given reason', async () => {
    const taken = { ...succeeded, success: false, status: 'processing' };
    const outcome = { status: 'declined', message: null, orderId: null, invoiceIds: [ID] };
    const { user } = await open(
      { [pay]: () => json(taken), 'GET /api/payments/pi_1': outcome },
      `/invoices/${ID}/pay`,
    );
    const dialog = await payWith(user);
    expect((await dialog.findByRole('alert')).textContent).toBe('An error occurred during payment.');
  });

  // Proves S2-4-pay-4
  it('that another tab has paid is shown as paid and not charged', async () => {
    let paid = false;
    const conflict = () => {
      paid = true;
      return json({ error: 'This invoice is paid already.' }, 409);
    };
    const state = { status: 'paid', payment_date: '2026-12-03', can_pay: false } as const;
    const { user } = await open(
      {
        [pay]: conflict,
        'GET /api/stripe-config': {
          publicKey: 'pk',
          isConfigured: true,
          accountType: 'demo',
          simulated: true,
        },
        [`GET /api/invoices/${ID}`]: () => json(paid ? aDetail(state) : aDetail()),
      },
      `/invoices/${ID}/pay`,
    );
    const dialog = await payWith(user);
    expect(await screen.findByText('Payment failed')).toBeTruthy();
    expect(
      await dialog.findByText(
        'INV-202612-0001 is not open any more: paid or canceled meanwhile. Nothing was charged here.',
      ),
    ).toBeTruthy();
    await user.click(dialog.getAllByRole('button', { name: 'Close' })[1] as HTMLElement);
    expect(screen.getByText('Paid on Dec 3, 2026')).toBeTruthy();
  });

  // Proves S2-8-pay
  it('shows that the configuration of Stripe could not be read', async () => {
    const started = { ...succeeded, success: false, status: 'requires_action', clientSecret: 'pi_1_secret' };
    const { user } = await open(
      { [pay]: () => json(started), 'GET /api/stripe-config': () => new Response('', { status: 502 }) },
      `/invoices/${ID}/pay`,
    );
    const dialog = await payWith(user);
    expect(await screen.findByText('Payment failed')).toBeTruthy();
    expect(dialog.getByRole('alert').textContent).toBe('Failed to get Stripe configuration');
  });

  // Proves I35-37-unknown
  it.each([
    ['a fault', () => json({ error: 'Something went wrong on our side. Please try again.' }, 500)],
    ['a proxy’s page', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('does not claim that nothing was charged after %s', async (_, answer) => {
    let charged = false;
    const fail = () => {
      charged = true;
      return answer();
    };
    const paid = aDetail({ status: 'paid', payment_date: '2026-12-03', can_pay: false });
    const { user } = await open(
      { [pay]: fail, [`GET /api/invoices/${ID}`]: () => json(charged ? paid : aDetail()) },
      `/invoices/${ID}/pay`,
    );
    const dialog = await payWith(user);
    expect(await screen.findByText(/^It is not known whether the payment was made\./)).toBeTruthy();
    expect(
      await dialog.findByText('INV-202612-0001 is not open any more: paid or canceled meanwhile.'),
    ).toBeTruthy();
    expect(screen.queryByText(/Nothing was charged/)).toBeNull();
  });

  // Proves I35-37-unknown
  it('says that nothing was charged where the start was refused without a text', async () => {
    const refuse = () => new Response('<h1>Too large</h1>', { status: 413 });
    const { user } = await open({ [pay]: refuse }, `/invoices/${ID}/pay`);
    const dialog = await payWith(user);
    expect((await dialog.findByRole('alert')).textContent).toBe(
      'The payment could not be started. Nothing was charged. Please try again.',
    );
  });

  // Proves S2-8-pay
  it('shows that Stripe is not configured for the account', async () => {
    const { user } = await open(
      {
        [pay]: () => json({ error: 'Stripe not configured for live accounts' }, 422),
        'GET /api/stripe-config': {
          publicKey: null,
          isConfigured: false,
          accountType: 'live',
          simulated: false,
        },
      },
      `/invoices/${ID}/pay`,
    );
    const dialog = await payWith(user);
    await waitFor(() =>
      expect(dialog.getByRole('alert').textContent).toBe('Stripe is not configured for this account type.'),
    );
  });

  // Proves S2-8-pay
  it('starts with the card form without a saved card, and shows if the provider’s script is missing', async () => {
    const asked = {
      ...succeeded,
      success: false,
      status: 'requires_payment_method',
      clientSecret: 'pi_1_secret_1',
    };
    // a key that is none: the provider's loader refuses it
    const { calls } = await open(
      {
        [pay]: () => json(asked),
        'GET /api/payment-method': 'null',
        'GET /api/stripe-config': {
          publicKey: 'pk_test_sim_1',
          isConfigured: true,
          accountType: 'demo',
          simulated: true,
        },
      },
      `/invoices/${ID}/pay`,
    );
    const dialog = within(await screen.findByRole('dialog', { name: 'Pay INV-202612-0001' }));
    expect(await dialog.findByText('Failed to load Stripe.')).toBeTruthy();
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      use_existing_payment_method: false,
    });
  });

  it('polls a pending payment until it ends', async () => {
    let questions = 0;
    const outcome = () =>
      json({
        status: questions++ === 0 ? 'processing' : 'succeeded',
        message: null,
        orderId: null,
        invoiceIds: [ID],
      });
    const { user } = await open(
      {
        [pay]: () => json({ ...succeeded, success: false, status: 'processing' }),
        'GET /api/payments/pi_1': outcome,
      },
      `/invoices/${ID}/pay`,
    );
    await payWith(user);
    expect(await screen.findByText('Processing your payment...')).toBeTruthy();
    expect(await screen.findByText('Payment successful')).toBeTruthy();
    expect(questions).toBe(2);
  });

  it('removes the card form if the payment failed at the provider', async () => {
    const { user } = await open(
      {
        [pay]: () => json({ ...succeeded, success: false, status: 'processing' }),
        'GET /api/payments/pi_1': {
          status: 'declined',
          message: 'Your card has insufficient funds.',
          orderId: null,
          invoiceIds: [ID],
        },
      },
      `/invoices/${ID}/pay`,
    );
    const dialog = await payWith(user);
    await waitFor(() =>
      expect(dialog.getByRole('alert').textContent).toBe('Your card has insufficient funds.'),
    );
    expect(dialog.getByRole('button', { name: 'Pay $78.00' })).toBeTruthy();
  });

  it('can be left by Cancel without a charge', async () => {
    const { user, calls } = await open({}, `/invoices/${ID}/pay`);
    const dialog = within(await screen.findByRole('dialog', { name: 'Pay INV-202612-0001' }));
    await user.click(await dialog.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  });
});
