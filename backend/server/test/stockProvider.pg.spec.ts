import type { ListName } from '@portal/contract';
import simpleRestProvider from 'ra-data-simple-rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Paying, startPaying } from './payments/support.ts';
import type { Records } from './security/accessRule.ts';
import { BEGIN, makeHolder, makeOthers } from './security/records.ts';
import { settled } from './security/settled.ts';
import type { HttpClient } from './support/httpClient.ts';

type Filter = Readonly<Record<string, unknown>>;

/** A list with what is asked of it. */
interface Resource {
  readonly list: ListName;
  readonly sort: string;
  /** Lets some of the records through. */
  readonly filter: (records: Records) => Filter;
  /** One record. */
  readonly id: (records: Records) => string;
  /** The records that refer to another, by this field. */
  readonly reference?: readonly [field: string, id: (records: Records) => string];
}

const ofAccount = ['account_id', ({ account }: Records) => account] as const;

const RESOURCES: readonly Resource[] = [
  {
    list: 'users',
    sort: 'username',
    filter: () => ({ is_admin: true }),
    id: ({ user }) => user,
    reference: ofAccount,
  },
  {
    list: 'accounts',
    sort: 'id',
    filter: ({ account }) => ({ id: account }),
    id: ({ account }) => account,
  },
  {
    list: 'sites',
    sort: 'created_at',
    filter: ({ account }) => ({ account_id: account, status: 'active' }),
    id: ({ site }) => site,
    reference: ofAccount,
  },
  {
    list: 'migrations',
    sort: 'created_at',
    filter: ({ account }) => ({ account_id: account }),
    id: ({ migration }) => migration,
    reference: ofAccount,
  },
  {
    list: 'invoices',
    sort: 'period',
    filter: ({ paid }) => ({ id: [paid] }),
    id: ({ invoice }) => invoice,
    reference: ofAccount,
  },
  {
    list: 'orders',
    sort: 'order_number',
    filter: ({ order }) => ({ id: [order] }),
    id: ({ order }) => order,
    reference: ofAccount,
  },
  {
    list: 'payments',
    sort: 'created_at',
    filter: ({ account }) => ({ account_id: account }),
    id: ({ attempt }) => attempt,
    reference: ofAccount,
  },
  {
    list: 'disputes',
    sort: 'invoice_number',
    filter: ({ account }) => ({ account_id: account }),
    id: ({ dispute }) => dispute,
    reference: ['invoice_id', ({ invoice }) => invoice],
  },
  {
    list: 'contacts',
    sort: 'contact_name',
    filter: ({ contact }) => ({ id: contact }),
    id: ({ contact }) => contact,
  },
  {
    list: 'mails',
    sort: 'created_at',
    filter: ({ user }) => ({ user_id: user }),
    id: ({ mail }) => mail,
    reference: ['user_id', ({ user }) => user],
  },
];

let paying: Paying;
let admin: HttpClient;
let records: Records;
let stock: ReturnType<typeof simpleRestProvider>;
let now = BEGIN;

/** Nothing but the session is added to the requests of the provider. */
async function http(url: string, options: RequestInit = {}) {
  const headers = new Headers(options.headers);
  headers.set('Cookie', [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; '));
  const response = await fetch(url, { ...options, headers });
  const body = await response.text();
  if (!response.ok) throw Object.assign(new Error(body), { status: response.status });
  return { status: response.status, headers: response.headers, body, json: JSON.parse(body) };
}

beforeAll(async () => {
  paying = await startPaying(
    { now: () => now },
    // without its jobs, so that no record changes between two reads
    { environment: { PORTAL_ROLES: 'api,projections,reactions' } },
  );
  admin = await paying.admin();
  const others = await makeOthers(paying, admin);
  const [holder] = [await makeHolder(paying, 'ann', others), await makeHolder(paying, 'bob', others)];
  records = holder.records;
  now = new Date('2026-11-20T12:00:00.000Z');
  admin = await paying.admin();
  for (const period of ['2026-09', '2026-10'])
    expect((await admin.post('/api/admin/run-billing', { period })).status).toBe(200);
  await settled(paying.portal.database.pool);
  stock = simpleRestProvider(`${paying.url}/api/admin`, http);
}, 240_000);
afterAll(() => paying.stop());

/** A page of a list, as react-admin asks for it. */
const page = (
  list: string,
  number: number,
  perPage: number,
  more: { sort?: string; order?: 'ASC' | 'DESC'; filter?: Filter } = {},
) =>
  stock.getList(list, {
    pagination: { page: number, perPage },
    sort: { field: more.sort ?? 'id', order: more.order ?? 'ASC' },
    filter: more.filter ?? {},
  });
const idsOf = ({ data }: { readonly data: readonly { readonly id: unknown }[] }) => data.map(({ id }) => id);

describe.each(RESOURCES)('$list', ({ list, sort, filter, id }) => {
  it('come page by page, with their total', async () => {
    const [first, second, all] = [await page(list, 1, 1), await page(list, 2, 1), await page(list, 1, 100)];
    expect([first.total, second.total]).toEqual([all.data.length, all.data.length]);
    expect([...idsOf(first), ...idsOf(second)]).toEqual(idsOf(all).slice(0, 2));
    expect(all.data.length).toBeGreaterThan(1);
  });

  it('are sorted in both directions', async () => {
    const ascending = await page(list, 1, 100, { sort });
    const descending = await page(list, 1, 100, { sort, order: 'DESC' });
    expect(idsOf(descending)).toEqual(idsOf(ascending).toReversed());
  });

  it('are filtered', async () => {
    const [some, all] = [await page(list, 1, 100, { filter: filter(records) }), await page(list, 1, 100)];
    expect(some.total).toBe(some.data.length);
    expect(some.data.length).toBeGreaterThan(0);
    expect(some.data.length).toBeLessThan(all.data.length);
  });

  it('are read one by one', async () => {
    const { data } = await stock.getOne(list, { id: id(records) });
    expect(data.id).toBe(id(records));
  });

  it('are read by their ids', async () => {
    const ids = [
      id(records),
      ...idsOf(await page(list, 1, 100)).filter((other) => other !== id(records)),
    ].slice(0, 2);
    const { data } = await stock.getMany(list, { ids: ids as string[] });
    expect(new Set(idsOf({ data }))).toEqual(new Set(ids));
    expect(data).toHaveLength(2);
  });
});

it.each(RESOURCES.flatMap(({ list, reference }) => (reference === undefined ? [] : [{ list, reference }])))(
  '$list are read by the record that they refer to',
  async ({ list, reference: [target, idOf] }) => {
    const of = idOf(records);
    const { data, total } = await stock.getManyReference(list, {
      target,
      id: of,
      pagination: { page: 1, perPage: 100 },
      sort: { field: 'id', order: 'ASC' },
      filter: {},
    });
    expect(total).toBe(data.length);
    expect(data.length).toBeGreaterThan(0);
    expect(new Set(data.map((row) => row[target]))).toEqual(new Set([of]));
  },
);

describe('billing-runs', () => {
  it('come page by page, with their total', async () => {
    const [first, second] = [await page('billing-runs', 1, 1), await page('billing-runs', 2, 1)];
    expect([first.total, second.total]).toEqual([2, 2]);
    expect([...idsOf(first), ...idsOf(second)]).toEqual(['2026-09', '2026-10']);
  });

  it('are found by their month', async () => {
    const { data, total } = await page('billing-runs', 1, 25, { filter: { period: '2026-09' } });
    expect([idsOf({ data }), total]).toEqual([['2026-09'], 1]);
  });

  it('are sorted by month in both directions', async () => {
    expect(idsOf(await page('billing-runs', 1, 25, { sort: 'period', order: 'DESC' }))).toEqual([
      '2026-10',
      '2026-09',
    ]);
  });
});
