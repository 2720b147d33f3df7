import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { watchLeaving } from '../../../shared/http/leaving.ts';
import { closeAdmin, FakeEventSource, openAdmin, toastSays } from '../../testing/openAdmin.tsx';
import { anAccount, aUser } from '../../testing/records.ts';

const BUTTON = { name: 'See what the dealer sees' };
let restore = () => {};

/** The record of a user, with a note of where the browser was sent. */
async function openRecord(over: Parameters<typeof aUser>[0] = {}) {
  const opened = openAdmin('/admin-dashboard/users/u1/show', {
    users: [aUser(over)],
    accounts: [anAccount()],
  });
  const left: string[] = [];
  restore = watchLeaving((path) => left.push(path));
  await screen.findByRole('heading', { level: 1 });
  return { ...opened, left };
}

describe('See what the dealer sees', () => {
  afterEach(() => {
    restore();
    closeAdmin();
  });

  // Proves S5-view-1
  it("starts a view and reloads at the dealer's pages, without loading admin data meanwhile", async () => {
    const { api, person, left } = await openRecord();
    await waitFor(() => expect(FakeEventSource.open).toHaveLength(1));
    const release = api.holdAnswers();
    await person.click(await screen.findByRole('button', BUTTON));
    await waitFor(() => expect(api.changes()).toMatchObject([{ path: '/api/admin/users/u1/view-as' }]));
    const reads = () => api.calls.filter(({ path }) => path.startsWith('/api/admin/')).length;
    const before = reads();
    FakeEventSource.say('users');
    release();
    await waitFor(() => expect(left).toEqual(['/dealer-dashboard']));
    FakeEventSource.say('users');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(reads()).toBe(before);
  });

  it("shows the server's message if refused", async () => {
    const { api, person, left } = await openRecord();
    api.refuse(422, 'This dealer is not approved and has no dealer pages.');
    await person.click(await screen.findByRole('button', BUTTON));
    await toastSays('ErrorThis dealer is not approved and has no dealer pages.');
    expect(left).toEqual([]);
  });

  it.each([
    ['an administrator', { is_admin: true }],
    ['a dealer who waits', { is_approved: false }],
  ])('is not offered for %s', async (_who, over) => {
    await openRecord(over);
    await screen.findByRole('button', { name: /^Edit/ });
    expect(screen.queryByRole('button', BUTTON)).toBeNull();
  });
});
