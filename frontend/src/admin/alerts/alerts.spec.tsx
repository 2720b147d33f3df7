import { type AlertRecord, paths } from '@portal/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { closeAdmin, FakeEventSource, openAdmin, toastText } from '../testing/openAdmin.tsx';

afterEach(closeAdmin);

const anAlert = (over: Partial<AlertRecord> = {}): AlertRecord => ({
  id: 'a1',
  kind: 'low_disk',
  severity: 'warning',
  title: 'Only 7% of the disk is free.',
  todo: 'Make room on it.',
  link: { path: '/settings', label: 'Open the settings' },
  opened_at: '2026-07-04T16:00:00.000Z',
  last_seen: '2026-07-04T16:10:00.000Z',
  mailed_at: null,
  closed_at: null,
  acknowledged: null,
  snoozed: null,
  ...over,
});
const by = { by: 'Bea', at: '2026-07-04T17:00:00.000Z' };
const answersOf = (open: readonly AlertRecord[], closed: readonly AlertRecord[] = []) => ({
  answers: { [paths.admin.alerts]: { open, closed } },
});
const list = (name = 'Alerts') => screen.findByRole('list', { name });

describe('alerts on the dashboard', () => {
  // Proves I8-alerts-3
  it('show problem, action and link, critical ones first', async () => {
    openAdmin(
      '/admin-dashboard',
      answersOf([
        anAlert(),
        anAlert({ id: 'a2', severity: 'critical', title: 'A refund of $65.00 failed.' }),
      ]),
    );
    const items = within(await list()).getAllByRole('listitem');
    expect(items.map((item) => within(item).getByRole('heading').textContent)).toEqual([
      'Critical: A refund of $65.00 failed.',
      'Warning: Only 7% of the disk is free.',
    ]);
    expect(items[1]?.textContent).toContain('Make room on it.');
    expect(
      within(items[1] as HTMLElement)
        .getByRole('link', { name: 'Open the settings' })
        .getAttribute('href'),
    ).toBe('/admin-dashboard/settings');
    expect(screen.getByRole('heading', { name: 'Alerts (2)' })).toBeTruthy();
  });

  // Proves I8-alerts-3
  it('take no space without alerts, and appear automatically', async () => {
    const { api } = openAdmin('/admin-dashboard');
    await screen.findByText('No pending decisions.');
    expect(screen.queryByRole('heading', { name: /Alerts/ })).toBeNull();
    api.data.answers[paths.admin.alerts] = { open: [anAlert()], closed: [] };
    act(() => FakeEventSource.say('alerts'));
    await list();
  });

  // Proves I8-alerts-3
  it('show three, the rest on demand, and the number of answered ones', async () => {
    const five = [1, 2, 3, 4, 5].map((id) => anAlert({ id: `a${id}`, title: `Disk ${id}` }));
    const { person } = openAdmin(
      '/admin-dashboard',
      answersOf([
        ...five,
        anAlert({ id: 'a6', acknowledged: by }),
        anAlert({ id: 'a7', snoozed: { ...by, until: by.at } }),
      ]),
    );
    expect(within(await list()).getAllByRole('listitem')).toHaveLength(3);
    await person.click(screen.getByRole('button', { name: 'Show 2 more' }));
    expect(within(await list()).getAllByRole('listitem')).toHaveLength(5);
    await person.click(screen.getByRole('button', { name: 'Show fewer' }));
    expect(within(await list()).getAllByRole('listitem')).toHaveLength(3);
    expect(screen.getByRole('link', { name: '2 more, acknowledged or snoozed' }).getAttribute('href')).toBe(
      '/admin-dashboard/system',
    );
  });

  // Proves I8-alerts-3
  it('can be acknowledged or snoozed', async () => {
    const { person, api } = openAdmin('/admin-dashboard', {
      answers: {
        [paths.admin.alerts]: { open: [anAlert()], closed: [] },
        [paths.admin.snoozeAlert('a1')]: {},
        [paths.admin.acknowledgeAlert('a1')]: {},
      },
    });
    await list();
    await person.click(screen.getByRole('button', { name: 'Snooze' }));
    await person.click(await screen.findByRole('menuitem', { name: '3 days' }));
    await waitFor(() => expect(api.changes()).toHaveLength(1));
    api.data.answers[paths.admin.alerts] = { open: [anAlert({ acknowledged: by })], closed: [] };
    await person.click(screen.getByRole('button', { name: 'Acknowledge' }));
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Alerts' })).toBeNull());
    expect(api.changes().map(({ method, path, body }) => [method, path, body])).toEqual([
      ['POST', paths.admin.snoozeAlert('a1'), { hours: 72 }],
      ['POST', paths.admin.acknowledgeAlert('a1'), undefined],
    ]);
  });

  // Proves I8-alerts-7
  it('keep the keyboard focus after an answer', async () => {
    const two = [anAlert(), anAlert({ id: 'a2' })];
    const { person, api } = openAdmin('/admin-dashboard', {
      answers: {
        [paths.admin.alerts]: { open: two, closed: [] },
        [paths.admin.acknowledgeAlert('a1')]: {},
      },
    });
    const [first] = within(await list()).getAllByRole('button', { name: 'Acknowledge' });
    api.data.answers[paths.admin.alerts] = { open: [anAlert({ acknowledged: by }), two[1]], closed: [] };
    first?.focus();
    await person.keyboard('{Enter}');
    const heading = await screen.findByRole('heading', { name: 'Alerts (1)' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });

  it("show when an answer could not be saved, and when they can't be loaded", async () => {
    const { person, api } = openAdmin('/admin-dashboard', {
      answers: {
        [paths.admin.alerts]: { open: [anAlert()], closed: [] },
        [paths.admin.acknowledgeAlert('a1')]: {},
      },
    });
    await list();
    api.refuseAt('/acknowledge', 404, 'This alert is not open');
    await person.click(screen.getByRole('button', { name: 'Acknowledge' }));
    expect(await toastText()).toBe('ErrorThis alert is not open');
    closeAdmin();
    const { api: broken, person: other } = openAdmin('/admin-dashboard', { answers: {} });
    delete broken.data.answers[paths.admin.alerts];
    const problem = (await screen.findByText('The alerts could not be loaded.')).closest('[role="alert"]');
    broken.data.answers[paths.admin.alerts] = { open: [anAlert()], closed: [] };
    await other.click(within(problem as HTMLElement).getByRole('button', { name: 'Try again' }));
    await list();
  });
});

describe('alerts on the System page', () => {
  const maintenance = { projections: [], tasks: [], log: null, seal: null };

  // Proves I8-alerts-3
  it('show who acknowledged or snoozed them, and resolved ones', async () => {
    const { person, api } = openAdmin('/admin-dashboard/system', {
      answers: {
        [paths.admin.maintenance]: maintenance,
        [paths.admin.alerts]: {
          open: [
            anAlert({ acknowledged: by }),
            anAlert({ id: 'a2', snoozed: { ...by, by: 'Cy', until: '2026-07-05T17:00:00.000Z' } }),
          ],
          closed: [anAlert({ id: 'a3', title: 'It was late.', closed_at: by.at })],
        },
        [paths.admin.snoozeAlert('a2')]: {},
      },
    });
    const items = within(await list('Open alerts')).getAllByRole('listitem');
    expect(items[0]?.textContent).toContain('Acknowledged by Bea');
    expect(items[1]?.textContent).toContain('Snoozed by Cy until');
    expect(within(await list('Closed alerts')).getByText(/It was late/)).toBeTruthy();
    api.data.answers[paths.admin.alerts] = { open: [], closed: [] };
    await person.click(screen.getByRole('button', { name: 'End snooze' }));
    await screen.findByText('No open alerts.');
    expect(api.changes()).toMatchObject([{ path: paths.admin.snoozeAlert('a2'), body: { hours: 0 } }]);
  });

  // Proves I8-alerts-7
  it("are shown while the rest of the page can't be loaded", async () => {
    openAdmin('/admin-dashboard/system', answersOf([anAlert()]));
    await list('Open alerts');
    await screen.findByText(/ Not found$/);
  });
});
