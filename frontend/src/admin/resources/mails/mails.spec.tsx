import { paths } from '@portal/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { closeAdmin, openAdmin, toastSays } from '../../testing/openAdmin.tsx';
import { aMail, aUser } from '../../testing/records.ts';

const OUTBOX = '/admin-dashboard/mails';
const SCRIPT = '<p>Hello</p><script>alert(1)</script>';
const outbox = () => ({
  users: [aUser()],
  mails: [
    aMail({ html: SCRIPT }),
    aMail({ id: 'l2', subject: 'Site approved', status: 'queued', sent_at: null, user_id: null }),
    aMail({ id: 'l3', subject: 'Reset your password', is_secret: true, html: null, text: null }),
    aMail({ id: 'l4', subject: 'Contact form: support', status: 'dead', last_error: 'connection refused' }),
    aMail({ id: 'l5', subject: 'Site deleted', status: 'kept', sent_at: null }),
  ],
});

describe('the outbox', () => {
  afterEach(closeAdmin);

  it('lists all mails and filters by state, with counts', async () => {
    const { person, api } = openAdmin(OUTBOX, outbox());
    for (const name of ['All 5', 'Queued 1', 'Not sent 1', 'Sent 2', 'Failed 1'])
      expect(await screen.findByRole('tab', { name })).toBeTruthy();
    const row = (await screen.findByRole('link', { name: 'Site approved' })).closest('tr');
    expect(row?.textContent).toContain('Queued');
    expect(row?.textContent).toContain('Dealer approved');
    await person.click(screen.getByRole('tab', { name: 'Failed 1' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Site approved' })).toBeNull());
    expect(screen.getByRole('link', { name: 'Contact form: support' })).toBeTruthy();
    await person.type(screen.getByLabelText('Search emails'), 'support');
    await waitFor(() => expect(api.calls.at(-1)?.query.filter).toBe('{"status":"dead","q":"support"}'));
  });

  it('reloads by its button and at each visit', async () => {
    const { person, api } = openAdmin(OUTBOX, outbox());
    await screen.findByRole('tab', { name: 'Queued 1' });
    const queued = api.data.mails.find(({ id }) => id === 'l2');
    if (queued === undefined) throw new Error('no such mail');
    Object.assign(queued, { status: 'sent' });
    await person.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByRole('tab', { name: 'Sent 3' })).toBeTruthy();
    await person.click(screen.getByRole('link', { name: 'Users' }));
    await screen.findByRole('heading', { level: 1, name: 'Users' });
    Object.assign(queued, { status: 'dead' });
    await person.click(screen.getByRole('link', { name: 'Emails' }));
    expect(await screen.findByRole('tab', { name: 'Failed 2' })).toBeTruthy();
  });

  it('shows a mail in a frame without scripts, and as plain text', async () => {
    const { person } = openAdmin(OUTBOX, outbox());
    await person.click(await screen.findByRole('link', { name: 'Your dealer account is approved' }));
    const frame = await screen.findByTitle('The email "Your dealer account is approved"');
    expect(frame.getAttribute('sandbox')).toBe('');
    expect(frame.getAttribute('srcdoc')).toContain('<p>Hello</p>');
    expect(frame.getAttribute('srcdoc')).not.toContain('alert');
    expect(await screen.findByRole('link', { name: 'Ann Acme' })).toBeTruthy();
    await person.click(screen.getByRole('tab', { name: 'Plain text' }));
    const panel = within(screen.getByRole('tabpanel'));
    expect(panel.getByText(/Hello Ann/).textContent).toBe('Welcome aboard\n\nHello Ann');
    expect(screen.queryByTitle(/The mail/)).toBeNull();
  });

  it('explains mails with secrets, dead and unsent mails', async () => {
    openAdmin(`${OUTBOX}/l3/show`, outbox());
    expect(await screen.findByText(/only the recipient may see/)).toBeTruthy();
    expect(screen.queryByRole('tab', { name: 'Plain text' })).toBeNull();
    closeAdmin();
    const secret = { id: 'l3', is_secret: true, html: null, text: null, sent_at: null };
    openAdmin(`${OUTBOX}/l3/show`, { mails: [aMail({ ...secret, status: 'kept' })] });
    expect(await screen.findByText('No mail server is set up; it was not sent.')).toBeTruthy();
    closeAdmin();
    openAdmin(`${OUTBOX}/l3/show`, { mails: [aMail({ ...secret, status: 'dead' })] });
    expect(await screen.findByRole('button', { name: /^Send again/ })).toBeTruthy();
  });

  it('shows that a mail could not be written', async () => {
    openAdmin(`${OUTBOX}/l1/show`, { mails: [aMail({ status: 'dead', html: null, text: null })] });
    expect(await screen.findByText('This email could not be created.')).toBeTruthy();
  });

  it('shows why a mail was given up', async () => {
    openAdmin(`${OUTBOX}/l4/show`, outbox());
    expect(await screen.findByText('connection refused')).toBeTruthy();
    expect(screen.getByText('Failed after too many attempts.')).toBeTruthy();
  });

  // Proves I8-mail-1
  it('resends a dead mail from its page, after a confirmation', async () => {
    const { person, api } = openAdmin(`${OUTBOX}/l4/show`, outbox());
    await person.click(await screen.findByRole('button', { name: /^Send again/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Send "Contact form: support" again?' });
    expect(dialog.textContent).toContain('connection refused');
    await person.click(within(dialog).getByRole('button', { name: 'Send again' }));
    await toastSays('Email queuedIt will be sent within a few seconds.');
    expect(await screen.findByText('Waiting for the next attempt.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Send again/ })).toBeNull();
    expect(api.changes()).toMatchObject([{ method: 'POST', path: paths.admin.sendMailAgain('l4') }]);
  });

  // Proves I8-mail-1
  it('resends selected mails if all are dead', async () => {
    const data = outbox();
    data.mails.push(aMail({ id: 'l6', subject: 'Site approved', status: 'dead' }));
    const { person, api } = openAdmin(OUTBOX, data);
    await person.click(await screen.findByRole('checkbox', { name: 'Select all' }));
    const bar = within(await screen.findByRole('toolbar'));
    expect(bar.queryByRole('button', { name: 'Send again' })).toBeNull();
    await person.click(screen.getByRole('tab', { name: 'Failed 2' }));
    await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
    await person.click(await screen.findByRole('checkbox', { name: 'Select all' }));
    await person.click(
      within(await screen.findByRole('toolbar')).getByRole('button', { name: 'Send again' }),
    );
    const dialog = await screen.findByRole('dialog', { name: 'Send 2 mails again?' });
    await person.click(within(dialog).getByRole('button', { name: 'Send again' }));
    await toastSays('Email queued2 records');
    expect(api.changes().map(({ path }) => path)).toEqual(
      expect.arrayContaining([paths.admin.sendMailAgain('l4'), paths.admin.sendMailAgain('l6')]),
    );
  });

  it('offers no resend for mails that are not dead or have no text', async () => {
    for (const over of [
      { status: 'sent' },
      { status: 'queued' },
      { status: 'kept' },
      { status: 'dead', html: null, text: null },
      { status: 'dead', recipient: '' },
    ] as const) {
      openAdmin(`${OUTBOX}/l1/show`, { mails: [aMail({ id: 'l1', ...over })] });
      await screen.findByRole('heading', { level: 1, name: 'Your dealer account is approved' });
      expect(screen.queryByRole('button', { name: /^Send again/ }), JSON.stringify(over)).toBeNull();
      closeAdmin();
    }
  });

  it('shows that a mail does not exist, and that there are none', async () => {
    openAdmin(`${OUTBOX}/gone/show`);
    expect(await screen.findByRole('heading', { level: 1, name: 'Email not found' })).toBeTruthy();
    closeAdmin();
    openAdmin(OUTBOX);
    expect(await screen.findByText('No emails found')).toBeTruthy();
  });
});
