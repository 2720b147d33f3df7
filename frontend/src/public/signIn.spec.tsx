import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeQueryClient } from '../shared/http/queryClient.ts';
import { userKey, useSession } from '../shared/session/session.ts';
import { dealer } from '../shared/testing/people.ts';
import { answerFetch, type Call, json } from '../shared/testing/server.ts';
import { useLogin, useRegister } from './signIn.ts';

/** A hook of the session beside a client in which nobody is known yet. */
function inPortal<Hook>(hook: () => Hook) {
  const client = makeQueryClient();
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return { client, ...renderHook(hook, { wrapper }) };
}

const reads = (calls: readonly Call[]) => calls.filter(({ path }) => path === '/api/user').length;

describe('session', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  // Proves S1-4-session-1, S1-4-session-2, S1-9-1
  it('knows the user at login and reloads the user 100 ms later, not before', async () => {
    let known: unknown = null;
    const calls = answerFetch({
      'POST /api/login': dealer,
      'GET /api/user': () => (known === null ? json({ error: 'No session' }, 401) : json(known)),
    });
    const { client, result } = inPortal(() => ({ login: useLogin(), session: useSession() }));
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(result.current.session.user).toBeNull();
    known = { ...dealer, name: 'Read again' };
    await act(() => result.current.login.mutateAsync({ username: 'northgate', password: 'secret1' }));
    expect(client.getQueryData(userKey)).toEqual(dealer);
    await act(() => vi.advanceTimersByTimeAsync(99));
    expect(reads(calls)).toBe(1);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(reads(calls)).toBe(2);
    await act(() => vi.advanceTimersByTimeAsync(10));
    expect(result.current.session.user).toEqual(known);
  });

  // Proves S1-4-session-3
  it('forgets the user when a login fails', async () => {
    answerFetch({ 'POST /api/login': () => json({ error: 'No' }, 401) });
    const { client, result } = inPortal(useLogin);
    client.setQueryData(userKey, dealer);
    await act(() =>
      result.current.mutateAsync({ username: 'northgate', password: 'x' }).catch(() => undefined),
    );
    expect(client.getQueryData(userKey)).toBeNull();
  });

  // Proves S1-4-session-4
  it('knows the user after registration, and drops data of an earlier user', async () => {
    answerFetch({ 'POST /api/register': () => json(dealer, 201) });
    const { client, result } = inPortal(useRegister);
    client.setQueryData(['/api/sites'], ['of somebody else']);
    const registration = { ...dealer, experience: '', password: 'secret1', agreeToTerms: true as const };
    await act(() => result.current.mutateAsync(registration));
    expect(client.getQueryData(userKey)).toEqual(dealer);
    expect(client.getQueryData(['/api/sites'])).toBeUndefined();
  });
});
