import type { Site } from '@portal/contract';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openPage } from '../../shared/testing/openPage.tsx';
import { dealer } from '../../shared/testing/people.ts';
import { type Answer, answerFetch, type Call, json } from '../../shared/testing/server.ts';
import {
  anInvoice,
  aPaidInvoice,
  aSummary,
  invoicesOf,
  someDifferences,
} from '../invoices/testing/records.ts';
import { site } from '../sites/testing/records.ts';

const ofEstimate = someDifferences({
  period: '2027-01',
  before: { id: 'a1_2026-12_1', invoice_number: 'INV-202612-0001', period: '2026-12', total: 53 },
});

/** A site as it is read to be edited, at its revision. */
const revised =
  (one: Site, etag = '"7"') =>
  () =>
    json(one, 200, { ETag: etag });
const three = [
  site('1', 'Harbor View', 'active'),
  site('2', 'Medical Pavilion', 'pending'),
  site('3', 'Pier 7', 'inactive'),
];

async function open(
  answers: Readonly<Record<string, Answer>> = {},
  user = dealer,
  search = '',
  state?: unknown,
) {
  const calls = answerFetch({
    'GET /api/user': user,
    'GET /api/sites': three,
    'GET /api/sites?shared=true': [],
    'GET /api/migrations': [],
    'GET /api/invoices': [anInvoice()],
    'GET /api/billing-summary': aSummary(),
    'GET /api/billing-summary/differences': ofEstimate,
    ...Object.fromEntries(three.map((one) => [`GET /api/sites/${one.id}`, revised(one)])),
    ...answers,
  });
  const page = openPage(`/dealer-dashboard${search}`, state);
  await screen.findByRole('heading', { level: 1, name: `Welcome, ${user.name}` });
  await screen.findByRole('tablist');
  return { ...page, calls, tab: (name: RegExp) => page.user.click(screen.getByRole('tab', { name })) };
}

const rows = () =>
  within(screen.getByRole('tabpanel'))
    .queryAllByRole('listitem')
    .map((row) => within(row).getByRole('heading').textContent);
const refuse = () => json({ error: 'Not now.' }, 503);

describe('/dealer-dashboard', () => {
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  it('has a skeleton where sites come', async () => {
    let answer = (_sites: Response) => {};
    const late = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    await open({ 'GET /api/sites': () => late });
    const panel = within(screen.getByRole('tabpanel'));
    await panel.findByRole('status', { name: 'Loading' });
    expect(panel.queryByRole('progressbar')).toBeNull();
    answer(json(three));
    await waitFor(() => expect(rows()).toEqual(['Harbor View']));
    expect(panel.queryByRole('status', { name: 'Loading' })).toBeNull();
  });

  // Proves S2-2-dashboard-1, S2-2-dashboard-4, S2-4-site-1
  it('has a greeting, and tabs with counts and sites', async () => {
    const { tab } = await open();
    expect(screen.getByText('Dealer ID: KS0001').parentElement?.textContent).toBe(
      'northgate · Dealer ID: KS0001',
    );
    await screen.findByRole('tab', { name: 'Active Sites (1)' });
    const labels = screen.getAllByRole('tab').map(({ textContent }) => textContent);
    expect(labels).toEqual([
      'Active Sites (1)',
      'Pending (1)',
      'Migrations (0)',
      'Inactive (1)',
      'All Sites (3)',
    ]);
    expect(rows()).toEqual(['Harbor View']);
    await tab(/^Pending/);
    expect(rows()).toEqual(['Medical Pavilion']);
    expect(screen.getByText('Pending Admin Approval')).toBeTruthy();
    expect(within(screen.getByRole('tabpanel')).queryAllByRole('button')).toEqual([]);
    await tab(/^Inactive/);
    expect(rows()).toEqual(['Pier 7']);
    await tab(/^All/);
    expect(rows()).toHaveLength(3);
    expect(screen.getAllByText('Requested Nov 20, 2026')).toHaveLength(3);
  });

  // Proves S1-5-orders-4
  it('shows nothing in place of a requested date that a site lacks', async () => {
    await open({ 'GET /api/sites': [{ ...site('1', 'Harbor View', 'active'), requested_date: null }] });
    const row = (await screen.findByRole('heading', { name: 'Harbor View' })).closest('li');
    expect(row?.textContent).not.toMatch(/requested/i);
  });

  it('shows the requested date of a migration, if any', async () => {
    const migration = {
      id: 'm1',
      user_id: 'u1',
      migration_site_name: 'Old Mill',
      migration_site_city: 'Albany',
      migration_site_state: 'NY',
      system7_site_id: '77',
      number_of_readers: '4',
      number_of_acu_panels: '1',
      software_version: null,
      requested_migration_date: null,
      created_at: '2026-11-02T10:00:00.000Z',
      status: 'pending',
    };
    const dated = { ...migration, id: 'm2', requested_migration_date: '2026-12-03' };
    await open({ 'GET /api/migrations': [migration, dated] }, dealer, '?tab=migrations');
    expect(await screen.findByText('System 7 site 77, 4 readers')).toBeTruthy();
    expect(screen.getByText('System 7 site 77, 4 readers, requested Dec 3, 2026')).toBeTruthy();
  });

  describe('after an order', () => {
    const ordered = (...ids: readonly string[]) => ({
      ordered: { tab: 'pending', entries: ids.map((id) => ({ id, name: `Site ${id}` })) },
    });
    const marked = () =>
      screen.getAllByText('New').map((badge) => badge.closest('li')?.querySelector('h3')?.textContent);

    // Proves S5-dealer-10
    it('opens its tab with the new site marked, until another tab is opened', async () => {
      const sites = [site('4', 'Gate 4', 'pending'), ...three];
      const { tab } = await open({ 'GET /api/sites': sites }, dealer, '', ordered('4'));
      const told = 'Site 4 is ordered. We’ll email you once it’s approved.';
      expect(await screen.findByText(told)).toBeTruthy();
      await screen.findByText('New');
      expect(rows()).toEqual(['Gate 4', 'Medical Pavilion']);
      expect(marked()).toEqual(['Gate 4']);
      await tab(/^All/);
      expect(screen.queryByText('New')).toBeNull();
      expect(screen.queryByText(told)).toBeNull();
    });

    it('tells of no mail that the dealer has switched off', async () => {
      const quiet = { ...dealer.email_preferences, site_approved: false };
      await open({}, { ...dealer, email_preferences: quiet }, '', ordered('2'));
      expect(await screen.findByText('Site 2 is ordered. An administrator will approve it.')).toBeTruthy();
    });

    it('tells only of sites that still wait', async () => {
      await open({}, dealer, '', ordered('1', '2'));
      expect(await screen.findByText(/^Site 2 is ordered\./)).toBeTruthy();
    });
  });

  // Proves S2-2-dashboard-2
  it('has cards that link to new site, migration and resources', async () => {
    await open();
    const main = within(screen.getByRole('main'));
    const placeOf = (name: RegExp) => main.getByRole('link', { name }).getAttribute('href');
    expect(placeOf(/^New Site Setup/)).toBe('/new-site');
    expect(placeOf(/^Site Migration/)).toBe('/site-migration');
    expect(placeOf(/^Dealer Resources/)).toBe('/resources');
    expect(placeOf(/^New Site$/)).toBe('/new-site');
  });

  // Proves S2-2-dashboard-1
  it('shows No Dealer ID if there is none', async () => {
    await open({}, { ...dealer, dealer_id: null });
    expect(screen.getByText('Dealer ID: No Dealer ID')).toBeTruthy();
  });

  // Proves S2-2-dashboard-7
  it('explains an empty tab', async () => {
    const { tab } = await open({ 'GET /api/sites': [] });
    expect(await screen.findByText('No active sites found. Create a new site to get started.')).toBeTruthy();
    await tab(/^Pending/);
    expect(screen.getByText('No pending sites found.')).toBeTruthy();
    await tab(/^Migrations/);
    expect(screen.getByText('No migration requests found.')).toBeTruthy();
    await tab(/^Inactive/);
    expect(screen.getByText('No inactive sites found.')).toBeTruthy();
    await tab(/^All/);
    expect(screen.getByText('No sites found. Create a new site to get started.')).toBeTruthy();
  });

  // Proves S2-2-dashboard-8
  it('shows what could not be loaded, and retries on request', async () => {
    const answers = [refuse, () => json(three)];
    const { user, tab } = await open({
      'GET /api/sites': () => (answers.shift() ?? refuse)(),
      'GET /api/migrations': refuse,
    });
    expect(await screen.findByText('Error loading sites. Please try again.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(rows()).toEqual(['Harbor View']));
    await tab(/^Migrations/);
    expect(screen.getByText('Error loading migration requests. Please try again.')).toBeTruthy();
  });

  // Proves S2-2-dashboard-3
  it('reloads everything on Refresh', async () => {
    const { user, calls } = await open();
    await user.click(await screen.findByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(calls.filter(({ path }) => path === '/api/sites')).toHaveLength(2));
    for (const path of ['/api/migrations', '/api/invoices', '/api/billing-summary'])
      expect(calls.filter((call) => call.path === path)).toHaveLength(2);
  });

  // Proves S2-2-dashboard-6, S2-8-site-1, I35-27
  it('asks before deactivating, explains it, and does it once', async () => {
    let sites = three;
    const { user, calls } = await open({
      'GET /api/sites': () => json(sites),
      'PATCH /api/sites/1': () => {
        sites = [site('1', 'Harbor View', 'inactive'), ...three.slice(1)];
        return json(sites[0]);
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Deactivate Harbor View' }));
    const dialog = await screen.findByRole('dialog', { name: 'Deactivate Harbor View?' });
    expect(dialog.textContent).toContain(
      'no longer billed from the next billing date on. Invoices already issued do not change',
    );
    expect(dialog.textContent).toContain('users lose access');
    expect(dialog.textContent).toContain('Support for it is limited');
    await user.click(within(dialog).getByRole('button', { name: 'Deactivate' }));
    expect(await screen.findByText('Status Updated')).toBeTruthy();
    expect(await screen.findByRole('tab', { name: 'Inactive (2)' })).toBeTruthy();
    expect(calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
      { status: 'inactive' },
    ]);
    // no row is left: the tab names the list
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Active Sites (0)' })),
    );
  });

  // Proves S2-2-dashboard-6, S2-8-site-1
  it('shows a failed reactivation', async () => {
    const { user, tab } = await open({
      'PATCH /api/sites/3': () => json({ error: 'The site was deleted.' }, 404),
    });
    await tab(/^Inactive/);
    await user.click(await screen.findByRole('button', { name: 'Reactivate Pier 7' }));
    const dialog = await screen.findByRole('dialog', { name: 'Reactivate Pier 7?' });
    for (const text of [
      'included in monthly billing from the next billing date on',
      'Technical support',
      'Users regain access',
    ])
      expect(dialog.textContent).toContain(text);
    await user.click(within(dialog).getByRole('button', { name: 'Reactivate' }));
    expect(await screen.findByText('Status Update Failed')).toBeTruthy();
    expect(screen.getByText('The site was deleted.')).toBeTruthy();
  });

  // Proves S2-2-dashboard-5, S2-8-site-1
  it('edits the details, never the readers; a blank panel count is unchanged', async () => {
    const { user, calls } = await open({
      'GET /api/sites/1': revised({ ...site('1', 'Harbor View', 'active'), number_of_acu_panels: '3' }),
      'PATCH /api/sites/1': (call: Call) => json(call.body),
    });
    await user.click(await screen.findByRole('button', { name: 'Edit Harbor View' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit Site' });
    expect(await within(dialog).findByText('Reader count can only be changed by an admin.')).toBeTruthy();
    expect(within(dialog).getByLabelText<HTMLInputElement>('Number of readers').readOnly).toBe(true);
    const name = within(dialog).getByLabelText(/^Site name/);
    await user.clear(name);
    await user.click(within(dialog).getByRole('button', { name: 'Save Changes' }));
    expect(await within(dialog).findByText('Site name is required')).toBeTruthy();
    await user.type(name, 'Harbor Heights');
    await user.clear(within(dialog).getByLabelText('Number of ACU panels'));
    await user.click(within(dialog).getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Site Updated')).toBeTruthy();
    const [patch] = calls.filter(({ method }) => method === 'PATCH');
    expect(patch?.body).toEqual({ site_name: 'Harbor Heights' });
    expect(patch?.headers.get('If-Match')).toBe('"7"');
  });

  // Proves S2-8-site-1
  it.each([
    ['the server’s message', () => json({ error: 'The site was deleted.' }, 404), 'The site was deleted.'],
    [
      'its own without one',
      () => new Response('', { status: 502 }),
      'The site was not changed. Please try again.',
    ],
  ])('shows Update Failed with %s, and keeps the entry', async (_how, answer, text) => {
    const { user } = await open({ 'PATCH /api/sites/1': answer });
    await user.click(await screen.findByRole('button', { name: 'Edit Harbor View' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Site' }));
    const name = await dialog.findByLabelText(/^Site name/);
    await user.clear(name);
    await user.type(name, 'Harbor Heights');
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Update Failed')).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
    expect(name).toHaveProperty('value', 'Harbor Heights');
  });

  it('closes without a call if nothing was changed', async () => {
    const { user, calls } = await open();
    await user.click(await screen.findByRole('button', { name: 'Edit Harbor View' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit Site' });
    await user.click(await within(dialog).findByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.filter(({ method }) => method === 'PATCH')).toEqual([]);
  });

  // Proves S5-dealer-8
  it('shows both values of a conflict and who saved first, keeps the input, and saves over theirs', async () => {
    const theirs = { ...site('1', 'Pier View', 'active'), site_city: 'Albany' };
    const conflict = {
      changed_by: 'An administrator',
      changed_at: '2026-11-20T15:00:00.000Z',
      etag: '"8"',
      fields: [{ path: 'site_name', yours: 'Harbor Heights', theirs: 'Pier View' }],
      current: theirs,
    };
    const answers = [() => json({ error: 'Changed meanwhile', conflict }, 412), () => json(theirs)];
    const { user, calls } = await open({ 'PATCH /api/sites/1': () => (answers.shift() ?? refuse)() });
    await user.click(await screen.findByRole('button', { name: 'Edit Harbor View' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Site' }));
    const name = await dialog.findByLabelText<HTMLInputElement>(/^Site name/);
    await user.clear(name);
    await user.type(name, 'Harbor Heights');
    await user.type(dialog.getByLabelText('Notes'), 'Gate code 12');
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await dialog.findByText(/^Changed by An administrator at Nov 20, 2026/)).toBeTruthy();
    expect(dialog.getByText('Yours: Harbor Heights')).toBeTruthy();
    expect(dialog.getByText('Theirs: Pier View')).toBeTruthy();
    expect(name.value).toBe('Harbor Heights');
    expect(dialog.getByLabelText<HTMLInputElement>(/^City/).value).toBe('Albany');
    expect(screen.queryByText('Update Failed')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Use theirs for Site name' }));
    expect(name.value).toBe('Pier View');
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Site Updated')).toBeTruthy();
    const patches = calls.filter(({ method }) => method === 'PATCH');
    expect(patches.map(({ body, headers }) => [headers.get('If-Match'), body])).toEqual([
      ['"7"', { site_name: 'Harbor Heights', site_notes: 'Gate code 12' }],
      ['"8"', { site_notes: 'Gate code 12' }],
    ]);
  });

  it('shows that a site could not be loaded for editing, and retries on request', async () => {
    const reads = [refuse, revised(three[0] as Site)];
    const { user } = await open({ 'GET /api/sites/1': () => (reads.shift() ?? refuse)() });
    await user.click(await screen.findByRole('button', { name: 'Edit Harbor View' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Site' }));
    expect(await dialog.findByText('Not now.')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByLabelText(/^Site name/)).toBeTruthy();
  });

  it('lists sites shared by others, without actions', async () => {
    const shared = { ...site('9', 'Far Gate', 'active'), company_name: 'Bay Ridge' };
    await open({ 'GET /api/sites?shared=true': [shared] });
    const region = within(await screen.findByRole('region', { name: 'Shared with you' }));
    expect(region.getByRole('link', { name: 'Far Gate' }).getAttribute('href')).toBe('/sites/9');
    expect(region.getByText(/^Bay Ridge/)).toBeTruthy();
    expect(region.queryAllByRole('button')).toEqual([]);
  });
});

describe('the overview of the dashboard', () => {
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });
  const overview = async () => within(await screen.findByRole('region', { name: 'Overview' }));
  const figure = async (label: string) => (await overview()).getByText(label).nextElementSibling?.textContent;

  // Proves S2-2-dashboard-9
  it('says what is due, the next invoice, and the active sites with their readers', async () => {
    await open();
    expect(await figure('Amount due')).toBe('$78.00PayINV-202612-0001, due Dec 16, 2026');
    expect(await figure('Next invoice')).toBe('$78.00on Jan 1, 2027$25.00 more than December Why?');
    expect(await figure('Active sites')).toBe('1+1 pending');
    expect(await figure('Readers')).toBe('12+5 pending');
    expect((await overview()).queryByText('Overdue')).toBeNull();
  });

  // Proves S2-2-dashboard-9
  it('says why the next invoice differs, once asked', async () => {
    const { user } = await open();
    const why = await screen.findByRole('button', { name: '$25.00 more than December Why?' });
    expect(why.getAttribute('aria-expanded')).toBe('false');
    await user.click(why);
    const list = within(screen.getByRole('list', { name: 'Differences' }));
    expect(list.getByText('Harbor View: 8 → 12 readers')).toBeTruthy();
    expect(list.getAllByRole('listitem').at(-1)?.textContent).toBe('Projected for January 2027$78.00');
    await user.click(why);
    expect(screen.queryByRole('list', { name: 'Differences' })).toBeNull();
  });

  // Proves S2-2-dashboard-9
  it('shows and pays what is overdue first, and names what is due later', async () => {
    const late = anInvoice({ id: 'i7', invoice_number: 'INV-7', due_date: '2026-11-16', is_overdue: true });
    const other = anInvoice({ id: 'i5', invoice_number: 'INV-5', is_overdue: true, is_demo: false });
    const { user } = await open({
      'GET /api/invoices': [anInvoice(), late, other],
      'GET /api/billing-summary': aSummary({ balance: 156, other_mode_balance: 78 }),
    });
    expect(await figure('Overdue')).toBe(
      '$78.00PayINV-7, due Nov 16, 2026and $78.00 due laterand $78.00 on live invoices',
    );
    await user.click((await overview()).getByRole('button', { name: 'Pay' }));
    expect(await screen.findByRole('dialog', { name: 'Pay INV-7' })).toBeTruthy();
  });

  // Proves S2-2-dashboard-9
  it('names the amount that can be paid where that is not all', async () => {
    const small = anInvoice({ id: 'i9', open_amount: 0.3, due_date: '2026-12-01', can_pay: false });
    await open({
      'GET /api/invoices': [anInvoice(), small],
      'GET /api/billing-summary': aSummary({ balance: 78.3 }),
    });
    expect(await figure('Amount due')).toBe('$78.30Pay $78.002 invoices, the first due Dec 1, 2026');
  });

  // Proves S2-2-dashboard-9
  it('draws what was invoiced in twelve months, without canceled and carried invoices, and the estimate', async () => {
    const canceled = aPaidInvoice({ id: 'x', period: '2026-11', status: 'canceled', total_amount: 900 });
    const carried = aPaidInvoice({ id: 'y', period: '2026-11', status: 'carried', total_amount: 900 });
    await open({ 'GET /api/invoices': [...invoicesOf(14), canceled, carried] });
    expect(await figure('Last 12 months')).toMatch(/^\$936\.00/);
    const chart = (await overview()).getByRole('application', { name: 'Invoiced each month' });
    expect(chart.querySelectorAll('[data-month]')).toHaveLength(13);
    const said = async (key: string) => {
      fireEvent.keyDown(chart, { key });
      return (await overview()).getByRole('status').textContent;
    };
    expect(await said('Home')).toBe('Jan 2026: Invoiced $78.00. Enter opens the records of Invoiced.');
    expect(await said('End')).toBe('Jan 2027 (projected): Invoiced $78.00 (Jan 2026: $78.00).');
    expect(await said('ArrowLeft')).toBe(
      'Dec 2026: Invoiced $78.00 (Dec 2025: $78.00). Enter opens the records of Invoiced.',
    );
  });

  // Proves S2-2-dashboard-9
  it('of a new dealer has nothing to pay, to explain or to draw', async () => {
    await open({
      'GET /api/invoices': [],
      'GET /api/billing-summary': aSummary({ balance: 0, credit: 22, estimated_monthly_charge: 0 }),
      'GET /api/billing-summary/differences': someDifferences({ before: null, total: 0, differences: [] }),
    });
    expect(await figure('Amount due')).toBe(
      '$0.00Nothing to pay$22.00 account credit pays the next invoices',
    );
    expect(await figure('Next invoice')).toBe('$0.00on Jan 1, 2027');
    expect(await figure('Last 12 months')).toBe('$0.00No invoices yet');
    expect((await overview()).queryAllByRole('button')).toEqual([]);
  });

  // Proves S2-2-dashboard-9
  it('shows that it could not be loaded beside the sites, and retries on request', async () => {
    const answers = [refuse, () => json(aSummary())];
    const { user } = await open({ 'GET /api/billing-summary': () => (answers.shift() ?? refuse)() });
    expect(await screen.findByText('Error loading the billing summary. Please try again.')).toBeTruthy();
    await waitFor(() => expect(rows()).toEqual(['Harbor View']));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await figure('Amount due')).toContain('$78.00');
  });
});

// Proves S5-first-steps-1
describe('the first steps of a new dealer', () => {
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });
  /** The portal of a dealer without invoices, which keeps what is ticked off. */
  const openNew = (ticked: string[], answers: Readonly<Record<string, Answer>> = {}, user = dealer) =>
    open(
      {
        'GET /api/sites': [],
        'GET /api/invoices': [],
        'GET /api/payment-method': null,
        'GET /api/first-steps': () => json(ticked),
        'POST /api/first-steps': ({ body }: Call) => {
          ticked.push((body as { step: string }).step);
          return json(ticked);
        },
        'GET /api/resources': {},
        ...answers,
      },
      user,
    );
  const list = () => screen.findByRole('region', { name: 'First steps' });
  const done = async () =>
    within(await list())
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
      .filter((text) => text?.endsWith(', done'));

  it('are five, ticked off as they are done', async () => {
    const ticked: string[] = [];
    const { user, place } = await openNew(ticked);
    expect(await within(await list()).findByText('0 of 5 done')).toBeTruthy();
    const links = within(await list()).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Add a payment card', '/update-payment-method'],
      ['Order your first site', '/new-site'],
      ['Look up the panel settings', '/resources'],
      ['Choose your notifications', '/settings?tab=notifications'],
      ['Set up two-step verification', '/settings?tab=password#set-up'],
    ]);
    await user.click(within(await list()).getByRole('link', { name: 'Look up the panel settings' }));
    await waitFor(() => expect(place()).toBe('/resources'));
    expect(ticked).toEqual(['panels']);
    const card = { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034, declined: null, autoPay: null };
    await openNew(ticked, { 'GET /api/payment-method': card, 'GET /api/sites': three });
    await waitFor(async () =>
      expect(await done()).toEqual([
        'Add a payment card, done',
        'Order your first site, done',
        'Look up the panel settings, done',
      ]),
    );
    expect(within(await list()).getByText('3 of 5 done')).toBeTruthy();
  });

  it('go for good once dismissed', async () => {
    const ticked: string[] = [];
    const { user } = await openNew(ticked);
    await user.click(within(await list()).getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull());
    expect(ticked).toEqual(['dismissed']);
    const { calls } = await openNew(ticked);
    await waitFor(() => expect(calls.some(({ path }) => path === '/api/first-steps')).toBe(true));
    await screen.findByText('No invoices yet');
    expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
  });

  it('go once all are done', async () => {
    const card = { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034, declined: null, autoPay: null };
    const answers = { 'GET /api/payment-method': card, 'GET /api/sites': three };
    await openNew(['panels', 'notifications'], answers);
    expect(await within(await list()).findByText('4 of 5 done')).toBeTruthy();
    await openNew(['panels', 'notifications'], answers, { ...dealer, second_factor: 'on' });
    await screen.findByText('No invoices yet');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull());
  });

  it('are none for a dealer with invoices', async () => {
    const { calls } = await open();
    await screen.findByRole('region', { name: 'Overview' });
    expect(calls.some(({ path }) => path === '/api/first-steps')).toBe(false);
  });
});

describe('a dealer with many sites', () => {
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });
  const many = Array.from({ length: 23 }, (_, index) => ({
    ...site(`m${index}`, `Gate ${index + 1}`, 'active'),
    site_address: 'Harbor Road',
    site_zip: '',
  }));

  it('has no search, order or pages with ten or fewer', async () => {
    await open({ 'GET /api/sites': many.slice(0, 10) });
    await waitFor(() => expect(rows()).toHaveLength(10));
    expect(screen.queryByRole('search')).toBeNull();
    expect(screen.queryByText(/^Showing/)).toBeNull();
  });

  // Proves S5-dealer-1
  it('finds sites by search, order and pages, all of it in the address', async () => {
    const { user, query } = await open({ 'GET /api/sites': many });
    await waitFor(() => expect(rows()).toHaveLength(10));
    expect(await screen.findByText('Showing 1-10 of 23 sites')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(rows()).toHaveLength(3);
    expect(query()).toBe('?page=3');
    await user.selectOptions(await screen.findByLabelText('Sort by'), 'Site name');
    expect(rows().slice(0, 3)).toEqual(['Gate 1', 'Gate 2', 'Gate 3']);
    expect(query()).toBe('?sort=name');
    await user.type(screen.getByLabelText('Search sites'), 'gate 2');
    expect(rows()).toEqual(['Gate 2', 'Gate 12', 'Gate 20', 'Gate 21', 'Gate 22', 'Gate 23']);
    expect(query()).toBe('?sort=name&q=gate+2');
    await user.type(screen.getByLabelText('Search sites'), 'x');
    expect(screen.getByText('No sites match your search.')).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: /^Pending/ }));
    expect(screen.getByText('No pending sites found.')).toBeTruthy();
    expect(query()).toBe('?sort=name&q=gate+2x&tab=pending');
  });

  it('opens at the address of a link', async () => {
    await open({ 'GET /api/sites': many }, dealer, '?tab=all&q=gate+1&sort=name&page=2');
    await waitFor(() => expect(rows()).toEqual(['Gate 19', 'Gate 21']));
    expect((await screen.findByLabelText<HTMLInputElement>('Search sites')).value).toBe('gate 1');
  });
});
