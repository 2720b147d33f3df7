import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { HttpError } from '../../shared/http/http.ts';
import { watchLeaving } from '../../shared/http/leaving.ts';
import { settleStepUp } from '../../shared/http/stepUp.ts';
import { json } from '../../shared/testing/server.ts';
import { dataProvider } from './index.ts';
import { PartlyDone } from './many.ts';

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly headers: Headers;
}

let sent: Sent[];
let answer: (request: Sent) => Response | Promise<Response>;

const list = (rows: unknown[], total = rows.length) =>
  json(rows, 200, { 'Content-Range': `rows 0-${rows.length - 1}/${total}` });

beforeEach(() => {
  sent = [];
  answer = () => json({ id: 's1' }, 200, { ETag: '"8"' });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const { pathname, searchParams } = new URL(url, 'http://portal.test');
    const request: Sent = {
      method: init.method ?? 'GET',
      path: pathname,
      query: Object.fromEntries([...searchParams].map(([name, text]) => [name, JSON.parse(text)])),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      headers: new Headers(init.headers),
    };
    sent.push(request);
    return answer(request);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const refused = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => expect.unreachable('should be refused'),
    (error: unknown) => error,
  );
const only = (): Sent => {
  expect(sent).toHaveLength(1);
  return sent[0] as Sent;
};
const SORTED = { field: 'company_name', order: 'ASC' } as const;

describe('reads', () => {
  it('load a page of a list from the specified path, and its total from Content-Range', async () => {
    answer = () => list([{ id: 'a1' }], 666);
    const page = await dataProvider.getList('companies', {
      pagination: { page: 3, perPage: 25 },
      sort: SORTED,
      filter: { q: 'acme' },
    });
    expect(page).toMatchObject({ data: [{ id: 'a1' }], total: 666 });
    expect(only()).toMatchObject({
      method: 'GET',
      path: '/api/admin/accounts',
      query: { sort: ['company_name', 'ASC'], range: [50, 74], filter: { q: 'acme' } },
    });
  });

  it('load a whole list in one request, and tell how many rows there are', async () => {
    answer = () => list([{ id: 'a1' }], 120_000);
    const all = await dataProvider.getList('companies', { sort: SORTED, filter: {}, meta: { whole: true } });
    expect(all).toEqual({ data: [{ id: 'a1' }], total: 120_000 });
    expect(only().query).toEqual({ sort: ['company_name', 'ASC'], filter: {} });
  });

  it('load the records that refer to another', async () => {
    answer = () => list([{ id: 's1' }]);
    const { data } = await dataProvider.getManyReference('sites', {
      target: 'account_id',
      id: 'c1',
      pagination: { page: 1, perPage: 10 },
      sort: { field: 'site_name', order: 'ASC' },
      filter: { status: 'active' },
    });
    expect(data).toEqual([{ id: 's1' }]);
    expect(only().query.filter).toEqual({ status: 'active', account_id: 'c1' });
  });

  it('load a record, on request with its revision', async () => {
    expect(await dataProvider.getOne('sites', { id: 's 1' })).toEqual({ data: { id: 's1' } });
    expect(await dataProvider.getOne('sites', { id: 's 1', meta: { revision: true } })).toEqual({
      data: { id: 's1', etag: '"8"' },
    });
    expect(sent.map(({ path }) => path)).toEqual(['/api/admin/sites/s%201', '/api/admin/sites/s%201']);
  });

  it('load many references in one request, each id once', async () => {
    answer = () => list([{ id: 'u1' }, { id: 'u2' }]);
    await dataProvider.getMany('users', { ids: ['u1', 'u2', 'u1'] });
    expect(only()).toMatchObject({ path: '/api/admin/users', query: { filter: { id: ['u1', 'u2'] } } });
  });

  it('split ids that exceed the length of a request line', async () => {
    answer = ({ query }) => list((query.filter as { id: string[] }).id.map((id) => ({ id })));
    const ids = Array.from({ length: 250 }, (_, n) => `u${n}`);
    const { data } = await dataProvider.getMany('users', { ids });
    expect(data).toHaveLength(250);
    expect(sent).toHaveLength(3);
  });

  it('refuse an unknown resource with a name in the message', async () => {
    expect(await refused(dataProvider.getOne('elephants', { id: '1' }))).toMatchObject({
      message: expect.stringContaining('"elephants"'),
    });
  });

  it("reject with the portal's problem, fields included", async () => {
    const errors = [{ path: 'filter', message: 'filter must be JSON' }];
    answer = () => json({ error: 'Please check the form.', errors }, 400);
    const error = await refused(dataProvider.getOne('users', { id: 'u1' }));
    expect(error).toBeInstanceOf(HttpError);
    expect(error).toMatchObject({ status: 400, userText: 'Please check the form.', errors });
  });

  it('pass an abort on, so that a superseded list is no error', async () => {
    answer = () => Promise.reject(new DOMException('gone', 'AbortError'));
    expect(await refused(dataProvider.getOne('users', { id: 'u1' }))).toHaveProperty('name', 'AbortError');
  });
});

describe('changes', () => {
  const before = { id: 's1', site_name: 'Depot', hardware: ['door'], etag: '"7"' };

  it('send the changed fields to the revision that was read, with the reason', async () => {
    const { data } = await dataProvider.update('sites', {
      id: 's1',
      data: { ...before, site_name: 'Yard', hardware: ['door'] },
      previousData: before,
      meta: { revision: true, reason: 'Renamed' },
    });
    expect(only()).toMatchObject({
      method: 'PATCH',
      path: '/api/admin/sites/s1',
      body: { site_name: 'Yard', reason: 'Renamed' },
    });
    expect(only().headers.get('If-Match')).toBe('"7"');
    expect(data).toEqual({ id: 's1', etag: '"8"' });
  });

  it('prefer the revision and the key of the meta', async () => {
    const meta = { ifMatch: '"9"', idempotencyKey: 'mine' };
    await dataProvider.update('sites', { id: 's1', data: { site_name: 'Yard' }, previousData: before, meta });
    expect(only().headers.get('If-Match')).toBe('"9"');
    expect(only().headers.get('Idempotency-Key')).toBe('mine');
  });

  it('refuse an update without the revision, and send none without a change', async () => {
    const { etag: _, ...unrevised } = before;
    const data = { site_name: 'Yard' };
    const error = await refused(dataProvider.update('sites', { id: 's1', data, previousData: unrevised }));
    expect(error).toMatchObject({ message: expect.stringContaining('revision: true') });
    await dataProvider.update('sites', { id: 's1', data: { ...before }, previousData: before });
    expect(sent).toEqual([]);
  });

  it("keep another administrator's values on the error of a conflict", async () => {
    const conflict = { etag: '"9"', current: { site_name: 'Dock' } };
    answer = () => json({ error: 'Somebody else has changed it.', conflict }, 412);
    const error = await refused(
      dataProvider.update('sites', { id: 's1', data: { site_name: 'Yard' }, previousData: before }),
    );
    expect(error).toMatchObject({ status: 412, conflict });
  });

  it('create and delete with a reason', async () => {
    const made = await dataProvider.create('users', { data: { username: 'ann' }, meta: { reason: 'New' } });
    await dataProvider.delete('sites', { id: 's1', meta: { reason: 'Moved' } });
    expect(made.data).toEqual({ id: 's1' });
    expect(sent.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['POST', '/api/admin/users', { username: 'ann', reason: 'New' }],
      ['DELETE', '/api/admin/sites/s1', { reason: 'Moved' }],
    ]);
  });

  it('of many records are single calls', async () => {
    const params = { ids: ['s1', 's2'], data: { status: 'active' }, meta: { reason: 'Paid' } };
    expect(await dataProvider.updateMany('sites', params)).toEqual({ data: ['s1', 's2'] });
    expect(await dataProvider.deleteMany('sites', { ids: ['s3'] })).toEqual({ data: ['s3'] });
    expect(sent.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['PATCH', '/api/admin/sites/s1', { status: 'active', reason: 'Paid' }],
      ['PATCH', '/api/admin/sites/s2', { status: 'active', reason: 'Paid' }],
      ['DELETE', '/api/admin/sites/s3', {}],
    ]);
  });

  it('of many records tell which were done, and why another was not', async () => {
    answer = ({ path }) => (path.endsWith('s2') ? json({ error: 'It was paid.' }, 409) : json({}));
    const ids = ['s1', 's2', 's3', 's4', 's5', 's6'];
    const error = await refused(dataProvider.deleteMany('sites', { ids }));
    expect(error).toBeInstanceOf(PartlyDone);
    expect(error).toMatchObject({
      message: '5 of 6 done. It was paid.',
      done: ['s1', 's3', 's4', 's5', 's6'],
    });
    expect(await refused(dataProvider.deleteMany('sites', { ids: ['s2'] }))).toMatchObject({ status: 409 });
  });
});

describe('commands', () => {
  it('have a key, the same again while the outcome is unknown', async () => {
    const pay = () => dataProvider.recordInvoicePayment('i1', { amount: '5.00' }, { reason: 'Check' });
    answer = () => json({ error: 'Try again.' }, 503);
    await refused(pay());
    await refused(pay());
    answer = () => json({ id: 'i1' });
    expect(await pay()).toEqual({ id: 'i1' });
    await pay();
    const keys = sent.map(({ headers }) => headers.get('Idempotency-Key'));
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
    expect(keys[3]).not.toBe(keys[0]);
    expect(sent[0]).toMatchObject({
      method: 'POST',
      path: '/api/admin/invoices/i1/record-payment',
      body: { amount: '5.00', reason: 'Check' },
    });
  });

  it('are sent again after a step-up', async () => {
    answer = () =>
      sent.length === 1
        ? json({ error: 'Please confirm your password.', code: 'step_up_required' }, 403)
        : json({ id: 'u1' });
    const approval = dataProvider.approveUser('u1');
    await vi.waitFor(() => {
      settleStepUp(true);
      expect(sent).toHaveLength(2);
    });
    expect(await approval).toEqual({ id: 'u1' });
  });

  it('end an expired session, and fail', async () => {
    vi.spyOn(console, 'info').mockImplementation(() => undefined);
    const left: string[] = [];
    onTestFinished(watchLeaving((path) => left.push(path)));
    answer = () => json({ error: 'No session' }, 401);
    const error = await refused(dataProvider.approveSite('s1'));
    expect(left).toEqual(['/auth']);
    expect(error).not.toHaveProperty('status');
  });
});
