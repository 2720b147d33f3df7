import { describe, expect, it } from 'vitest';
import { createDataProvider, createHttpClient } from './dataProvider.ts';

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly query: Record<string, unknown>;
  readonly body: unknown;
  readonly ifMatch: string | null;
}

/** A data provider whose requests are recorded and answered by `answer`. */
function recording(answer: (sent: Sent) => Response) {
  const sent: Sent[] = [];
  const provider = createDataProvider(
    createHttpClient(async (url, init) => {
      const { pathname, searchParams } = new URL(url, 'http://portal.test');
      const request: Sent = {
        method: init.method ?? 'GET',
        path: pathname,
        query: Object.fromEntries([...searchParams].map(([name, text]) => [name, JSON.parse(text)])),
        body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
        ifMatch: new Headers(init.headers).get('If-Match'),
      };
      sent.push(request);
      return answer(request);
    }),
  );
  return { provider, sent };
}

const list = (rows: unknown[], total = rows.length) =>
  new Response(JSON.stringify(rows), { headers: { 'Content-Range': `rows 0-${rows.length - 1}/${total}` } });
const one = (row: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(row), { headers });

describe('the admin data provider', () => {
  it('loads a page of a list from the specified path, and its total from Content-Range', async () => {
    const { provider, sent } = recording(() => list([{ id: 'a1' }], 666));
    const answer = await provider.getList('companies', {
      pagination: { page: 3, perPage: 25 },
      sort: { field: 'company_name', order: 'ASC' },
      filter: { q: 'acme' },
    });
    expect(answer).toMatchObject({ data: [{ id: 'a1' }], total: 666 });
    expect(sent).toMatchObject([
      {
        method: 'GET',
        path: '/api/admin/accounts',
        query: { sort: ['company_name', 'ASC'], range: [50, 74], filter: { q: 'acme' } },
      },
    ]);
  });

  it('resolves many references in one request, each id once', async () => {
    const { provider, sent } = recording(() => list([{ id: 'u1' }, { id: 'u2' }]));
    await provider.getMany('users', { ids: ['u1', 'u2', 'u1'] });
    expect(sent.map(({ path, query }) => [path, query])).toEqual([
      ['/api/admin/users', { filter: { id: ['u1', 'u2'] } }],
    ]);
  });

  it('splits ids that exceed the length of a request line', async () => {
    const { provider, sent } = recording(({ query }) =>
      list((query.filter as { id: string[] }).id.map((id) => ({ id }))),
    );
    const ids = Array.from({ length: 250 }, (_, n) => `u${n}`);
    const { data } = await provider.getMany('users', { ids });
    expect(data).toHaveLength(250);
    expect(sent).toHaveLength(3);
  });

  // Proves S2-7-admin-1
  it('sends the specified call for each action', async () => {
    const { provider, sent } = recording(() => one({ id: 'x' }));
    await provider.approveUser('u1');
    await provider.disapproveUser('u1', { reason: 'left the trade' });
    await provider.approveSite('s1');
    await provider.deactivateSite('s1');
    await provider.reactivateSite('s1');
    expect(sent.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['PATCH', '/api/admin/users/u1/approval', { isApproved: true }],
      ['PATCH', '/api/admin/users/u1/approval', { isApproved: false, reason: 'left the trade' }],
      ['PATCH', '/api/admin/sites/s1', { status: 'active' }],
      ['PATCH', '/api/admin/sites/s1', { status: 'inactive' }],
      ['PATCH', '/api/admin/sites/s1', { status: 'active' }],
    ]);
  });

  it('sends an action without a revision, so that another admin’s edit does not refuse it', async () => {
    const { provider, sent } = recording(() => one({ id: 's1', status: 'active' }, { ETag: '"1"' }));
    await provider.getOne('sites', { id: 's1' });
    await provider.deactivateSite('s1');
    expect(sent.map(({ ifMatch }) => ifMatch)).toEqual([null, null]);
  });

  it('refuses an unknown resource with a name in the message', async () => {
    const { provider } = recording(() => one({}));
    await expect(provider.getOne('elephants', { id: '1' })).rejects.toThrow('"elephants"');
  });
});
