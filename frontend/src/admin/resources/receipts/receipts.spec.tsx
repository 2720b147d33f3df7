import { paths, type Receipt, type ReceiptTotals } from '@portal/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { aReceipt } from '../../testing/moneyRecords.ts';
import { closeAdmin, openAdmin } from '../../testing/openAdmin.tsx';
import { anAccount } from '../../testing/records.ts';

afterEach(closeAdmin);

const sums = (day: string, method: Receipt['method'], amount: number, more = {}): ReceiptTotals => ({
  day,
  method,
  is_demo: false,
  receipts: 1,
  amount,
  reversed_amount: 0,
  ...more,
});

function open(totals: readonly ReceiptTotals[] = []) {
  return openAdmin('/admin-dashboard/receipts', {
    accounts: [anAccount()],
    receipts: [
      aReceipt({ reversed_on: '2026-07-09', reason: 'It bounced' }),
      aReceipt({
        id: 'p1 o1',
        receipt_id: 'p1',
        receipt_amount: 100,
        day: '2026-07-02',
        method: 'card',
        amount: 65,
        reference: null,
        card: { brand: 'visa', last4: '4242' },
        invoice_id: null,
        invoice_number: null,
        order_id: 'o1',
        order_number: 'ORD-3F9A2C7D',
        is_demo: true,
        refunded_amount: 5,
        dispute: 'lost',
      }),
      aReceipt({
        id: 'p1',
        receipt_id: 'p1',
        day: '2026-07-02',
        method: 'card',
        invoice_id: null,
        invoice_number: null,
      }),
    ],
    answers: { [paths.admin.receiptTotals]: totals },
  });
}
const cells = (row: Element | null | undefined) =>
  [...(row?.querySelectorAll('th, td') ?? [])].map((cell) => cell.textContent);

// Proves I38-receipts
it('says of each receipt how it came, what it paid and what became of it, with links', async () => {
  open();
  const check = await screen.findByRole('link', { name: 'Check 1042' });
  expect(check.getAttribute('href')).toBe('/admin-dashboard/invoices/c1_2026-07/show');
  await waitFor(() =>
    expect(cells(check.closest('tr')).slice(1)).toEqual([
      ...['Check 1042', 'Jul 3, 2026', 'Acme Security', 'INV-202607-0001', '$78.00'],
      'Reversed Jul 9, 2026It bounced',
    ]),
  );
  const card = screen.getByRole('link', { name: 'Visa ending in 4242' });
  expect(card.getAttribute('href')).toBe('/admin-dashboard/orders/o1/show');
  expect(cells(card.closest('tr')).slice(4)).toEqual([
    ...['ORD-3F9A2C7D', '$65.00of $100.00'],
    '$5.00 refundedDispute lostDemo',
  ]);
  const rest = screen.getByRole('link', { name: 'Card 1042' });
  expect(rest.getAttribute('href')).toBe('/admin-dashboard/payments/p1/show');
  expect(cells(rest.closest('tr'))[4]).toBe('Unallocated');
});

// Proves I38-receipts
it('has totals by day and method of all that is found, demo money apart', async () => {
  const { person, api } = open([
    sums('2026-07-02', 'card', 65, { is_demo: true }),
    sums('2026-07-02', 'ach', 0.1),
    sums('2026-07-03', 'ach', 0.2),
    sums('2026-07-03', 'check', 78, { receipts: 2, reversed_amount: 78 }),
  ]);
  const table = await screen.findByRole('table', { name: 'Totals by day' });
  expect([...table.querySelectorAll('tr')].map(cells)).toEqual([
    ['Day', 'Checks', 'ACH', 'Cards', 'Received', 'Reversed since'],
    ['Jul 3, 2026 ', '$78.00', '$0.20', '—', '$78.20', '$78.00'],
    ['Jul 2, 2026 ', '—', '$0.10', '—', '$0.10', '—'],
    ['Jul 2, 2026 Demo', '—', '—', '$65.00', '$65.00', '—'],
    ['All days ', '$78.00', '$0.30', '—', '$78.30', '$78.00'],
    ['All days Demo', '—', '—', '$65.00', '$65.00', '—'],
  ]);
  // the list has no totals below it
  expect(document.querySelectorAll('tfoot')).toHaveLength(1);
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-07-03' } });
  await waitFor(() => {
    const asked = api.calls.filter(({ path }) => path === paths.admin.receiptTotals);
    expect(asked.at(-1)?.query.filter).toBe('{"day_gte":"2026-07-03"}');
  });
  const chips = within(await screen.findByRole('region', { name: 'Active filters' }));
  await person.click(chips.getByRole('button', { name: 'From Jul 3, 2026' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Active filters' })).toBeNull());
});
