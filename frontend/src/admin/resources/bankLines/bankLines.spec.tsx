import {
  type BankLine,
  type BankLineTotals,
  type BankPreview,
  type ImportedBankFile,
  paths,
} from '@portal/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { aBankLine, aBankMatch, anInvoice } from '../../testing/moneyRecords.ts';
import { closeAdmin, openAdmin, toastSays } from '../../testing/openAdmin.tsx';
import { anAccount } from '../../testing/records.ts';

afterEach(closeAdmin);

const named = aBankLine();
const unknown = aBankLine({
  ...{ id: '2026-07-02_l2', day: '2026-07-02', amount: 40, text: 'WIRE HARBOR', reference: '' },
  ...{ proposal: null, candidates: [aBankMatch({ why: 'name', is_exact: false, credit: 5 })] },
});
const matched = aBankLine({
  ...{ id: '2026-07-01_l3', day: '2026-07-01', status: 'matched', proposal: null, account_id: 'c1' },
  ...{ company_name: 'Acme Security', receipt_id: 'r1' },
  invoices: [{ id: 'c1_2026-06', number: 'INV-202606-0001', amount: 78 }],
});
const aside = aBankLine({
  ...{ id: '2026-07-01_l4', day: '2026-07-01', amount: 0.4, text: 'INTEREST', proposal: null },
  ...{ status: 'set_aside', reason: 'Interest of the bank' },
});
const totals: readonly BankLineTotals[] = [{ status: 'unmatched', lines: 2, amount: 118 }];

const SUMMARY = { amount: 118, known: 1, skipped: 2, first_day: '2026-07-02', last_day: '2026-07-03' };
const preview: BankPreview = {
  ...SUMMARY,
  columns: ['Date', 'Memo', 'Amount'],
  mapping: {
    date: 0,
    amount: 2,
    direction: null,
    text: [1],
    reference: null,
    dateFormat: 'mdy',
    decimal: '.',
  },
  is_kept: false,
  sample: [
    {
      cells: ['07/03/2026', 'ACH CREDIT', '78.00'],
      read: { day: '2026-07-03', amount: 78, text: 'ACH CREDIT', reference: '' },
    },
    { cells: ['07/03/2026', 'COFFEE', '-4.20'], read: null },
  ],
  lines: 3,
  broken: 1,
  problems: [{ line: 7, message: '“x” is no amount.' }],
};
const imported: ImportedBankFile = { ...SUMMARY, lines: 3, broken: 0, problems: [], imported: 2 };

function open(more: readonly BankLine[] = []) {
  return openAdmin('/admin-dashboard/bank-lines', {
    accounts: [anAccount({ is_demo_account: false })],
    invoices: [anInvoice({ id: 'c1_2026-07', status: 'pending', open_amount: 78 })],
    // commands change them
    'bank-lines': [named, unknown, matched, aside, ...more].map((line) => ({ ...line })),
    answers: {
      [paths.admin.bankLineTotals]: totals,
      [paths.admin.bankFilePreview]: preview,
      [paths.admin.bankFiles]: imported,
    },
  });
}
const cells = (row: Element | null | undefined) =>
  [...(row?.querySelectorAll('th, td') ?? [])].map((cell) => cell.textContent);
const rowOf = async (text: string) => (await screen.findByText(text)).closest('tr');

// Proves I38-bank-file
it('lists lines by status with totals: what was proposed and why, what they paid, why they are set aside', async () => {
  const { person } = open();
  await waitFor(async () =>
    expect(cells(await rowOf('ACH CREDIT INV-202607-0001')).slice(1, 6)).toEqual([
      ...['Jul 3, 2026', 'ACH CREDIT INV-202607-0001', '90017', '$78.00'],
      'Acme Security INV-202607-0001 $78.00 · The text names the invoice.',
    ]),
  );
  expect(cells(await rowOf('WIRE HARBOR'))[5]).toBe('1 possible match');
  const sums = await screen.findByRole('list', { name: 'Totals' });
  expect(sums.textContent).toBe('Unmatched: 2 lines, $118.00');
  await person.click(await screen.findByRole('tab', { name: 'Matched 1' }));
  const invoice = await screen.findByRole('link', { name: 'INV-202606-0001' });
  expect(invoice.getAttribute('href')).toBe('/admin-dashboard/invoices/c1_2026-06/show');
  expect(within(invoice.closest('tr') as HTMLElement).queryByRole('button')).toBeNull();
});

// Proves I38-bank-file
it('takes a proposal by one press, and asks where such a payment was recorded before', async () => {
  const { api, person } = open();
  const button = await screen.findByRole('button', { name: 'Take $78.00 of Jul 3, 2026 for Acme Security' });
  const body = {
    account_id: 'c1',
    method: 'ach',
    shares: [{ invoice_id: 'c1_2026-07', amount: '78.00' }],
  };
  api.refuse(409, 'Check 90017 was recorded before.', { code: 'recorded_before' });
  await person.click(button);
  const question = await screen.findByRole('dialog', { name: 'Is this another payment?' });
  within(question).getByText('Check 90017 was recorded before.');
  await person.click(within(question).getByRole('button', { name: 'Record it again' }));
  await toastSays('Payment recorded$78.00 of Acme Security');
  const path = paths.admin.matchBankLine(named.id);
  expect(api.changes()).toMatchObject([
    { path, body },
    { path, body: { ...body, record_again: true } },
  ]);
  await waitFor(() => expect(screen.queryByText('ACH CREDIT INV-202607-0001')).toBeNull());
});

// Proves I38-bank-file
it('takes a line as a payment that was recorded before, and says why where it is refused', async () => {
  const receipt = { id: 'r7', reference: '1044', received_on: '2026-07-02' };
  const known = aBankLine({ id: 'l7', amount: 60, proposal: aBankMatch({ why: 'recorded', receipt }) });
  const { api, person } = open([known]);
  const name = 'Take $60.00 of Jul 3, 2026 for Acme Security';
  api.refuse(409, 'The line was matched meanwhile.');
  await person.click(await screen.findByRole('button', { name }));
  await toastSays('ErrorThe line was matched meanwhile.');
  expect(screen.queryByRole('dialog')).toBeNull();
  await person.click(await screen.findByRole('button', { name }));
  await toastSays('Line matched$60.00 of Acme Security');
  const path = paths.admin.matchBankLine('l7');
  expect(api.changes()).toMatchObject([{ path }, { path }]);
  expect(api.changes().map(({ body }) => body)).toEqual([{ receipt_id: 'r7' }, { receipt_id: 'r7' }]);
});

// Proves I38-bank-file
it('takes all lines that name their invoices and are all that is open of them, and no other', async () => {
  const receipt = { id: 'r7', reference: '1044', received_on: '2026-07-02' };
  const share = { invoice_id: 'c1_2026-08', invoice_number: 'INV-202608-0001', amount: 22 };
  const second = aBankLine({ id: 'l2', amount: 22, proposal: aBankMatch({ shares: [share] }) });
  const others = [{ is_exact: false }, { why: 'amount_and_name' as const }, { receipt }];
  const { api, person } = open([
    second,
    ...others.map((other, index) => aBankLine({ id: `o${index}`, proposal: aBankMatch(other) })),
  ]);
  await person.click(await screen.findByRole('button', { name: 'Take all that match by invoice number' }));
  await screen.findByText(/^2 lines name invoices and are all that is open of them: \$100.00 in total/);
  api.refuseAt(paths.admin.matchBankLine(named.id), 409, 'It is paid.');
  await person.click(screen.getByRole('button', { name: 'Take 2 lines' }));
  await toastSays('1 payment recorded1 of 2 done. It is paid.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [one, two] = [...api.changes()].sort((a, b) => a.path.localeCompare(b.path));
  expect(api.changes()).toHaveLength(2);
  expect(one).toMatchObject({ path: paths.admin.matchBankLine(named.id) });
  expect(two?.path).toBe(paths.admin.matchBankLine('l2'));
  expect(two?.body).toEqual({
    account_id: 'c1',
    method: 'ach',
    shares: [{ invoice_id: 'c1_2026-08', amount: '22.00' }],
  });
});

// Proves I38-bank-file
it('lets choose a candidate, whose credit is part of its last share, or a company', async () => {
  const { api, person } = open();
  await person.click(await screen.findByRole('button', { name: 'Choose $40.00 of Jul 2, 2026' }));
  const dialog = await screen.findByRole('dialog', { name: 'What did it pay?' });
  await person.click(within(dialog).getByRole('combobox', { name: 'Another company' }));
  await person.click(await screen.findByRole('option', { name: /^Acme Security/ }));
  const payment = await screen.findByRole('dialog', { name: 'Record payment of Acme Security' });
  within(payment).getByText('$40.00 of Jul 2, 2026: WIRE HARBOR');
  await within(payment).findByText('$40.00 pays 1 invoice.');
  expect(within(payment).queryByLabelText(/Amount/)).toBeNull();
  await person.click(within(payment).getByRole('button', { name: 'Cancel' }));
  await person.click(screen.getByRole('button', { name: 'Choose $40.00 of Jul 2, 2026' }));
  await person.click(
    await screen.findByRole('button', { name: 'Take $40.00 of Jul 2, 2026 for Acme Security' }),
  );
  await toastSays('Payment recorded$40.00 of Acme Security');
  expect(api.changes()[0]?.body).toMatchObject({
    shares: [{ invoice_id: 'c1_2026-07', amount: '83.00' }],
    credit: '5.00',
  });
});

// Proves I38-bank-file
it('sets a line aside with a reason, and takes it back', async () => {
  const { api, person } = open();
  await person.click(await screen.findByRole('button', { name: 'Set aside $40.00 of Jul 2, 2026' }));
  const dialog = await screen.findByRole('dialog', { name: 'Set the line aside' });
  within(dialog).getByText('$40.00 of Jul 2, 2026: WIRE HARBOR');
  await person.click(within(dialog).getByRole('button', { name: 'Set aside' }));
  await within(dialog).findByText('Please give a reason');
  expect(api.changes()).toEqual([]);
  await person.type(within(dialog).getByLabelText(/Reason/), 'A loan');
  await person.click(within(dialog).getByRole('button', { name: 'Set aside' }));
  await toastSays('Line set aside');
  await person.click(await screen.findByRole('tab', { name: 'Set aside 2' }));
  expect(cells(await rowOf('INTEREST'))[5]).toBe('Set asideInterest of the bank');
  await person.click(screen.getByRole('button', { name: 'Take back the line of $0.40' }));
  await toastSays('Line taken backIt is unmatched again.');
  expect(api.changes()).toMatchObject([
    { path: paths.admin.setBankLineAside(unknown.id), body: { reason: 'A loan' } },
    { path: paths.admin.takeBankLineBack(aside.id) },
  ]);
});

// Proves I38-bank-file
it('names the day of a file once where all its lines are of one day', async () => {
  const { api, person } = open();
  api.data.answers[paths.admin.bankFilePreview] = { ...preview, first_day: '2026-07-03' };
  await person.click(await screen.findByRole('button', { name: 'Import bank file' }));
  const dialog = await screen.findByRole('dialog', { name: 'Import bank file' });
  await person.upload(within(dialog).getByLabelText('Bank file'), new File(['Date,Memo,Amount'], 'july.csv'));
  await within(dialog).findByText('3 incoming lines of $118.00, Jul 3, 2026.');
});

// Proves I38-bank-file
it("imports a bank's file after a preview, whose columns can be changed", async () => {
  const { api, person } = open();
  await person.click(await screen.findByRole('button', { name: 'Import bank file' }));
  const dialog = await screen.findByRole('dialog', { name: 'Import bank file' });
  await person.upload(within(dialog).getByLabelText('Bank file'), new File(['Date,Memo,Amount'], 'july.csv'));
  for (const text of [
    '3 incoming lines of $118.00, Jul 2, 2026 to Jul 3, 2026.',
    '1 line was imported before.',
    '2 rows without incoming money left out.',
    "1 row can't be read:",
    'Line 7: “x” is no amount.',
    'Not imported: 07/03/2026 · COFFEE · -4.20',
  ])
    await within(dialog).findByText(text);
  await person.click(within(dialog).getByRole('combobox', { name: /^Reference/ }));
  await person.click(await screen.findByRole('option', { name: 'Memo' }));
  const asked = () => api.changes().map(({ query }) => query.mapping && JSON.parse(query.mapping));
  await waitFor(() => expect(asked()).toEqual([undefined, { ...preview.mapping, reference: 1 }]));
  const submit = await within(dialog).findByRole('button', { name: 'Import 2 lines' });
  await waitFor(() => expect(submit).toHaveProperty('disabled', false));
  await person.click(submit);
  await toastSays('2 lines imported1 imported before.');
  expect(api.changes().at(-1)).toMatchObject({
    path: paths.admin.bankFiles,
    query: { mapping: JSON.stringify({ ...preview.mapping, reference: 1 }) },
  });
  expect(screen.queryByRole('dialog')).toBeNull();
});
