import type { Order } from '@portal/contract';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { account } from '../../shared/testing/account.ts';
import { useFakeProvider } from '../../shared/testing/fakeProvider.ts';
import { openPage } from '../../shared/testing/openPage.tsx';
import { ORDER_ANSWERS } from '../../shared/testing/orderAnswers.ts';
import { fetchOrderCode } from '../../shared/testing/orderCode.ts';
import { type Answer, answerFetch, json } from '../../shared/testing/server.ts';
import { orderOf as formOrder, openOrder } from '../order/order.ts';
import { brokenCsv, sampleCsv } from './importFile.ts';

const site = (name: string, changes: object = {}) => ({
  site_name: name,
  site_address: '2 Harbor Road',
  site_city: 'Albany',
  site_state: 'NY',
  site_zip: '12207',
  number_of_readers: '4',
  number_of_acu_panels: '1',
  ...changes,
});
const good = (line: number, name: string, changes: object = {}) => ({
  line,
  site: site(name, changes),
  errors: [],
  price_cents: 0,
});
const broken = (line: number, path: string, message: string, values?: object) => ({
  line,
  site: null,
  errors: [{ path, message }],
  ...(values && { values }),
  price_cents: 0,
});
const checked = (...rows: readonly object[]) => ({ rows, good: 0, broken: 0, items: [], total_cents: 0 });

const orderOf = (...outcomes: readonly Order['entries'][number]['outcome'][]): Order => ({
  id: 'o1',
  order_number: 'ORD-1',
  account_id: 'a1',
  user_id: 'u1',
  kind: 'sites',
  status: 'paid',
  items: [],
  entries: outcomes.map((outcome, index) => ({ id: `s${index}`, name: `Site ${index}`, amount: 0, outcome })),
  total_amount: 0,
  refunded_amount: 0,
  taken_back_amount: 0,
  refundable_amount: 0,
  dispute: null,
  test_mode: true,
  placed_on: '2026-11-21',
  paid_on: '2026-11-21',
  card: null,
  created_at: '2026-11-21T10:00:00.000Z',
});

async function open(answers: Readonly<Record<string, Answer>> = {}) {
  const calls = answerFetch({
    ...ORDER_ANSWERS,
    'GET /api/accounts/a1': { ...account, promotional_license_pricing: false },
    'GET /api/payments/pi_1': { status: 'succeeded', message: null, orderId: 'o1', invoiceIds: [] },
    ...answers,
  });
  const page = openPage('/new-site/import');
  const input = await screen.findByLabelText<HTMLInputElement>('CSV file');
  const upload = (label: string, text = 'site_name') =>
    page.user.upload(screen.getByLabelText<HTMLInputElement>(label), new File([text], 'sites.csv'));
  const sent = (path: string) => calls.filter((call) => call.method === 'POST' && call.path === path);
  return { ...page, input, upload, sent };
}

const rowsOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    );
const where = '2 Harbor Road, Albany, NY 12207';

beforeAll(fetchOrderCode, 120_000);

describe('/new-site/import', () => {
  beforeEach(() => void useFakeProvider());
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  it('shows valid rows with their price, and rows to correct', async () => {
    const { upload, sent } = await open({
      'POST /api/site-import': checked(
        good(2, 'Harbor View', { number_of_acu_panels: '3' }),
        broken(3, 'site_state', 'State is required'),
        good(4, 'Mill Street'),
      ),
    });
    await upload('CSV file');
    expect(await screen.findByText('2 sites to order')).toBeTruthy();
    expect(await screen.findByText('1 row needs a correction')).toBeTruthy();
    expect(rowsOf('Sites to order')).toEqual([
      ['2', `Harbor View${where}`, '4', '3'],
      ['4', `Mill Street${where}`, '4', '1'],
    ]);
    expect(rowsOf('Rows that need a correction')).toEqual([['3', '—', 'State: State is required']]);
    expect(screen.getByText('Total due now').nextSibling?.textContent).toBe('$130.00');
    expect(screen.getByText(/8 readers: \$52\.00 a month/)).toBeTruthy();
    expect(sent('/api/site-import')[0]?.headers.get('Content-Type')).toBe('text/csv');
  });

  // Proves I35-29
  it('shows what the portal changed in a row in that row', async () => {
    const note = 'The ZIP code was completed to 07102.';
    const { upload } = await open({
      'POST /api/site-import': checked(
        { ...good(2, 'Harbor View', { site_zip: '07102' }), notes: [note] },
        good(3, 'Mill Street'),
      ),
    });
    await upload('CSV file');
    expect(await screen.findByText('2 sites to order')).toBeTruthy();
    await screen.findByRole('table', { name: 'Sites to order' });
    expect(rowsOf('Sites to order')).toEqual([
      ['2', `Harbor View2 Harbor Road, Albany, NY 07102${note}`, '4', '1'],
      ['3', `Mill Street${where}`, '4', '1'],
    ]);
  });

  // Proves S1-9-orders-2
  it("orders nothing while the prices can't be loaded, and retries", async () => {
    let works = false;
    const page = await open({
      'GET /api/accounts/a1': () => (works ? json(account) : json({ error: 'Away' }, 500)),
      'POST /api/site-import': checked(good(2, 'Harbor Point')),
    });
    await page.upload('CSV file');
    expect(await screen.findByText(/^Your prices could not be loaded/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Create 1 Site/ })).toBeNull();
    expect(screen.queryByText(/\$5\.00/)).toBeNull();
    works = true;
    await page.user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: /Create 1 Site/ })).toBeTruthy();
  });

  it('shows each problem of a row with its column, in one unit', async () => {
    const errors = [
      { path: '', message: 'This row has more values than the header has columns.' },
      { path: 'site_state', message: 'State is required' },
      { path: 'requested_date', message: 'Please enter a date' },
    ];
    const { upload } = await open({
      'POST /api/site-import': checked({ line: 3, site: null, errors, price_cents: 0 }),
    });
    await upload('CSV file');
    const table = within(await screen.findByRole('table', { name: 'Rows that need a correction' }));
    expect(table.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'This row has more values than the header has columns.',
      'State: State is required',
      'Requested date: Please enter a date',
    ]);
  });

  it('counts the rows to correct beyond the listed ones', async () => {
    const { upload } = await open({
      'POST /api/site-import': {
        ...checked(broken(2, 'site_name', 'Site name is required')),
        broken: 9_000,
      },
    });
    await upload('CSV file');
    expect(await screen.findByText('9,000 rows need a correction')).toBeTruthy();
    expect(screen.getByText(/^The first 1 are listed\./)).toBeTruthy();
  });

  it('keeps valid rows when a corrected file is uploaded, and replaces sites of the same name', async () => {
    const answers = [
      checked(good(2, 'Harbor View'), broken(3, 'site_name', 'Site name is required')),
      checked(good(2, ' harbor view ', { number_of_readers: '9' }), good(3, 'Mill Street')),
    ];
    const { upload } = await open({ 'POST /api/site-import': () => json(answers.shift()) });
    await upload('CSV file');
    await screen.findByText('1 site to order');
    await upload('Corrected CSV file');
    expect(await screen.findByText('2 sites to order')).toBeTruthy();
    expect(screen.queryByText('1 row needs a correction')).toBeNull();
    expect(rowsOf('Sites to order').map(([, name, readers]) => [name, readers])).toEqual([
      [`harbor view${where}`, '9'],
      [`Mill Street${where}`, '4'],
    ]);
  });

  // Proves S4-import-page-1
  it('checks a row again when its value is corrected in place, and orders nothing', async () => {
    const wrong = (line: number, name: string) =>
      broken(line, 'site_state', `No state of ${name}`, site(name, { site_state: 'NX' }));
    const answers = [
      checked(good(2, 'Harbor View'), wrong(3, 'Mill Street'), wrong(4, 'Pier 8'), wrong(5, 'Harbor View')),
      checked({ ...wrong(2, 'Mill Street'), errors: [{ path: 'site_state', message: 'Still none' }] }),
      checked(good(2, 'Mill Street')),
      checked(good(2, 'Pier 8')),
      checked(good(2, 'Harbor View')),
    ];
    const { upload, sent, user } = await open({ 'POST /api/site-import': () => json(answers.shift()) });
    await upload('CSV file');
    expect(await screen.findByText(/^1 of 4 rows can be ordered now\./)).toBeTruthy();
    expect(rowsOf('Rows that need a correction')[0]).toEqual([
      '3',
      'Mill Street2 Harbor Road, Albany, NX 12207',
      expect.stringMatching(/^State.*No state of Mill Street$/),
    ]);
    const field = () => screen.getAllByLabelText<HTMLInputElement>('State')[0] as HTMLInputElement;
    expect(field().value).toBe('NX');
    await user.clear(field());
    await user.type(field(), 'NZ{Enter}');
    expect(await screen.findByText('Still none')).toBeTruthy();
    expect(document.activeElement).toBe(field());
    await user.clear(field());
    await user.type(field(), 'N.Y.{Enter}');
    expect(await screen.findByText('2 rows need a correction')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(field()));
    await user.type(field(), 'Y');
    await user.tab();
    expect(await screen.findByText('3 sites to order')).toBeTruthy();
    expect(rowsOf('Sites to order').map(([line]) => line)).toEqual(['2', '3', '4']);
    await user.type(field(), '{Enter}');
    expect(await screen.findByText(/^The same site is in line 2\./)).toBeTruthy();
    expect(rowsOf('Sites to order')).toHaveLength(3);
    expect(sent('/api/site-import')).toHaveLength(5);
    expect(sent('/api/orders')).toEqual([]);
  });

  // Proves S4-import-page-1
  it('orders all valid rows with one payment and follows each to its end', async () => {
    let last: 'waiting' | 'created' = 'waiting';
    const { upload, sent, user, place } = await open({
      'POST /api/site-import': checked(
        good(2, 'Harbor View', { number_of_acu_panels: '2' }),
        good(3, 'Mill Street'),
      ),
      'GET /api/orders/o1': () => json(orderOf('created', last)),
    });
    await upload('CSV file');
    await user.click(await screen.findByRole('button', { name: 'Pay $65.00 and Create 2 Sites' }));
    expect(await screen.findByText('1 of 2 sites created')).toBeTruthy();
    expect(rowsOf('Sites to order').map((row) => row.at(-1))).toEqual(['Created', 'Waiting']);
    last = 'created';
    expect(await screen.findByText('All steps completed successfully!')).toBeTruthy();
    expect(sent('/api/create-payment-intent').map(({ body }) => body)).toEqual([
      expect.objectContaining({
        amount: 6_500,
        order: {
          kind: 'sites',
          sites: [
            expect.objectContaining({ site_name: 'Harbor View', number_of_acu_panels: '2' }),
            expect.objectContaining({ site_name: 'Mill Street' }),
          ],
        },
      }),
    ]);
    expect(sent('/api/sites')).toEqual([]);
    await waitFor(() => expect(place()).toBe('/dealer-dashboard'), { timeout: 10_000 });
    const told = 'Site 0 and 1 other site are ordered. We’ll email you once they’re approved.';
    expect(await screen.findByText(told)).toBeTruthy();
  });

  it('places a free order, and stays while rows need a correction', async () => {
    const { upload, sent, user, place } = await open({
      'POST /api/site-import': checked(
        good(2, 'Harbor View'),
        broken(3, 'site_name', 'Site name is required'),
      ),
      'POST /api/orders': () => json(orderOf('waiting'), 201),
      'GET /api/orders/o1': orderOf('created'),
    });
    await upload('CSV file');
    await user.click(await screen.findByRole('button', { name: 'Create 1 Site' }));
    expect(await screen.findByText('All steps completed successfully!')).toBeTruthy();
    expect(sent('/api/orders').map(({ body }) => body)).toEqual([
      {
        order: { kind: 'sites', sites: [expect.objectContaining({ site_name: 'Harbor View' })] },
        orderId: expect.any(String),
      },
    ]);
    expect(sent('/api/create-payment-intent')).toEqual([]);
    expect(screen.getByText('1 of 1 sites created')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('1 site to order')).toBeNull(), { timeout: 10_000 });
    expect(await screen.findByText('1 row needs a correction')).toBeTruthy();
    expect(place()).toBe('/new-site/import');
  });

  it('resends a free order as the same one if its outcome was unknown', async () => {
    let hidden = true;
    const { upload, sent, user } = await open({
      'POST /api/site-import': checked(good(2, 'Harbor View')),
      'POST /api/orders': () => json(orderOf('waiting'), 201),
      'GET /api/orders/o1': () => (hidden ? json({ error: 'Not now.' }, 403) : json(orderOf('created'))),
    });
    await upload('CSV file');
    const create = async () => user.click(await screen.findByRole('button', { name: 'Create 1 Site' }));
    await create();
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close' }));
    hidden = false;
    await create();
    expect(await screen.findByText('All steps completed successfully!')).toBeTruthy();
    const [first, second] = sent('/api/orders').map(({ body }) => body);
    expect(first).toHaveProperty('orderId', expect.any(String));
    expect(second).toEqual(first);
  });

  // Proves S1-4-payment-3a
  it('does not mistake an earlier file, ordered with a lost answer, for the current one', async () => {
    const id = formOrder('u1 Creating Sites');
    const message = 'This form was already ordered as Harbor View. Please open a new form to order more.';
    let pressed = false;
    const { upload, user } = await open({
      'POST /api/site-import': checked(good(2, 'Mill Street', { number_of_acu_panels: '2' })),
      'POST /api/create-payment-intent': () => {
        pressed = true;
        return json({ error: message, errors: [{ path: 'order', message }] }, 409);
      },
      [`GET /api/orders/${id}`]: () =>
        pressed
          ? json({ ...orderOf('created'), id, status: 'fulfilled' })
          : json({ error: 'Order not found' }, 404),
    });
    await upload('CSV file');
    await user.click(await screen.findByRole('button', { name: /^Pay/ }));
    expect(await screen.findAllByText(message)).toHaveLength(2);
    expect(screen.queryByText('All steps completed successfully!')).toBeNull();
    expect(openOrder('u1 Creating Sites')).toBeNull();
  });

  // Proves S4-import-page-1
  it('names the sites that were rejected', async () => {
    const { upload, user } = await open({
      'POST /api/site-import': checked(good(2, 'A', { number_of_acu_panels: '2' }), good(3, 'B')),
      'GET /api/orders/o1': orderOf('created', 'rejected'),
    });
    await upload('CSV file');
    await user.click(await screen.findByRole('button', { name: /^Pay/ }));
    const told = await screen.findAllByText('Not created, and given back to your card: Site 1');
    expect(told).toHaveLength(2);
  });

  it.each([
    [
      'the server’s words',
      () => json({ error: 'The file is no text in UTF-8.' }, 422),
      'The file is no text in UTF-8.',
    ],
    [
      'no network',
      () => Promise.reject(new TypeError('x')),
      'The file could not be checked. Please try again.',
    ],
  ])('shows why a file can’t be checked: %s', async (_, answer, message) => {
    const { upload } = await open({ 'POST /api/site-import': answer });
    await upload('CSV file');
    expect(await screen.findByText(message)).toBeTruthy();
  });

  // Proves S4-import-page-2
  it('rejects a file that is too large or empty', async () => {
    const { upload, sent } = await open();
    await upload('CSV file', 'x'.repeat(5_000_001));
    expect(await screen.findByText('The file is larger than 5 MB. Please split it.')).toBeTruthy();
    await upload('CSV file', '');
    expect(await screen.findByText('The file is empty.')).toBeTruthy();
    expect(sent('/api/site-import')).toEqual([]);
  });

  it('accepts a dropped file', async () => {
    const { sent } = await open({ 'POST /api/site-import': checked() });
    fireEvent.drop(screen.getByTestId('drop'), {
      dataTransfer: { files: [new File(['site_name'], 'sites.csv')] },
    });
    expect(await screen.findByText('The file has no rows.')).toBeTruthy();
    expect(sent('/api/site-import')).toHaveLength(1);
  });

  // Proves S4-import-page-2
  it('orders 500 sites at once and leaves the others', async () => {
    const many = Array.from({ length: 503 }, (_, index) => good(index + 2, `Site ${index}`));
    const { upload, user } = await open({ 'POST /api/site-import': checked(...many) });
    await upload('CSV file');
    expect(await screen.findByRole('button', { name: 'Create 500 Sites' })).toBeTruthy();
    expect(screen.getByText(/the first 500 are ordered now, the others stay here/)).toBeTruthy();
    expect(rowsOf('Sites to order')).toHaveLength(10);
    await user.click(screen.getByRole('button', { name: 'Show all 503 rows' }));
    expect(rowsOf('Sites to order')).toHaveLength(503);
  });
});

// Proves S4-import-page-2
it('gives rows that need a correction as CSV, with what is wrong beside them', async () => {
  const errors = [
    { path: '', message: 'Too long.' },
    { path: 'site_state', message: 'There is no state NX.' },
  ];
  const values = { site_name: '=1+1', site_state: 'NX', site_notes: 'a "b", c' };
  expect(await brokenCsv([{ id: '1', line: 2, values, errors }])).toBe(
    `Site name,State,Notes,Problem\r\n'=1+1,NX,"a ""b"", c",Too long. State: There is no state NX.`,
  );
});

describe('the sample file', () => {
  it("has the columns under people's names in order, and two sites", () => {
    const [header, ...lines] = sampleCsv().trimEnd().split('\r\n');
    expect(header).toBe(
      'Site name,Address,City,State,ZIP code,Number of readers,Number of ACU panels,Requested date,Notes,CA 150 Panel,Netcom6P',
    );
    expect(lines.map((line) => line.split(',').length)).toEqual([11, 11]);
  });
});
