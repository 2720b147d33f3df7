import { paths, problemSchema } from '@portal/contract';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { answerFetch, type Call, json } from '../testing/server.ts';
import { HttpError, messageOf, read, request } from './http.ts';
import { watchLeaving } from './leaving.ts';
import { causeOf } from './problem.ts';

const refused = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => expect.unreachable('should be refused'),
    (error: unknown) => error,
  );

describe('request', () => {
  let left: string[];
  let logged: MockInstance;
  let stopWatching: () => void;
  beforeEach(() => {
    left = [];
    stopWatching = watchLeaving((path) => left.push(path));
    logged = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  });
  afterEach(() => {
    stopWatching();
    history.replaceState(null, '', '/');
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  // Proves S1-6-4, S1-7-1
  it('carries the session, and the JSON content type only with a body', async () => {
    const calls = answerFetch({ 'POST /a': {}, 'POST /b': {}, 'GET /c': {} });
    await request('POST', '/a', { x: 1 });
    await request('POST', '/b');
    await read('/c');
    expect(calls.map(({ credentials }) => credentials)).toEqual(['include', 'include', 'include']);
    expect(calls.map(({ headers }) => headers.get('Content-Type'))).toEqual(['application/json', null, null]);
    expect(calls[0]?.body).toEqual({ x: 1 });
  });

  // Proves S1-8-shared-1
  it("reports the server's `error` and field errors", async () => {
    const errors = [{ path: 'username', message: 'Username already exists' }];
    answerFetch({ 'POST /a': () => json({ error: 'Username already exists', errors }, 409) });
    const error = await refused(request('POST', '/a', {}));
    expect(error).toBeInstanceOf(HttpError);
    expect(error).toMatchObject({ status: 409, message: 'Username already exists', errors });
  });

  // Proves S1-8-shared-1
  it('reports status and body, or status text, without `error`', async () => {
    answerFetch({
      'GET /html': () => new Response('<p>Bad gateway</p>', { status: 502 }),
      'GET /empty': () => new Response('', { status: 503, statusText: 'Service Unavailable' }),
      'GET /odd': () => json({ error: 7 }, 500),
    });
    expect(await refused(read('/html'))).toMatchObject({ message: '502: <p>Bad gateway</p>' });
    expect(await refused(read('/empty'))).toMatchObject({ message: '503: Service Unavailable' });
    expect(await refused(read('/odd'))).toMatchObject({ message: '500: {"error":7}' });
  });

  it('sends the highest log position with later requests', async () => {
    const at = (position: string) => () => json({}, 200, { 'X-Log-Position': position });
    const calls = answerFetch({
      'POST /late': at('0000000009'),
      'POST /early': at('0000000003'),
      'GET /list': [],
    });
    await request('POST', '/late');
    await request('POST', '/early');
    await read('/list');
    expect(calls[2]?.headers.get('X-Read-After')).toBe('0000000009');
  });

  describe('Idempotency-Key', () => {
    const keyOf = (call: Call | undefined) => call?.headers.get('Idempotency-Key');

    it('is different for each action, and absent on reads', async () => {
      const calls = answerFetch({ 'POST /a': {}, 'GET /a': {} });
      await request('POST', '/a', { x: 1 });
      await request('POST', '/a', { x: 1 });
      await read('/a');
      expect(keyOf(calls[0])).toBeTruthy();
      expect(keyOf(calls[1])).not.toBe(keyOf(calls[0]));
      expect(keyOf(calls[2])).toBeNull();
    });

    it('stays the same when resent after an unknown outcome', async () => {
      const outcomes = [
        () => Promise.reject(new TypeError('Failed to fetch')),
        () => json({ error: 'Try again' }, 503),
        () => json({}),
        () => json({}),
      ];
      const calls = answerFetch({ 'POST /a': () => (outcomes.shift() ?? expect.unreachable)() });
      for (let i = 0; i < 4; i += 1) await request('POST', '/a', { x: 2 }).catch(() => undefined);
      const keys = calls.map(keyOf);
      expect(keys[1]).toBe(keys[0]);
      expect(keys[2]).toBe(keys[0]);
      expect(keys[3]).not.toBe(keys[0]);
    });
  });

  describe('on a 401', () => {
    // Proves S1-4-session-6, S1-8-shared-2
    it('waits 100 ms, logs, opens /auth and shows that the session has expired', async () => {
      answerFetch({ 'POST /a': () => json({ error: 'No session' }, 401) });
      history.replaceState(null, '', '/settings');
      const before = performance.now();
      const error = await refused(request('POST', '/a'));
      expect(performance.now() - before).toBeGreaterThanOrEqual(95);
      expect(error).toMatchObject({ message: 'Your session has expired. Please log in again.' });
      expect(logged).toHaveBeenCalledWith('Session expired or not logged in');
      expect(left).toEqual(['/auth']);
    });

    // Proves S1-8-shared-2
    it('stays on /auth, but not on pages whose name contains it', async () => {
      answerFetch({ 'POST /a': () => json({ error: 'No session' }, 401) });
      history.replaceState(null, '', '/auth?tab=register');
      expect(await refused(request('POST', '/a'))).toMatchObject({ message: 'No session' });
      expect(left).toEqual([]);
      history.replaceState(null, '', '/authors');
      await refused(request('POST', '/a'));
      expect(left).toEqual(['/auth']);
    });

    it('leaves the login call’s response unchanged', async () => {
      answerFetch({ [`POST ${paths.login}`]: () => json({ error: 'Invalid username or password' }, 401) });
      const error = await refused(request('POST', paths.login, {}, { unauthorized: 'own' }));
      expect(error).toMatchObject({ status: 401, message: 'Invalid username or password' });
      expect(left).toEqual([]);
    });

    // Proves S1-7-2, S1-8-shared-3
    it('is null for a read that asks for it, an error for any other', async () => {
      answerFetch({ 'GET /a': () => json({ error: 'No session' }, 401) });
      expect(await read('/a', 'null')).toBeNull();
      expect(await refused(read('/a'))).toMatchObject({ status: 401 });
      expect(left).toEqual([]);
    });
  });

  // Proves S1-8-session-2
  it('shows the fallback text if the network failed', () => {
    expect(messageOf(new TypeError('Failed to fetch'), 'Login failed')).toBe('Login failed');
    expect(messageOf(new HttpError(409, 'Username already exists'), 'x')).toBe('Username already exists');
  });

  // Proves S1-8-session-3, S1-8-session-4
  it('names the connection as the cause only where the network failed', async () => {
    answerFetch({
      'POST /a': () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
      'POST /b': () => json({ error: 'Username already exists' }, 409),
      'POST /c': () => Promise.reject(new TypeError('Failed to fetch')),
    });
    const causes = await Promise.all(['/a', '/b', '/c'].map((path) => refused(request('POST', path))));
    expect(causes.map(causeOf)).toEqual([
      'Something went wrong on our side. Please try again.',
      'Username already exists',
      'Please check your connection and try again.',
    ]);
  });

  // Proves S1-8-shared-4
  it.each([
    ['a proxy’s page', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['an empty object', () => json({}, 500)],
    ['an `error` that is no text', () => json({ error: { code: 1 } }, 500)],
    ['an empty `error`', () => json({ error: '' }, 500)],
    ['nothing', () => new Response('', { status: 503, statusText: 'Service Unavailable' })],
    ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['no JSON', () => new Response('{', { headers: { 'Content-Type': 'application/json' } })],
  ])('shows the operation’s own failure text if the response is %s', async (_, answer) => {
    answerFetch({ 'POST /a': answer });
    expect(messageOf(await refused(request('POST', '/a')), 'Failed to update user.')).toBe(
      'Failed to update user.',
    );
  });

  it('shows nothing of a response that violates the contract', () => {
    const { error } = problemSchema.safeParse({ error: 1 });
    expect(messageOf(error, 'Failed to fetch dealer')).toBe('Failed to fetch dealer');
  });
});
