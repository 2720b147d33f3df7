import type { SessionUser } from '@portal/contract';
import { describe, expect, it } from 'vitest';
import { anAdmin } from '../testing/records.ts';
import { createAuthProvider } from './AdminProviders.tsx';

const providerFor = (user: SessionUser | null, ended = false) =>
  createAuthProvider(
    async () => user,
    async () => ended,
  );

describe('the auth provider', () => {
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

  it('opens /auth after a 401 if the session has ended', async () => {
    await expect(providerFor(anAdmin(), true).checkError({ status: 401 })).rejects.toMatchObject({
      redirectTo: '/auth',
      message: false,
      logoutUser: false,
    });
  });

  // Proves I35-37-reads
  it('leaves a 401 to the page while there is a session', async () => {
    await expect(providerFor(anAdmin()).checkError({ status: 401 })).resolves.toBeUndefined();
  });

  it.each([0, 403, 404, 409, 412, 422, 500])('leaves status %i to the page', async (status) => {
    await expect(providerFor(anAdmin(), true).checkError({ status })).resolves.toBeUndefined();
  });

  it('calls canAccess with the current user', async () => {
    const question = { resource: 'sites', action: 'approve', record: { id: 's', status: 'pending' } };
    await expect(providerFor(anAdmin()).canAccess?.(question)).resolves.toBe(true);
    await expect(providerFor(anAdmin({ staff_role: 'auditor' })).canAccess?.(question)).resolves.toBe(false);
  });
});
