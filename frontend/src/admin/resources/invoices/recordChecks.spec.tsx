import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { anInvoice } from '../../testing/moneyRecords.ts';
import { closeAdmin, openAdmin, toastText } from '../../testing/openAdmin.tsx';
import { anAccount, anAdmin } from '../../testing/records.ts';
import { allocationsOf, blankRow, type CheckRow, differenceOf, totalCents } from './allocation.ts';

afterEach(closeAdmin);

const PAGE = '/admin-dashboard/record-checks';
const accounts = [
  anAccount({ is_demo_account: false }),
  anAccount({ id: 'c2', company_name: 'Bay Ridge Locks', dealer_id: 'KS0002', is_demo_account: false }),
];
const invoices = [
  anInvoice({ id: 'i1', invoice_number: 'INV-202605-0001', invoice_date: '2026-05-01', open_amount: 200 }),
  anInvoice({ id: 'i2', invoice_number: 'INV-202606-0001', invoice_date: '2026-06-01', open_amount: 91 }),
  anInvoice({
    id: 'i3',
    account_id: 'c2',
    invoice_number: 'INV-202606-0002',
    invoice_date: '2026-06-01',
    open_amount: 50,
  }),
];
const field = (what: string, row: number) =>
  screen.getByLabelText(`${what} of check ${row}`) as HTMLInputElement;
type Person = ReturnType<typeof openAdmin>['person'];

/** Fills the row that has the focus, by keyboard. */
async function enter(
  person: Person,
  row: number,
  [company, amount, number]: readonly [string, string, string],
) {
  await person.type(field('Company', row), company);
  await screen.findByRole('option', { name: new RegExp(company) });
  await person.keyboard('{Enter}');
  await person.type(field('Amount', row), amount);
  await person.type(field('Check number', row), number);
  await person.clear(field('Day', row));
  await person.type(field('Day', row), '2026-07-03');
}
const line = (row: number) => within(field('Amount', row).closest('tr') as HTMLElement);

// Proves I38-receipts-5
describe('the checks of a day', () => {
  it('are recorded by keyboard, each by itself, beside the deposit slip', async () => {
    const { api, person } = openAdmin(PAGE, { accounts, invoices });
    await screen.findByRole('heading', { name: 'Record checks' });
    await enter(person, 1, ['Acme', '100', '11']);
    await line(1).findByText('INV-202605-0001 $100.00');
    await person.keyboard('{Enter}');
    expect(document.activeElement).toBe(field('Company', 2));
    // what the first check pays is not open to the second
    await enter(person, 2, ['Acme', '200', '12']);
    await line(2).findByText('INV-202605-0001 $100.00, INV-202606-0001 $91.00, credit $9.00');
    await person.keyboard('{Enter}');
    await enter(person, 3, ['Bay', '50', '13']);
    await person.type(screen.getByLabelText(/^Deposit total/), '359');
    const status = () => screen.getByText(/^3 checks, /).parentElement?.textContent;
    expect(status()).toBe('3 checks, $350.00Difference: $9.00 missing');
    await person.clear(screen.getByLabelText(/^Deposit total/));
    await person.type(screen.getByLabelText(/^Deposit total/), '350.00');
    expect(status()).toBe('3 checks, $350.00As on the deposit slip');
    await person.click(screen.getByRole('button', { name: 'Record 3 checks' }));
    expect(await toastText()).toContain('3 checks recorded');
    expect(api.changes().map(({ path, body }) => [path, body])).toMatchObject([
      ['/api/admin/accounts/c1/receipts', { method: 'check', amount: '100', reference: '11' }],
      [
        '/api/admin/accounts/c1/receipts',
        {
          credit: '9.00',
          received_on: '2026-07-03',
          shares: [
            { invoice_id: 'i1', amount: '100.00' },
            { invoice_id: 'i2', amount: '100.00' },
          ],
        },
      ],
      ['/api/admin/accounts/c2/receipts', { shares: [{ invoice_id: 'i3', amount: '50.00' }] }],
    ]);
    line(3).getByText('Recorded: INV-202606-0002 $50.00');
    expect(field('Amount', 1).readOnly).toBe(true);
    await person.click(screen.getByRole('button', { name: 'New deposit' }));
    expect(field('Amount', 1).value).toBe('');
    expect(screen.queryByLabelText('Amount of check 2')).toBeNull();
  });

  it('say by row what was refused, and send that alone again', async () => {
    const { api, person } = openAdmin(PAGE, { accounts, invoices });
    await screen.findByRole('heading', { name: 'Record checks' });
    await enter(person, 1, ['Acme', '100', '11']);
    await person.keyboard('{Enter}');
    await enter(person, 2, ['Bay', '50', '12']);
    const message = '$100.00 with this reference and date was recorded before. Record it again?';
    api.refuse(409, message, { code: 'recorded_before' });
    await person.click(await screen.findByRole('button', { name: 'Record 2 checks' }));
    expect(await toastText()).toContain('1 check not recorded: see the rows.');
    line(1).getByText(message);
    line(2).getByText('Recorded: INV-202606-0002 $50.00');
    await person.click(line(1).getByRole('checkbox', { name: /record it again/ }));
    await person.click(screen.getByRole('button', { name: 'Record 1 check' }));
    await line(1).findByText('Recorded: INV-202605-0001 $100.00');
    expect(api.changes().map(({ path }) => path)).toEqual([
      '/api/admin/accounts/c1/receipts',
      '/api/admin/accounts/c2/receipts',
      '/api/admin/accounts/c1/receipts',
    ]);
    expect(api.changes().at(-1)?.body).toMatchObject({ record_again: true });
  });

  it("begin with the portal's billing day, not the browser's", async () => {
    // 03:00 UTC of the next day
    const clock = { now: '2027-02-02T03:00:00.000Z', time_zone: 'America/New_York' };
    const { person } = openAdmin(PAGE, { accounts, invoices, me: { ...anAdmin(), clock } });
    await screen.findByRole('heading', { name: 'Record checks' });
    expect(field('Day', 1).value).toBe('2027-02-01');
    await person.click(screen.getByRole('button', { name: 'Add a check' }));
    expect(field('Day', 2).value).toBe('2027-02-01');
  });

  it('need company, amount and number; blank rows are left out', async () => {
    const { api, person } = openAdmin(PAGE, { accounts, invoices });
    await screen.findByRole('heading', { name: 'Record checks' });
    expect(screen.getByRole('button', { name: 'Record 0 checks' })).toHaveProperty('disabled', true);
    await person.type(field('Amount', 1), '5.005');
    await person.click(screen.getByRole('button', { name: 'Add a check' }));
    await person.click(screen.getByRole('button', { name: 'Record 1 check' }));
    await screen.findByText('Please select a company');
    screen.getByText('Amount must be dollars with at most two decimals');
    screen.getByText('Reference is required');
    expect(api.changes()).toEqual([]);
    await person.click(screen.getByRole('button', { name: 'Remove check 2' }));
    await waitFor(() => expect(screen.queryByLabelText('Amount of check 2')).toBeNull());
  });
});

describe('the rows', () => {
  const row = (company: string, amount: string): CheckRow => ({
    ...blankRow('2026-07-03'),
    company,
    amount,
    reference: '1',
  });
  it('count what they can read, and leave out what is recorded or not read yet', () => {
    const rows = [row('c1', '100'), row('c1', 'x'), row('', '5'), row('c9', '7')];
    expect(totalCents(rows)).toBe(11_200);
    const of = (company: string) => (company === 'c1' ? invoices.slice(0, 2) : undefined);
    expect(allocationsOf(rows, () => false, of).map((one) => one?.count)).toEqual([
      1,
      undefined,
      undefined,
      undefined,
    ]);
    expect(allocationsOf(rows, (index) => index === 0, of)).toEqual([null, null, null, null]);
    expect(['', 'x', '112', '100', '112.01'].map((slip) => differenceOf(slip, rows))).toEqual([
      null,
      null,
      null,
      '$12.00 too much',
      '$0.01 missing',
    ]);
  });
});
