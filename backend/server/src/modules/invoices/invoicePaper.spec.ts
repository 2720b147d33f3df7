import type { InvoiceDetail } from '@portal/contract';
import { describe, expect, it } from 'vitest';
import { pdfPages, pdfText } from '../../../test/support/pdfText.ts';
import { type Letterhead, renderPdf } from '../../platform/pdf/renderPdf.ts';
import { invoicePaper } from './invoicePaper.ts';

const letterhead = { name: 'Harbor Access', address: '1 Main St', phone: '555', email: 'hello@example.com' };

const invoice: InvoiceDetail = {
  today: '2026-12-02',
  id: 'a_2026-12',
  account_id: 'a',
  user_id: null,
  company_name: null,
  invoice_number: 'INV-202612-0001',
  period: '2026-12',
  invoice_date: '2026-12-01',
  due_date: '2026-12-16',
  payment_date: null,
  status: 'pending',
  total_amount: 0,
  paid_amount: 0,
  open_amount: 0,
  refunded_amount: 0,
  credited_amount: 0,
  written_off_amount: 0,
  is_overdue: false,
  days_overdue: 0,
  can_pay: false,
  payment_kind: null,
  dispute: null,
  is_demo: false,
  created_at: '2026-12-01T05:02:00.000Z',
  user: null,
  items: [],
  payments: [],
  credit_to_repay_amount: 0,
  credit_moves: [],
  unused_credit_amount: 0,
  corrections: [],
  line_count: 0,
  payment_reference: null,
  credit_spent_amount: 0,
  refunds: [],
  replaces: null,
  replaced_by: null,
  carried_to: null,
};
const printed = async (part: Partial<InvoiceDetail>) =>
  pdfText(await renderPdf(invoicePaper({ ...invoice, ...part }, letterhead), letterhead));

describe('the printed invoice', () => {
  // Proves S6-invoices-7
  it('shows N/A for an erased Bill To, and that there are no items', async () => {
    const text = await printed({});
    expect(text).toContain('Bill To N/A N/A N/A N/A N/A');
    expect(text).toContain('Site N/A');
    expect(text).toContain('No invoice items found');
  });

  it('shows N/A for a missing part of the address', async () => {
    const user = {
      company: 'Doe',
      name: 'Ann',
      address: '1 St',
      city: 'Troy',
      state: null,
      zip: '',
      email: null,
    };
    expect(await printed({ user })).toContain('Bill To Doe Ann 1 St Troy, N/A N/A N/A');
  });

  it('shows that an amount too small for a card was carried over, and groups digits', async () => {
    const text = await printed({ status: 'carried', total_amount: 1_234_567.5, credited_amount: 0.05 });
    expect(text).toContain('Total $1,234,567.50 Canceled');
    expect(text).toContain('Too small to be paid by card, it was carried over to a later invoice.');
    expect(text).toContain('Total $1,234,567.50');
    expect(text).toContain('$0.05 was credited: it pays open invoices, then the next ones.');
  });

  // Proves I8-credit-corrected
  it('shows the amount settled by account credit, or that nothing was to pay', async () => {
    const paid = { status: 'paid', payment_kind: 'none', payment_date: '2026-12-01' } as const;
    expect(await printed(paid)).toContain('Nothing to pay.');
    const settled = await printed({ ...paid, credit_spent_amount: 20 });
    expect(settled).toContain('$20.00 was settled by account credit.');
    expect(settled).not.toContain('Nothing to pay.');
  });

  // Proves I38-papers-1
  it('shows on its first page what is due, by when, and how it is paid', async () => {
    const line = (id: string) => ({
      id,
      description: `Harbor ${id} – monthly fee per reader`,
      quantity: 10,
      unit_price: 6.5,
      amount: 65,
      site_id: `s${id}`,
      site: { site_name: 'Harbor' },
      rate_source: 'account' as const,
    });
    const items = Array.from({ length: 80 }, (_, index) => line(String(index)));
    const open = { items, line_count: 80, total_amount: 5_200, open_amount: 5_200 };
    const pagesOf = async (part: Partial<InvoiceDetail>, from: Letterhead = letterhead) =>
      pdfPages(await renderPdf(invoicePaper({ ...invoice, ...part }, from), from));
    const [first, ...others] = await pagesOf(open, { ...letterhead, paymentNote: 'By ACH to account 12.' });
    expect(first).toContain(
      'Total due $5,200.00 Due on Dec 16, 2026 How to pay By card in the portal, unless auto-pay pays it. ' +
        'By check payable to Harbor Access, 1 Main St. By ACH to account 12. Reference: INV-202612-0001',
    );
    expect(others.length).toBeGreaterThan(1);
    // the table's header again on each page that has lines
    for (const sheet of [first, ...others]) {
      expect(/Harbor/.test(sheet ?? '')).toBe(/Description Quantity Rate Amount/.test(sheet ?? ''));
    }
    expect(others.join(' ').split('$5,200.00')).toHaveLength(1 + 2);
    const [part] = await pagesOf({ ...open, paid_amount: 4_000, open_amount: 1_200 });
    expect(part).toContain('Still due $1,200.00 Due on Dec 16, 2026 of $5,200.00 How to pay');
    const paid = { status: 'paid', payment_date: '2026-12-04', open_amount: 0 } as const;
    const [settled] = await pagesOf({ ...open, ...paid });
    expect(settled).toContain('Total $5,200.00 Paid on Dec 4, 2026');
    expect(settled).not.toContain('How to pay');
    const [small] = await pagesOf({ total_amount: 0.3, open_amount: 0.3 });
    expect(small).toContain('How to pay It is added to your next invoice; no action is needed.');
  });

  // Proves S6-correct-5
  it('shows corrections with reasons below their line, others at the end', async () => {
    const text = await printed({
      items: [
        {
          id: '0',
          description: 'Harbor – monthly fee per reader',
          quantity: 10,
          unit_price: 6.5,
          amount: 65,
          site_id: 's1',
          site: { site_name: 'Harbor' },
          rate_source: 'account',
        },
      ],
      corrections: [
        { site_id: 's1', name: 'Harbor', text: 'Readers corrected from 12 to 10', reason: 'Two removed' },
        { site_id: 's2', name: 'Pier', text: 'Site removed', reason: 'Never handed over' },
      ],
    });
    expect(text).toMatch(/Your default rate Readers corrected from 12 to 10: Two removed.*Total/);
    expect(text).toMatch(/Total.*Pier: Site removed\. Never handed over/);
  });

  // Proves I35-11
  it('names the site of the first item and says that there are others, like the page', async () => {
    const of = (id: string, name: string) => ({
      id,
      description: name,
      quantity: 10,
      unit_price: 6.5,
      amount: 65,
      site_id: `s${id}`,
      site: { site_name: name },
      rate_source: 'account' as const,
    });
    const two = [of('0', 'Harbor'), of('1', 'Pier')];
    expect(await printed({ items: two })).toContain('Site Harbor and others');
    expect(await printed({ items: two.slice(0, 1) })).toContain('Site Harbor');
  });
});
