import { accountStream, userStream } from '@portal/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Bench, bench } from '../../test/harness.ts';
import {
  InvalidListQuery,
  type ListQuery,
  listAccounts,
  listSites,
  listUsers,
  pendingUsers,
  usersByEmail,
  usersByIds,
  usersOfAccount,
} from '../index.ts';

const days = { today: '2026-01-06', billingDate: '2026-02-01' };
let test: Bench;

beforeEach(async () => {
  test = await bench();
  const { history } = test;
  const names = ['cora', 'ann', '100%_real', 'bob', 'dan'];
  for (const [n, name] of names.entries()) {
    const { accountId } = await history.dealer(name, name === 'dan' ? undefined : n + 1);
    for (let site = 0; site < n; site += 1) {
      await history.site(
        accountId,
        `${name}-${site}`,
        { readers: 10 + n },
        site === 0 ? '2026-01-05' : undefined,
      );
    }
  }
  await (await test.start()).caughtUp();
});

const usernames = async (query: ListQuery) => {
  const { rows, total } = await listUsers(test.pool, query, days);
  return { names: rows.map(({ username }) => username), total };
};

it('sorts, pages and counts', async () => {
  expect(await usernames({ sort: ['username', 'ASC'], range: [0, 1] })).toEqual({
    names: ['100%_real', 'ann'],
    total: 5,
  });
  expect(await usernames({ sort: ['username', 'ASC'], range: [2, 9] })).toEqual({
    names: ['bob', 'cora', 'dan'],
    total: 5,
  });
  expect(await usernames({ sort: ['username', 'DESC'], range: [0, 0] })).toEqual({
    names: ['dan'],
    total: 5,
  });
  expect(await usernames({ range: [1_000_000, 1_000_024] })).toEqual({ names: [], total: 5 });
  expect((await usernames({})).total).toBe(5);
});

it('shows and sorts by the projected invoice of the next billing date', async () => {
  const { rows } = await listUsers(
    test.pool,
    { sort: ['projected_monthly_invoice_cents', 'DESC'], range: [0, 9] },
    days,
  );
  expect(
    rows.map((row) => [row.username, row.projected_monthly_cents, row.active_sites, row.active_readers]),
  ).toEqual([
    ['dan', 14 * 650, 1, 14],
    ['bob', 13 * 650, 1, 13],
    ['100%_real', 12 * 650, 1, 12],
    ['ann', 11 * 650, 1, 11],
    ['cora', 0, 0, 0],
  ]);
});

it('searches every word anywhere, without wildcards', async () => {
  expect(await usernames({ filter: { q: 'ANN' } })).toMatchObject({ names: ['ann'] });
  expect(await usernames({ filter: { q: 'bob  ks0004' } })).toMatchObject({ names: ['bob'] });
  expect(await usernames({ filter: { q: '%_' } })).toMatchObject({ names: ['100%_real'] });
  expect(await usernames({ filter: { q: '\\' } })).toMatchObject({ total: 0 });
  expect(await usernames({ filter: { q: '' } })).toMatchObject({ total: 5 });
});

it('filters by value, by several values and by null', async () => {
  expect(await usernames({ filter: { is_approved: false } })).toMatchObject({ names: ['dan'] });
  expect(await usernames({ filter: { dealer_id: null } })).toMatchObject({ names: ['dan'] });
  expect((await usernames({ filter: { dealer_id: ['KS0001', null] } })).names.sort()).toEqual([
    'cora',
    'dan',
  ]);
  expect(await usernames({ filter: { id: [] } })).toMatchObject({ total: 0 });
  const sites = await listSites(test.pool, { filter: { status: 'active' }, range: [0, 9] }, days.today);
  expect(sites.total).toBe(4);
  expect(sites.rows.map(({ company_name }) => company_name)).toContain('bob Security');
  expect(
    (await listAccounts(test.pool, { filter: { is_demo_account: true, q: 'dan' } }, days.today)).rows,
  ).toMatchObject([{ company_name: 'dan Security', default_reader_rate_cents: 650 }]);
});

it.each<[string, ListQuery]>([
  ['an unknown filter', { filter: { password: 'x' } }],
  ['a filter that every object has', { filter: { constructor: 'x' } }],
  ['a filter of another type', { filter: { is_approved: 'yes' } }],
  ['an object as a value', { filter: { dealer_id: { $ne: null } } }],
  ['a search for no text', { filter: { q: ['a'] } }],
  ['a NUL', { filter: { dealer_id: 'a\0' } }],
  ['an unknown sort', { sort: ['search; DROP TABLE users_v1_g1', 'ASC'] }],
  ['a sort that every object has', { sort: ['toString', 'ASC'] }],
  ['a negative range', { range: [-1, 5] }],
  ['a range from behind', { range: [10, 2] }],
  ['a range that is no number', { range: [0, Number.NaN] }],
])('refuses %s', async (_, query) => {
  await expect(listUsers(test.pool, query, days)).rejects.toThrow(InvalidListQuery);
});

it('treats quotes literally', async () => {
  expect(await usernames({ filter: { q: "'; DROP TABLE users_v1_g1; --" } })).toMatchObject({ total: 0 });
  expect(await usernames({ filter: { dealer_id: "' OR ''='" } })).toMatchObject({ total: 0 });
});

it('returns pending users, users by id and users of an account', async () => {
  expect((await pendingUsers(test.pool, days.today)).map(({ username }) => username)).toEqual(['dan']);
  const some = await usersByIds(test.pool, ['user-ann', 'user-nobody', 'user-bob'], days.today);
  expect(some.map(({ id }) => id).sort()).toEqual(['user-ann', 'user-bob']);
  expect(some[0]?.email_preferences).toMatchObject({ site_created: true, contact_form: false });
  expect(await usersOfAccount(test.pool, 'account-of-ann', days.today)).toMatchObject([{ username: 'ann' }]);
});

// Proves S5-admin-scale-1
it('keeps the order of equal rows across pages', async () => {
  const seen: string[] = [];
  for (let first = 0; first < 10; first += 2) {
    const { rows } = await listSites(
      test.pool,
      { sort: ['site_state', 'ASC'], range: [first, first + 1] },
      days.today,
    );
    seen.push(...rows.map(({ id }) => id));
  }
  expect(new Set(seen).size).toBe(10);
});

describe('names', () => {
  // Proves I35-30
  it('are sorted and found without regard to case, accents and the form of apostrophes', async () => {
    const other = await bench();
    const names = { b: 'Beta', z: 'Zenith', a: 'acme', e: 'E\u0301cluse', o: 'O’Brien & Sons' };
    for (const [n, [id, companyName]] of Object.entries(names).entries()) {
      const { accountId } = await other.history.dealer(id, n + 1);
      const company = {
        ...{ companyAddress: '', companyCity: '', companyState: '', companyZip: '' },
        ...{ billingContact: '', invoiceEmails: '', poNumber: '' },
      };
      await other.history.add(accountStream(accountId), [accountId], {
        type: 'CompanyDetailsChanged',
        data: { accountId, name: '', companyName, ...company, companyPhone: '', companyEmail: '' },
      });
      await other.history.site(accountId, id, { siteName: companyName });
    }
    await (await other.start()).caughtUp();
    const companies = async (query: ListQuery) =>
      (await listAccounts(other.pool, query, days.today)).rows.map((row) => row.company_name);
    const sites = async (query: ListQuery) =>
      (await listSites(other.pool, query, days.today)).rows.map((row) => row.company_name);

    const sorted = ['acme', 'Beta', 'E\u0301cluse', 'O’Brien & Sons', 'Zenith'];
    expect(await companies({ sort: ['company_name', 'ASC'], range: [0, 9] })).toEqual(sorted);
    expect(await companies({})).toEqual(sorted);
    expect(await sites({ sort: ['company_name', 'ASC'], range: [0, 9] })).toEqual(sorted);
    expect(await sites({ sort: ['site_name', 'DESC'], range: [0, 9] })).toEqual(sorted.toReversed());
    for (const q of ['écluse', 'ECLUSE', 'e\u0301clu'])
      for (const list of [companies, sites]) {
        expect(await list({ filter: { q } }), q).toEqual([names.e]);
        expect(await list({ filter: { q }, range: [0, 9] }), q).toEqual([names.e]);
      }
    for (const list of [companies, sites])
      expect(await list({ filter: { q: "O'Brien" } })).toEqual([names.o]);
  });

  // Proves I35-31
  it('do not matter to the address of a user, nor does the form of its domain', async () => {
    const profile = { name: 'Ann', company: 'Ann', phone: '', address: '', city: '', state: '', zip: '' };
    await test.history.add(userStream('user-ann'), ['account-of-ann'], {
      type: 'ProfileChanged',
      data: { userId: 'user-ann', ...profile, email: 'Ann@bücher.example' },
    });
    await (await test.start()).caughtUp();
    for (const email of ['ann@BÜCHER.example', 'ANN@xn--bcher-kva.example', 'ann@bu\u0308cher.example'])
      expect(await usersByEmail(test.pool, email, days.today), email).toMatchObject([{ username: 'ann' }]);
  });
});
