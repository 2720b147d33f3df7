import { type ActivityEntry, type ErasurePreview, paths, type TimelineEntry } from '@portal/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { closeAdmin, openAdmin, toastSays } from '../../testing/openAdmin.tsx';

const TIMELINE = paths.admin.timeline('user', 'u9');
const PAGE = '/admin-dashboard/audit/user/u9';
const ADMIN = { kind: 'user', id: 'admin', name: 'Ada Admin' };

const entry = (seq: number, type: string): TimelineEntry => ({
  seq,
  event_id: `e${seq}`,
  stream: 'user-u9',
  revision: seq,
  type,
  at: '2026-07-04T16:00:00.000Z',
  text: `${type} by Ada Admin`,
  changes: [],
  reason: null,
  actor: ADMIN,
  caused_by: null,
  correlation_id: 'r1',
  hash: 'ab',
  raw: {},
});
const preview: ErasurePreview = {
  id: 'u9',
  username: 'bygone',
  name: 'Bo Gone',
  is_deleted: true,
  is_erased: false,
  refusal: null,
  companies: [],
  shared_companies: [],
  withheld: { addresses: [], messages: [], mails: [], contacts_of: [] },
  contact_messages: 0,
  mails: 2,
  mails_by_kind: [{ kind: 'dealerApproved', mails: 2 }],
  invoices: 0,
  bill_to_until: null,
};
const timeline = (...types: readonly string[]) => types.map((type, seq) => entry(seq, type));
const data = (...types: readonly string[]) => ({
  answers: {
    [TIMELINE]: timeline(...types),
    [paths.admin.userErasure('u9')]: preview,
    [paths.admin.user('u9')]: { id: 'u9' },
  },
});
const button = () => screen.queryByRole('button', { name: 'Erase personal data deleted user' });
const shown = () => screen.findAllByText(/DealerRegistered by Ada Admin/);

afterEach(closeAdmin);

// Proves I8-erase-8
it('erases a user deleted earlier from the timeline, after the preview and the typed name', async () => {
  const { person, api } = openAdmin(PAGE, data('DealerRegistered', 'UserDeleted'));
  await shown();
  expect(api.calls.some(({ path }) => path === paths.admin.userErasure('u9'))).toBe(false);
  await person.click(await screen.findByRole('button', { name: 'Erase personal data deleted user' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Erase personal data' }));
  const name = await dialog.findByLabelText('Type bygone to confirm');
  const confirm = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Erase personal data' });
  expect(confirm().disabled).toBe(true);
  await person.type(name, 'bygone');
  await person.type(dialog.getByLabelText('Reason (optional)'), 'Asked by letter');
  api.data.answers[TIMELINE] = timeline('DealerRegistered', 'UserDeleted', 'PersonalDataErased');
  await person.click(confirm());
  await toastSays('Personal data erased');
  expect(api.changes()).toMatchObject([
    {
      method: 'DELETE',
      path: paths.admin.user('u9'),
      query: { erase: 'true' },
      body: { reason: 'Asked by letter' },
    },
  ]);
  await waitFor(() => expect(button()).toBeNull());
});

it.each([[['DealerRegistered']], [['DealerRegistered', 'UserDeleted', 'PersonalDataErased']]])(
  'no other record has the button: %s',
  async (types) => {
    openAdmin(PAGE, data(...types));
    await shown();
    expect(button()).toBeNull();
  },
);

// Proves I8-erase-8
it('the activity links to the timeline of a deleted user', async () => {
  const gone: ActivityEntry = {
    seq: 7,
    at: '2026-07-04T16:00:00.000Z',
    by: 'Ada Admin',
    text: 'User deleted',
    type: 'UserDeleted',
    subject: { kind: 'user', id: 'u9', name: null },
  };
  openAdmin('/admin-dashboard', { answers: { [paths.admin.activity]: { entries: [gone], next: null } } });
  const list = within(await screen.findByRole('list', { name: 'Newest activity' }));
  expect(list.getByRole('link', { name: 'User' }).getAttribute('href')).toBe(PAGE);
});
