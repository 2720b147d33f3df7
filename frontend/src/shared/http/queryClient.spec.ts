import { onlineManager } from '@tanstack/react-query';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { answerFetch, json } from '../testing/server.ts';
import { watchLeaving } from './leaving.ts';
import { makeQueryClient } from './queryClient.ts';

describe('the query client', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  // Proves S1-7-10
  it('loads once: no retry, no interval, no reload on focus or reconnection, never stale', () => {
    expect(makeQueryClient().getDefaultOptions()).toMatchObject({
      queries: {
        retry: false,
        refetchInterval: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: Number.POSITIVE_INFINITY,
      },
      mutations: { retry: false },
    });
  });

  // Proves S1-7-10
  it('loads the path at the start of its key, again only after an invalidation', async () => {
    const client = makeQueryClient();
    const calls = answerFetch({ 'GET /api/sites': [] });
    const queryKey = ['/api/sites'];
    await client.fetchQuery({ queryKey });
    await client.fetchQuery({ queryKey });
    expect(calls).toHaveLength(1);
    await client.invalidateQueries({ queryKey });
    await client.fetchQuery({ queryKey });
    expect(calls).toHaveLength(2);
  });

  // Proves S1-7-10
  it('does not retry failures', async () => {
    const calls = answerFetch({ 'GET /api/sites': () => json({ error: 'No' }, 500) });
    await expect(makeQueryClient().fetchQuery({ queryKey: ['/api/sites'] })).rejects.toThrow('No');
    expect(calls).toHaveLength(1);
  });

  // Proves S1-7-3
  it('treats a 401 as signed out when loading the user; for other reads it ends the session', async () => {
    vi.spyOn(console, 'info').mockImplementation(() => undefined);
    const left: string[] = [];
    const restore = watchLeaving((path) => left.push(path));
    const client = makeQueryClient();
    const refuse = () => json({ error: 'No session' }, 401);
    answerFetch({ 'GET /api/user': refuse, 'GET /api/sites': refuse });
    history.replaceState(null, '', '/settings');
    expect(await client.fetchQuery({ queryKey: ['/api/user'] })).toBeNull();
    expect(left).toEqual([]);
    await expect(client.fetchQuery({ queryKey: ['/api/sites'] })).rejects.toThrow('No session');
    await vi.waitFor(() => expect(left).toEqual(['/auth']), { timeout: 10_000 });
    restore();
  });

  // Proves I35-37-reads
  it('leaves the page for no 401 of reads while there is a session, and asks for it once', async () => {
    const logged = vi.spyOn(console, 'info').mockImplementation(() => undefined);
    const left: string[] = [];
    onTestFinished(watchLeaving((path) => left.push(path)));
    const client = makeQueryClient();
    const refuse = () => json({ error: 'No session' }, 401);
    const calls = answerFetch({
      'GET /api/user': { id: 'u1' },
      'GET /api/sites': refuse,
      'GET /api/orders': refuse,
    });
    const asked = () => calls.filter(({ path }) => path === '/api/user').length;
    const reads = ['/api/sites', '/api/orders'].map((path) => client.fetchQuery({ queryKey: [path] }));
    for (const read of reads) await expect(read).rejects.toThrow('No session');
    await vi.waitFor(() => expect(asked()).toBe(1));
    await new Promise((done) => setTimeout(done, 150));
    expect([asked(), left, logged.mock.calls]).toEqual([1, [], []]);
  });

  // Proves I35-37-offline
  it('sends a change without a network too, so that it fails and says so', async () => {
    onTestFinished(() => onlineManager.setOnline(true));
    onlineManager.setOnline(false);
    const client = makeQueryClient();
    const fail = () => Promise.reject(new TypeError('Failed to fetch'));
    const change = client.getMutationCache().build(client, { mutationFn: fail });
    await expect(change.execute(undefined)).rejects.toThrow('Failed to fetch');
  });
});
