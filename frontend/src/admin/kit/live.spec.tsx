import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { closeAdmin, FakeEventSource, openAdmin, toastSays } from '../testing/openAdmin.tsx';
import { anAccount, aSite, aUser } from '../testing/records.ts';

const RECORD = '/api/admin/sites/s1';

/** The page of a site, with its deletion confirmed and carried out but not answered yet. */
async function deleting() {
  const opened = openAdmin('/admin-dashboard/sites/s1/show', {
    sites: [aSite()],
    accounts: [anAccount()],
    users: [aUser()],
  });
  const { api, person } = opened;
  await person.click(await screen.findByRole('button', { name: 'Delete Depot' }));
  await waitFor(() => expect(FakeEventSource.open).toHaveLength(1));
  const release = api.holdAnswers();
  await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(api.changes()).toHaveLength(1));
  const reads = () => api.calls.filter(({ method, path }) => method === 'GET' && path === RECORD).length;
  return { ...opened, release, reads };
}

describe('a notification during an action', () => {
  afterEach(closeAdmin);

  // Proves S5-live-1
  it('does not reload the record being deleted; the list is loaded after leaving the page', async () => {
    const { api, release, reads, router } = await deleting();
    const [before, calls] = [reads(), api.calls.length];
    FakeEventSource.say('sites');
    // whatever the notice had read would be under way by then
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(api.calls).toHaveLength(calls);
    release();
    await toastSays('Site deleted');
    expect(await screen.findByText('No sites found')).toBeTruthy();
    expect(router.state.location.pathname).toBe('/admin-dashboard/sites');
    expect(reads()).toBe(before);
  });

  it('is handled at once after the action', async () => {
    const { api, release } = await deleting();
    release();
    await toastSays('Site deleted');
    await screen.findByText('No sites found');
    api.data.sites.push(aSite({ id: 's2', site_name: 'Pier 4' }));
    FakeEventSource.say('sites');
    expect(await screen.findByRole('link', { name: 'Pier 4' })).toBeTruthy();
  });
});
