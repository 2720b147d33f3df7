import { type CollectionTotals, paths, type ReminderPreview } from '@portal/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { aCollection, anInvoice } from '../../testing/moneyRecords.ts';
import { closeAdmin, openAdmin } from '../../testing/openAdmin.tsx';
import { anAccount } from '../../testing/records.ts';

afterEach(closeAdmin);

const TOTALS: readonly CollectionTotals[] = [{ is_demo: false, invoices: 2, open_amount: 118 }];

const ASKED = 'Reminders are paused while the company waits for an answer to its question.';
const PREVIEW: readonly ReminderPreview[] = [
  { id: 'c1_2026-06', account_id: 'c1', invoice_number: 'INV-202606-0001', mails: 2, refusal: null },
  { id: 'c2_2026-03', account_id: 'c2', invoice_number: 'INV-202603-0002', mails: 1, refusal: ASKED },
];

/** An invoice that is not promised, and an older one of another company whose promise is broken. */
function open(address = '/admin-dashboard/collections') {
  return openAdmin(address, {
    accounts: [anAccount({ id: 'c1' }), anAccount({ id: 'c2', company_name: 'Bay Ridge' })],
    collections: [
      aCollection(),
      aCollection({
        id: 'c2_2026-03',
        account_id: 'c2',
        company_name: 'Bay Ridge',
        invoice_number: 'INV-202603-0002',
        due_date: '2026-03-16',
        days_overdue: 110,
        age: 'over-90',
        open_amount: 40,
        last_reminder_on: null,
        last_reminder: null,
        promise: 'broken',
        promised_on: '2026-06-20',
        promise_note: 'Ann: a check by Friday',
        card: 'expired',
        has_question: true,
      }),
    ],
    invoices: [
      anInvoice({ id: 'c1_2026-06', invoice_number: 'INV-202606-0001', open_amount: 78 }),
      anInvoice({ id: 'c1_2026-07', invoice_number: 'INV-202607-0009', open_amount: 30 }),
    ],
    answers: {
      [paths.admin.collectionTotals]: TOTALS,
      [paths.admin.previewReminders]: Response.json(PREVIEW),
    },
  });
}
const cells = (row: Element | null | undefined) =>
  [...(row?.querySelectorAll('td') ?? [])].map((cell) => cell.textContent);

// Proves I39-collections
it('show the oldest invoice first, with reminder, promise, card and the total that is open', async () => {
  open();
  const oldest = await screen.findByRole('link', { name: 'INV-202603-0002' });
  expect(oldest.getAttribute('href')).toBe('/admin-dashboard/invoices/c2_2026-03/show');
  await screen.findByText('Bay Ridge');
  const rows = [...document.querySelectorAll('tbody tr')].map((row) => cells(row).slice(1, -1));
  expect(rows).toEqual([
    [
      ...['INV-202603-0002 ', 'Bay Ridge', '110 daysdue Mar 16, 2026', '$40.00', '—paused by a question'],
      ...['Broken Jun 20, 2026Ann: a check by Friday', 'Expired'],
    ],
    [
      ...[
        'INV-202606-0001 ',
        'Acme Security',
        '18 daysdue Jun 16, 2026',
        '$78.00',
        'Jun 30, 2026step of 14 days',
      ],
      ...['—', 'Saved'],
    ],
  ]);
  await waitFor(() => expect(cells(document.querySelector('tfoot tr'))[4]).toBe('$118.00'));
});

// Proves I39-collections
it('are filtered by age and promise, in the address', async () => {
  const { person, api, router } = open();
  await person.click(await screen.findByRole('tab', { name: /^Over 90 days/ }));
  await waitFor(() => expect(screen.queryByText('INV-202606-0001')).toBeNull());
  await person.click(screen.getByRole('combobox', { name: 'Promise' }));
  await person.click(await screen.findByRole('option', { name: 'Promised' }));
  await waitFor(() => expect(document.querySelector('main')?.textContent).toContain('No overdue invoices'));
  const asked = api.calls.filter(({ path }) => path === paths.admin.collections).at(-1);
  expect(JSON.parse(asked?.query.filter ?? '')).toEqual({ age: 'over-90', promise: 'running' });
  expect(decodeURIComponent(router.state.location.search)).toContain('"promise":"running"');
});

// Proves I39-collections
it('take a promise to pay, and a payment', async () => {
  const { person, api } = open();
  await person.click(await screen.findByRole('button', { name: 'Promise to pay Bay Ridge' }));
  await person.type(await screen.findByLabelText(/^Note/), 'A check is on its way');
  await person.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(api.changes().map(({ path, body }) => [path, body])).toEqual([
      [
        paths.admin.promises('c2'),
        { promised_on: expect.stringMatching(/^2026/), note: 'A check is on its way' },
      ],
    ]),
  );
  expect(screen.getByRole('button', { name: 'Record payment INV-202606-0001' })).toBeTruthy();
});

const choose = async (person: ReturnType<typeof open>['person'], ...numbers: readonly string[]) => {
  for (const number of numbers)
    await person.click(await screen.findByRole('checkbox', { name: `Select ${number}` }));
};

// Proves I39-manual-reminders
it('are reminded of together: the dialog counts mails and companies, and tells what was not sent', async () => {
  const { person, api } = open();
  api.refuseAt('c2_2026-03/send-reminder', 409, ASKED);
  await choose(person, 'INV-202606-0001', 'INV-202603-0002');
  await person.click(screen.getByRole('button', { name: 'Send reminder' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send reminders of 2 invoices?' }));
  expect(await dialog.findByText('2 mails to 1 company.')).toBeTruthy();
  expect(dialog.getByRole('alert').textContent).toBe(`Not sent:INV-202603-0002: ${ASKED}`);
  const answer = api.holdAnswers();
  await person.click(dialog.getByRole('button', { name: 'Send reminder' }));
  expect(await dialog.findByText('0 of 2')).toBeTruthy();
  answer();
  const result = await screen.findByRole('dialog', { name: 'Send reminder: 1 of 2 done' });
  expect(within(result).getByRole('listitem').textContent).toContain('INV-202603-0002: ');
  expect(api.changes().map(({ path }) => path)).toEqual([
    paths.admin.sendReminder('c1_2026-06'),
    paths.admin.sendReminder('c2_2026-03'),
  ]);
});

// Proves I39-collections
it('of one company are paid by one payment, of several by the checks of a day', async () => {
  const { person, router } = open();
  await choose(person, 'INV-202606-0001');
  await person.click(screen.getByRole('button', { name: 'Record payment' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Record payment of Acme Security' }));
  const amount = (await dialog.findByLabelText(/^Amount/)) as HTMLInputElement;
  expect(amount.value).toBe('78.00');
  const paid = (await dialog.findByLabelText('INV-202606-0001')) as HTMLInputElement;
  expect([paid.value, (dialog.getByLabelText('INV-202607-0009') as HTMLInputElement).value]).toEqual([
    '78.00',
    '',
  ]);
  await person.click(dialog.getByRole('button', { name: 'Cancel' }));
  await choose(person, 'INV-202603-0002');
  await person.click(screen.getByRole('button', { name: 'Record payment' }));
  await screen.findByRole('heading', { name: 'Record checks' });
  expect(router.state.location.pathname).toBe('/admin-dashboard/record-checks');
  const amounts = (await screen.findAllByLabelText(/^Amount/)) as HTMLInputElement[];
  expect(amounts.map(({ value }) => value).sort()).toEqual(['40.00', '78.00']);
});
