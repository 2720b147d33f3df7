import type { HistoryEntry, SiteUser, SiteWithRate } from '@portal/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { aSite } from '../../admin/testing/records.ts';
import { openPage } from '../../shared/testing/openPage.tsx';
import { dealer } from '../../shared/testing/people.ts';
import { type Answer, answerFetch, type Call, json } from '../../shared/testing/server.ts';

const RATE = { reader_rate: 6.5, source: 'account', judged_on: '2026-12-01' } as const;
const own = (more: Partial<SiteWithRate> = {}): SiteWithRate => ({
  ...aSite({ account_id: dealer.account_id ?? '', site_notes: 'Gate code 12' }),
  rate: RATE,
  ...more,
});
const entry = (id: string, text: string, more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id,
  at: '2026-11-20T15:00:00.000Z',
  by: 'An administrator',
  text,
  type: 'ReaderCountChanged',
  changes: [],
  reason: null,
  ...more,
});
const viewer: SiteUser = {
  id: 's1.u9',
  site_id: 's1',
  user_id: 'u9',
  access_level: 'viewer',
  created_at: '2026-11-20T10:00:00.000Z',
  username: 'bay',
  name: 'Bea Bay',
  company: 'Bay Ridge',
};
const refuse = () => json({ error: 'Not now.' }, 503);

async function open(site: SiteWithRate, answers: Readonly<Record<string, Answer>> = {}) {
  const calls = answerFetch({
    'GET /api/user': dealer,
    'GET /api/sites/s1': site,
    'GET /api/sites/s1/history': [],
    'GET /api/sites/s1/users': [],
    ...answers,
  });
  const page = openPage('/sites/s1');
  await screen.findByRole('heading', { level: 1, name: site.site_name });
  const changes = () =>
    calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body]);
  return { ...page, calls, changes };
}
const part = async (name: string) => within(await screen.findByRole('region', { name }));

describe('/sites/{id}', () => {
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  // Proves S5-dealer-2
  it('shows details, status, readers with the rate and its reason, viewers and history in plain words', async () => {
    await open(own(), {
      'GET /api/sites/s1/history': [
        entry('2', 'Readers changed from 10 to 12'),
        entry('1', 'Site details changed: city, notes', {
          by: 'Dana Miller',
          changes: [
            { field: 'city', from: 'Troy', to: 'Albany' },
            { field: 'notes', from: null, to: 'Gate code 12' },
          ],
        }),
      ],
      'GET /api/sites/s1/users': [viewer],
    });
    expect(screen.getByText('Active')).toBeTruthy();
    const details = await part('Details');
    expect(details.getByText('5 Dock Rd, Staten Island, NY 10311')).toBeTruthy();
    expect(details.getByText('Gate code 12')).toBeTruthy();
    const readers = await part('Readers');
    expect(readers.getByText('$6.50 per reader per month: $78.00 a month')).toBeTruthy();
    expect(readers.getByText('Your default rate, on the next invoice, Dec 1, 2026')).toBeTruthy();
    const history = await part('History');
    const rows = (await history.findAllByText(/Nov 20, 2026/)).length;
    expect(rows).toBe(2);
    expect(history.getByText('Readers changed from 10 to 12')).toBeTruthy();
    expect(history.getByText('notes: (blank) to Gate code 12')).toBeTruthy();
    const shared = await part('Shared with');
    expect(await shared.findByText('bay, Bay Ridge')).toBeTruthy();
  });

  it.each([
    ['pending', {}, 'Your default rate, from the first billing date on which the site is active'],
    ['inactive', {}, 'Your default rate, not billed while the site is inactive'],
    [
      'active',
      {
        is_promotional_pricing: true,
        promotional_end_date: '2028-01-04',
        rate: { ...RATE, source: 'promotional' },
      },
      'Promotional rate until Jan 4, 2028, on the next invoice, Dec 1, 2026',
    ],
  ] as const)('shows when a %s site is billed', async (status, more, words) => {
    await open(own({ status, ...more }));
    expect((await part('Readers')).getByText(words)).toBeTruthy();
  });

  it.each([
    ['2026-07-04', ['Jul 4, 2026']],
    [null, []],
  ])('shows the requested date, %s, if there is one', async (requested_date, days) => {
    await open(own({ requested_date }));
    const details = await part('Details');
    expect(details.queryAllByText('Requested for')).toHaveLength(days.length);
    expect(details.queryAllByText(/, 2026$/).map((day) => day.textContent)).toEqual(days);
  });

  // Proves S2-4-site-1
  it('offers no actions for a pending site', async () => {
    await open(own({ status: 'pending' }));
    for (const name of ['Edit', 'Deactivate', 'Reactivate'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('shows the newest ten entries, all on request', async () => {
    const entries = Array.from({ length: 12 }, (_, index) => entry(String(index), `Entry ${index}`));
    const { user } = await open(own(), { 'GET /api/sites/s1/history': entries });
    const history = await part('History');
    await waitFor(() => expect(history.getAllByRole('listitem')).toHaveLength(10));
    await user.click(history.getByRole('button', { name: 'Show all 12 entries' }));
    expect(history.getAllByRole('listitem')).toHaveLength(12);
  });

  it('shows what could not be loaded, and retries on request', async () => {
    const answers = [refuse, () => json([entry('1', 'Site ordered with 12 readers')])];
    const { user } = await open(own(), {
      'GET /api/sites/s1/history': () => (answers.shift() ?? refuse)(),
      'GET /api/sites/s1/users': refuse,
    });
    expect(await screen.findByText('Error loading viewers. Please try again.')).toBeTruthy();
    const history = await part('History');
    expect(await history.findByText('Error loading the history. Please try again.')).toBeTruthy();
    await user.click(history.getByRole('button', { name: 'Try again' }));
    expect(await history.findByText('Site ordered with 12 readers')).toBeTruthy();
  });

  it('deactivates after a confirmation that explains it', async () => {
    const { user, changes } = await open(own(), { 'PATCH /api/sites/s1': own({ status: 'inactive' }) });
    await user.click(screen.getByRole('button', { name: 'Deactivate' }));
    const dialog = await screen.findByRole('dialog', { name: 'Deactivate Depot?' });
    expect(dialog.textContent).toContain('no longer billed');
    await user.click(within(dialog).getByRole('button', { name: 'Deactivate' }));
    expect(await screen.findByText('Status Updated')).toBeTruthy();
    expect(changes()).toEqual([['PATCH', '/api/sites/s1', { status: 'inactive' }]]);
  });

  it('requests another reader count, and shows the request until it is answered', async () => {
    let site = own();
    const { user, changes } = await open(own(), {
      'GET /api/sites/s1': () => json(site),
      'POST /api/sites/s1/reader-change': () => {
        site = own({ requested_readers: '16', requested_readers_note: 'New wing' });
        return json(site, 201);
      },
    });
    await user.click(screen.getByRole('button', { name: 'Request reader change' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Request reader change' }));
    const count = await dialog.findByLabelText(/^Number of readers/);
    await user.clear(count);
    await user.click(dialog.getByRole('button', { name: 'Send request' }));
    expect(await dialog.findByText('Number of readers is required')).toBeTruthy();
    await user.type(count, '16');
    await user.type(dialog.getByLabelText('Note'), 'New wing');
    await user.click(dialog.getByRole('button', { name: 'Send request' }));
    expect(await screen.findByText('Request sent')).toBeTruthy();
    expect(changes()).toEqual([
      ['POST', '/api/sites/s1/reader-change', { number_of_readers: '16', note: 'New wing' }],
    ]);
    const readers = await part('Readers');
    expect(readers.getByText('You asked for 16 readers.')).toBeTruthy();
    expect(readers.getByText(/New wing/)).toBeTruthy();
    expect(readers.getByRole('button', { name: 'Change the request' })).toBeTruthy();
  });

  it('shows a refused request at its field and in a toast', async () => {
    const error = 'This site has 12 readers already.';
    const { user } = await open(own(), {
      'POST /api/sites/s1/reader-change': () =>
        json({ error, errors: [{ path: 'number_of_readers', message: error }] }, 422),
    });
    await user.click(screen.getByRole('button', { name: 'Request reader change' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(await dialog.findByRole('button', { name: 'Send request' }));
    expect(await dialog.findByText(error)).toBeTruthy();
    expect(screen.getByText('Request failed')).toBeTruthy();
  });

  // Proves S5-dealer-5
  it('shares the site by username, and ends that after a confirmation', async () => {
    let viewers: readonly SiteUser[] = [];
    const unknown = 'There is no approved dealer with this username.';
    const { user, changes } = await open(own(), {
      'GET /api/sites/s1/users': () => json(viewers),
      'POST /api/sites/s1/users': ({ body }: Call) => {
        if ((body as { username: string }).username === 'nobody')
          return json({ error: unknown, errors: [{ path: 'username', message: unknown }] }, 422);
        viewers = [viewer];
        return json(viewer, 201);
      },
      'DELETE /api/sites/s1/users': () => {
        viewers = [];
        return json(viewer);
      },
    });
    const shared = await part('Shared with');
    expect(await shared.findByText('Nobody else can view this site.')).toBeTruthy();
    await user.click(await shared.findByRole('button', { name: 'Share' }));
    expect(await shared.findByText('Username is required')).toBeTruthy();
    const name = shared.getByLabelText<HTMLInputElement>('Username of a dealer');
    await user.type(name, 'nobody');
    await user.click(shared.getByRole('button', { name: 'Share' }));
    expect(await shared.findByText(unknown)).toBeTruthy();
    await user.clear(name);
    await user.type(name, 'bay');
    await user.click(shared.getByRole('button', { name: 'Share' }));
    expect(await screen.findByText('Site shared')).toBeTruthy();
    expect(name.value).toBe('');
    await user.click(await shared.findByRole('button', { name: 'Stop sharing with Bea Bay' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Stop sharing with Bea Bay?' }));
    await user.click(dialog.getByRole('button', { name: 'Stop sharing' }));
    expect(await screen.findByText('Sharing stopped')).toBeTruthy();
    expect(await shared.findByText('Nobody else can view this site.')).toBeTruthy();
    expect(changes()).toEqual([
      ['POST', '/api/sites/s1/users', { username: 'nobody' }],
      ['POST', '/api/sites/s1/users', { username: 'bay' }],
      ['DELETE', '/api/sites/s1/users', { user_id: 'u9' }],
    ]);
  });

  // Proves S5-dealer-5
  it('shows a viewer only the site, and requests nothing that is not shared', async () => {
    const site = { ...aSite({ account_id: 'other', company_name: 'Bay Ridge' }) };
    const { calls } = await open(site);
    expect(
      screen.getByText(/Bay Ridge shares this site with you. You can view it, but not change\s+it./),
    ).toBeTruthy();
    const main = within(screen.getByRole('main'));
    expect((await part('Details')).getByText('12')).toBeTruthy();
    expect(main.queryAllByRole('button')).toEqual([]);
    expect(main.queryAllByRole('region')).toHaveLength(1);
    expect(calls.filter(({ path }) => path.startsWith('/api/sites/s1/'))).toEqual([]);
  });

  it('shows that a site does not exist, with a link back', async () => {
    answerFetch({ 'GET /api/user': dealer });
    openPage('/sites/gone');
    expect(await screen.findByRole('heading', { level: 1, name: 'Site not found' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to Dashboard' }).getAttribute('href')).toBe(
      '/dealer-dashboard',
    );
  });

  it('shows that a site could not be loaded, and retries on request', async () => {
    const reads = [refuse, () => json(own())];
    answerFetch({
      'GET /api/user': dealer,
      'GET /api/sites/s1': () => (reads.shift() ?? refuse)(),
      'GET /api/sites/s1/history': [],
      'GET /api/sites/s1/users': [],
    });
    const { user } = openPage('/sites/s1');
    expect(await screen.findByText('Error loading the site. Please try again.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Depot' })).toBeTruthy();
  });
});
