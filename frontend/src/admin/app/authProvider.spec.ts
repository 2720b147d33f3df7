import type { SessionUser } from '@portal/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchLeaving } from '../../shared/http/leaving.ts';
import { anAdmin } from '../testing/records.ts';
import { createAuthProvider } from './AdminProviders.tsx';

const providerFor = (user: SessionUser | null) => createAuthProvider(async () => user);

describe('the auth provider', () => {
  const left: string[] = [];
  let stopWatching = () => {};
  beforeEach(() => {
    vi.spyOn(console, 'info').mockImplementation(() => {});
    left.length = 0;
    stopWatching = watchLeaving((path) => left.push(path));
  });
  afterEach(() => {
    stopWatching();
    vi.restoreAllMocks();
  });

  it('accepts an administrator and returns the name', async () => {
    const provider = providerFor(anAdmin({ id: 'a1', name: 'Ada' }));
    await expect(provider.checkAuth({})).resolves.toBeUndefined();
    await expect(provider.getIdentity?.()).resolves.toEqual({ id: 'a1', fullName: 'Ada' });
  });

  it('sends a visitor to /auth and a dealer home, without a message', async () => {
    await expect(providerFor(null).checkAuth({})).rejects.toEqual({ redirectTo: '/auth', message: false });
    await expect(providerFor(anAdmin({ is_admin: false })).checkAuth({})).rejects.toEqual({
      redirectTo: '/dealer-dashboard',
      message: false,
    });
  });

  it('treats a 401 as the end of the session', async () => {
    await expect(providerFor(anAdmin()).checkError({ status: 401 })).rejects.toMatchObject({
      redirectTo: '/auth',
      message: false,
      logoutUser: false,
    });
    expect(left).toEqual(['/auth']);
  });

  it.each([0, 403, 404, 409, 412, 422, 500])('leaves status %i to the page', async (status) => {
    await expect(providerFor(anAdmin()).checkError({ status })).resolves.toBeUndefined();
    expect(left).toEqual([]);
  });

  it('calls canAccess with the current user', async () => {
    const question = { resource: 'sites', action: 'approve', record: { id: 's', status: 'pending' } };
    await expect(providerFor(anAdmin()).canAccess?.(question)).resolves.toBe(true);
    await expect(providerFor(anAdmin({ is_admin: false })).canAccess?.(question)).resolves.toBe(false);
  });
});
