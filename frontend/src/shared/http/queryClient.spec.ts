import { afterEach, describe, expect, it, vi } from 'vitest';
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
});
