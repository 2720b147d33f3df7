import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { closeAdmin, openAdmin, toastText } from '../../testing/openAdmin.tsx';
import { aMessage } from '../../testing/records.ts';

const INBOX = '/admin-dashboard/contacts';
const ANSWERED = `${INBOX}?filter=${encodeURIComponent('{"status":"answered"}')}`;
const open = aMessage();
const answered = aMessage({
  id: 'm2',
  contact_name: 'Vic Vale',
  contact_subject: 'support',
  contact_message: 'The door is stuck',
  status: 'answered',
  answered_at: '2026-07-05T09:00:00.000Z',
});
const inbox = () => ({ contacts: [{ ...open }, { ...answered }] });

describe('the inbox of contact messages', () => {
  afterEach(closeAdmin);

  it('shows what is open, with counts of both', async () => {
    const { person } = openAdmin(INBOX, inbox());
    const row = (await screen.findByRole('link', { name: 'Wes Wonder' })).closest('tr');
    expect(row?.textContent).toContain('New Site Setup');
    expect(row?.textContent).toContain('Two doors. How soon?');
    expect(row?.textContent).toContain('Jul 4, 2026');
    expect(screen.queryByRole('link', { name: 'Vic Vale' })).toBeNull();
    await screen.findByRole('tab', { name: 'Open 1' });
    await person.click(screen.getByRole('tab', { name: 'Answered 1' }));
    expect(await screen.findByRole('link', { name: 'Vic Vale' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Mark as answered/ })).toBeNull();
  });

  it('searches', async () => {
    const other = aMessage({ id: 'm3', contact_name: 'Xena', contact_message: 'Prices please' });
    const { person, api } = openAdmin(INBOX, { contacts: [{ ...open }, other] });
    await screen.findByRole('link', { name: 'Wes Wonder' });
    await person.type(screen.getByLabelText('Search messages'), 'prices');
    const filters = () => api.calls.map(({ query }) => query.filter);
    await waitFor(() => expect(filters()).toContain('{"status":"open","q":"prices"}'));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Wes Wonder' })).toBeNull());
  });

  it.each([
    [INBOX, 'No open messages found'],
    [ANSWERED, 'No answered messages found'],
  ])('shows that %s is empty', async (path, text) => {
    openAdmin(path);
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('shows the number of open messages in the menu', async () => {
    openAdmin('/admin-dashboard', inbox());
    const menu = within(await screen.findByRole('navigation', { name: 'Administration' }));
    const link = await menu.findByRole('link', { name: /Messages/ });
    expect(await within(link).findByRole('img', { name: '1 open' })).toBeTruthy();
  });

  it('shows a message with its line breaks, and a link to reply', async () => {
    openAdmin(`${INBOX}/m1/show`, inbox());
    expect(await screen.findByRole('heading', { level: 1, name: 'Wes Wonder' })).toBeTruthy();
    const text = screen.getByText(/Two doors/);
    expect(text.textContent).toBe('Two doors.\nHow soon?');
    expect(screen.getByText('(718) 555-0199')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Reply by email' }).getAttribute('href')).toBe(
      'mailto:wes@example.test?subject=Re%3A%20New%20Site%20Setup',
    );
  });

  it('marks as answered from the page, after a confirmation', async () => {
    const { person, api } = openAdmin(`${INBOX}/m1/show`, inbox());
    await person.click(await screen.findByRole('button', { name: /^Mark as answered/ }));
    const dialog = await screen.findByRole('dialog', {
      name: 'Mark the message of Wes Wonder as answered?',
    });
    expect(api.changes()).toEqual([]);
    await person.click(within(dialog).getByRole('button', { name: 'Mark as answered' }));
    expect(await toastText()).toBe('Marked as answered');
    expect(api.changes()).toMatchObject([
      { method: 'PATCH', path: '/api/admin/contacts/m1', body: { answered: true } },
    ]);
    expect(await screen.findByText('Jul 5, 2026', { exact: false })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Mark as answered/ })).toBeNull();
  });

  it('marks many as answered, and shows refusals', async () => {
    const second = aMessage({ id: 'm3', contact_name: 'Xena' });
    const { person, api } = openAdmin(INBOX, { contacts: [{ ...open }, second] });
    await person.click(await screen.findByRole('checkbox', { name: 'Select the message of Wes Wonder' }));
    await person.click(screen.getByRole('checkbox', { name: 'Select the message of Xena' }));
    await person.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Mark as answered' }));
    const dialog = await screen.findByRole('dialog', { name: 'Mark 2 messages as answered?' });
    api.refuse(404, 'Contact message not found');
    await person.click(within(dialog).getByRole('button', { name: 'Mark as answered' }));
    expect(await toastText()).toBe('Error1 of 2 done. Contact message not found');
    expect(api.changes()).toHaveLength(2);
  });
});
