import { type CreditNoteTotals, paths } from '@portal/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { aCreditNote, anInvoice } from '../../testing/moneyRecords.ts';
import { closeAdmin, openAdmin } from '../../testing/openAdmin.tsx';
import { anAccount } from '../../testing/records.ts';

afterEach(closeAdmin);

const failed = aCreditNote({ id: 'CN-202607-0003', amount: 5, failed: true, is_demo: true });
const totals: readonly CreditNoteTotals[] = [
  { is_demo: false, credit_notes: 2, amount: 91 },
  { is_demo: true, credit_notes: 1, amount: 0 },
];

function open() {
  return openAdmin('/admin-dashboard/credit-notes', {
    accounts: [anAccount()],
    'credit-notes': [
      aCreditNote(),
      aCreditNote({
        ...{ id: 'CN-202607-0002', kind: 'void', day: '2026-07-07', amount: 78 },
        ...{ method: null, reference: null, reason: null },
      }),
      failed,
    ],
    answers: { [paths.admin.creditNoteTotals]: totals },
  });
}
const cells = (row: Element | null | undefined) =>
  [...(row?.querySelectorAll('th, td') ?? [])].map((cell) => cell.textContent);

// Proves I38-credit-notes
it('lists credit notes with totals; a row leads to the invoice, a button to the PDF', async () => {
  const { api } = open();
  const refund = await screen.findByRole('link', { name: 'CN-202607-0001' });
  expect(refund.getAttribute('href')).toBe('/admin-dashboard/invoices/c1_2026-07/show');
  await waitFor(() =>
    expect(cells(refund.closest('tr')).slice(1)).toEqual([
      ...['CN-202607-0001', 'Jul 8, 2026', 'Refund', 'Acme Security', 'INV-202607-0001', '$13.00'],
      ...['', 'PDF'],
    ]),
  );
  const voided = screen.getByRole('link', { name: 'CN-202607-0002' }).closest('tr');
  expect(cells(voided)[3]).toBe('Cancellation');
  const paper = within(voided as HTMLElement).getByRole('link', { name: 'CN-202607-0002 as PDF' });
  expect(paper.getAttribute('href')).toBe(paths.admin.creditNotePdf('CN-202607-0002'));
  const bounced = screen.getByRole('link', { name: 'CN-202607-0003' }).closest('tr');
  expect(cells(bounced).slice(6, 8)).toEqual(['$5.00', 'Refund failedDemo']);
  await waitFor(() =>
    expect([...document.querySelectorAll('tfoot tr')].map((row) => cells(row).join(' ').trim())).toEqual([
      expect.stringMatching(/^Total, Live .*\$91\.00/),
      expect.stringMatching(/^Total, Demo .*\$0\.00/),
    ]),
  );
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-07-08' } });
  await waitFor(() => {
    const asked = api.calls.filter(({ path }) => path === paths.admin.creditNotes);
    expect(asked.at(-1)?.query.filter).toBe('{"day_gte":"2026-07-08"}');
  });
});

// Proves I38-credit-notes
it('are on the page of their invoice, each with its PDF', async () => {
  openAdmin('/admin-dashboard/invoices/c1_2026-07/show', {
    accounts: [anAccount()],
    invoices: [anInvoice({ id: 'c1_2026-07', credit_notes: [aCreditNote(), failed] })],
  });
  const link = await screen.findByRole('link', { name: 'CN-202607-0001 as PDF' });
  expect(link.getAttribute('href')).toBe(paths.admin.creditNotePdf('CN-202607-0001'));
  const line = (name: string) => screen.getByRole('link', { name }).parentElement?.textContent;
  expect(line('CN-202607-0001 as PDF')).toBe('CN-202607-0001 of Jul 8, 2026: Refund of $13.00.');
  expect(line('CN-202607-0003 as PDF')).toContain('Refund of $5.00, which failed.');
});
