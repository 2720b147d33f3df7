import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { closeAdmin, openAdmin, toastText } from '../testing/openAdmin.tsx';
import { anAccount, aSite } from '../testing/records.ts';

const VIEWS = '/api/admin/saved-views';
const pending = `filter=${encodeURIComponent('{"status":"pending"}')}`;
const data = () => ({
  accounts: [anAccount()],
  sites: [
    aSite(),
    aSite({ id: 's2', site_name: 'Office', status: 'pending' }),
    aSite({ id: 's3', site_name: 'Pier', status: 'pending' }),
  ],
});

describe('saved views', () => {
  afterEach(closeAdmin);

  // Proves S5-admin-lists-1
  it('saves a list under a name, opens and deletes it', async () => {
    const { person, api, router } = openAdmin(`/admin-dashboard/sites?${pending}`, data());
    await person.click(await screen.findByRole('button', { name: 'Views' }));
    const box = within(await screen.findByRole('dialog', { name: 'Saved views' }));
    await person.click(await box.findByRole('button', { name: 'Save' }));
    expect(await box.findByText('Please enter a name')).toBeTruthy();
    await person.type(box.getByLabelText('Name of this view'), 'To do');
    await person.click(box.getByRole('button', { name: 'Save' }));
    const link = await box.findByRole('link', { name: 'To do' });
    expect(api.changes()).toMatchObject([
      { method: 'POST', path: VIEWS, body: { name: 'To do', resource: 'sites', query: pending } },
    ]);
    await router.navigate('/admin-dashboard/sites?filter=%7B%7D');
    await person.click(link);
    await waitFor(() => expect(router.state.location.search).toBe(`?${pending}`));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Depot' })).toBeNull());

    await person.click(await screen.findByRole('button', { name: 'Views' }));
    await person.click(await screen.findByRole('button', { name: 'Delete the view To do' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'To do' })).toBeNull());
    expect(api.changes().at(-1)).toMatchObject({
      method: 'DELETE',
      path: VIEWS,
      body: { resource: 'sites', name: 'To do' },
    });
  });

  it('shows only those of the list, and shows refusals of the server', async () => {
    const views = [
      { name: 'Big ones', resource: 'users', query: 'sort=x' },
      { name: 'Mine', resource: 'sites', query: pending },
    ];
    const { person, api } = openAdmin('/admin-dashboard/sites', { ...data(), answers: { [VIEWS]: views } });
    await person.click(await screen.findByRole('button', { name: 'Views' }));
    const box = within(await screen.findByRole('dialog', { name: 'Saved views' }));
    await box.findByRole('link', { name: 'Mine' });
    expect(box.queryByRole('link', { name: 'Big ones' })).toBeNull();
    api.refuse(400, 'There is already a view of that name');
    await person.type(await box.findByLabelText('Name of this view'), 'Mine');
    await person.click(box.getByRole('button', { name: 'Save' }));
    expect(await toastText()).toBe('ErrorThere is already a view of that name');
  });
});

describe('moving through a list', () => {
  afterEach(closeAdmin);

  // Proves S5-admin-lists-3
  it('goes from record to record in the order of the visited list', async () => {
    const { person } = openAdmin(`/admin-dashboard/sites?${pending}&sort=site_name&order=ASC`, data());
    await person.click(await screen.findByRole('link', { name: 'Office' }));
    await screen.findByRole('heading', { level: 1, name: 'Office' });
    const way = within(await screen.findByRole('navigation', { name: 'Records of the list' }));
    expect(way.getByText('1 of 2')).toBeTruthy();
    expect(way.getByRole('button', { name: 'Previous record' }).hasAttribute('disabled')).toBe(true);
    await person.click(way.getByRole('link', { name: 'Next record' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Pier' })).toBeTruthy();
    expect(await screen.findByText('2 of 2')).toBeTruthy();
  });

  it('works for a list without filter and sort', async () => {
    const { person } = openAdmin('/admin-dashboard/sites', data());
    await person.click(await screen.findByRole('link', { name: 'Office' }));
    expect(await screen.findByRole('navigation', { name: 'Records of the list' })).toBeTruthy();
  });

  it('is not offered without a visited list', async () => {
    openAdmin('/admin-dashboard/sites/s1/show', data());
    await screen.findByRole('heading', { level: 1, name: 'Depot' });
    expect(screen.queryByRole('navigation', { name: 'Records of the list' })).toBeNull();
  });
});
