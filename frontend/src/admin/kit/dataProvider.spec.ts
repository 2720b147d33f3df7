import { describe, expect, it } from 'vitest';
import { createDataProvider, createHttpClient } from './dataProvider.ts';

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly query: Record<string, unknown>;
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
      };
      sent.push(request);
      return answer(request);
    }),
  );
  return { provider, sent };
}

const list = (rows: unknown[], total = rows.length) =>
  new Response(JSON.stringify(rows), { headers: { 'Content-Range': `rows 0-${rows.length - 1}/${total}` } });
const one = (row: unknown) => new Response(JSON.stringify(row));

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

  it('refuses an unknown resource with a name in the message', async () => {
    const { provider } = recording(() => one({}));
    await expect(provider.getOne('elephants', { id: '1' })).rejects.toThrow('"elephants"');
  });
});
