import { type InvoiceDetail, type Payment, paths, type TimelineEntry } from '@portal/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { anInvoice, aPayment } from '../../testing/moneyRecords.ts';
import { closeAdmin, openAdmin, toastText } from '../../testing/openAdmin.tsx';

afterEach(closeAdmin);

const open = (payment: Payment, answers: Record<string, unknown> = {}, invoices: InvoiceDetail[] = []) =>
  openAdmin(`/admin-dashboard/payments/${payment.id}/show`, { payments: [payment], answers, invoices });
const failed = { id: 'r1', amount: 65, status: 'failed', can_retry: true } as const;

describe('a payment', () => {
  // Proves I8-refund-1
  it('offers to retry a failed refund, and shows the outcome', async () => {
    const payment = aPayment({ refunds: [failed] });
    const after = {
      ...payment,
      refunds: [
        { ...failed, can_retry: false },
        { id: 'r2', amount: 65, status: 'refunded', can_retry: false },
      ],
    };
    const path = paths.admin.retryRefund(payment.id);
    const { person, api } = open(payment, { [path]: after });
    const refunds = await screen.findByRole('list', { name: 'Refunds' });
    expect(refunds.textContent).toContain('$65.00Failed');
    await person.click(within(refunds).getByRole('button', { name: /^Try again/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Retry the refund of $65.00?' });
    await person.type(within(dialog).getByLabelText('Reason (optional)'), 'The balance is there');
    await person.click(within(dialog).getByRole('button', { name: 'Try again' }));
    expect(await toastText()).toBe('Refund requestedThe refund is on its way to the card.');
    expect(api.changes()).toMatchObject([
      { method: 'POST', path, body: { refund_id: 'r1', reason: 'The balance is there' } },
    ]);
  });

  it('shows that it failed again, even after other refunds', async () => {
    const before = { id: 'r0', amount: 5, status: 'refunded', can_retry: false } as const;
    const payment = aPayment({ refunds: [before, failed] });
    const after = {
      ...payment,
      refunds: [before, { ...failed, can_retry: false }, { ...failed, id: 'r2' }],
    };
    const { person } = open(payment, { [paths.admin.retryRefund(payment.id)]: after });
    await person.click(await screen.findByRole('button', { name: /^Try again/ }));
    await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Try again' }));
    expect(await toastText()).toBe('Refund requestedIt failed again.');
  });

  it('offers it once, and not for completed refunds', async () => {
    open(
      aPayment({
        refunds: [
          { ...failed, can_retry: false },
          { id: 'r2', amount: 65, status: 'requested', can_retry: false },
        ],
      }),
    );
    const refunds = await screen.findByRole('list', { name: 'Refunds' });
    expect(within(refunds).queryByRole('button')).toBeNull();
    expect(refunds.textContent).toContain('It was requested again.');
    expect(refunds.textContent).toContain('Requested');
  });

  // Proves B44-move
  it('moves a refund made at the provider to another invoice that it paid', async () => {
    const invoices = [
      anInvoice({
        id: 'c1_2026-06',
        invoice_number: 'INV-202606-0001',
        total_amount: 70,
        refunded_amount: 20,
      }),
      anInvoice({ id: 'c1_2026-07', invoice_number: 'INV-202607-0001', total_amount: 80 }),
    ];
    const made = { status: 'refunded', can_retry: false } as const;
    const payment = aPayment({
      status: 'succeeded',
      invoice_ids: ['c1_2026-06', 'c1_2026-07'],
      refunds: [
        { ...made, id: 're_1', amount: 80, invoice_id: 'c1_2026-07', can_move: true },
        { ...made, id: 'r2', amount: 20, invoice_id: 'c1_2026-06', can_move: false },
      ],
    });
    const path = paths.admin.moveRefund(payment.id);
    const { person, api } = open(payment, { [path]: payment }, invoices);
    const refunds = await screen.findByRole('list', { name: 'Refunds' });
    await waitFor(() => expect(refunds.textContent).toContain('INV-202607-0001'));
    const [button, ...others] = within(refunds).getAllByRole('button');
    expect([button?.textContent, others.length]).toEqual(['Move', 0]);
    expect(button?.getAttribute('aria-haspopup')).toBe('dialog');
    await person.click(button as HTMLElement);
    const dialog = within(await screen.findByRole('dialog', { name: 'Move the refund of $80.00' }));
    await dialog.findByRole('option', { name: 'INV-202606-0001, $50.00 not refunded' });
    expect(dialog.getByText('At most $80.00.')).toBeTruthy();
    await person.click(dialog.getByRole('button', { name: 'Move' }));
    expect(await dialog.findByText('Please choose an invoice')).toBeTruthy();
    expect(dialog.getByText('Please give a reason')).toBeTruthy();
    await person.selectOptions(dialog.getByLabelText(/^To invoice/), 'c1_2026-06');
    await person.type(dialog.getByLabelText(/^Amount/), '30');
    expect(await dialog.findByText('At most $50.00.')).toBeTruthy();
    await person.type(dialog.getByLabelText(/^Reason/), 'It was for June');
    await person.click(dialog.getByRole('button', { name: 'Move' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await toastText()).toContain('Refund moved');
    expect(api.changes()).toMatchObject([
      {
        method: 'POST',
        path,
        body: { refund_id: 're_1', to_invoice_id: 'c1_2026-06', amount: '30', reason: 'It was for June' },
      },
    ]);
  });

  // Proves I8-refund-2
  it('can be ended after confirmation', async () => {
    const payment = aPayment({ status: 'started', is_open: true });
    const path = paths.admin.endPayment(payment.id);
    const { person, api } = open(payment, { [path]: { ...payment, status: 'failed', is_open: false } });
    await person.click(await screen.findByRole('button', { name: /^End this attempt/ }));
    const dialog = await screen.findByRole('dialog', { name: /^End the attempt to pay/ });
    expect(dialog.textContent).toContain('The card provider is checked first');
    api.refuseAt('/end', 409, 'The card provider knows this payment.');
    await person.click(within(dialog).getByRole('button', { name: 'End this attempt' }));
    expect(await toastText()).toBe('ErrorThe card provider knows this payment.');
    await person.click(within(dialog).getByRole('button', { name: 'End this attempt' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await toastText()).toBe('Payment checkedThe attempt was ended.');
    closeAdmin();
    open(aPayment({ status: 'succeeded' }));
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('button', { name: /^End this attempt/ })).toBeNull();
  });

  // Proves B43
  it.each([
    ['open', 'Disputed'],
    ['lost', 'Dispute lost'],
  ] as const)('says in its header how its dispute stands: %s', async (status, badge) => {
    open(
      aPayment({ status: 'disputed', disputes: [{ id: 'd1', amount: 65, reason: 'fraudulent', status }] }),
    );
    // in its header and in the list of disputes
    expect(await screen.findAllByText(badge)).toHaveLength(2);
  });

  // Proves I7-timeline-1
  it('names the order that it was allocated to in its history, with a link', async () => {
    const payment = aPayment();
    const allocated: TimelineEntry = {
      seq: 7,
      event_id: 'e7',
      stream: `payment-${payment.id}`,
      revision: 3,
      type: 'PaymentClaimed',
      at: '2026-07-04T16:00:00.000Z',
      text: '$65.00 allocated to an order',
      changes: [],
      about: { kind: 'order', id: 'o1', name: 'ORD-3F9A2C7D' },
      reason: null,
      actor: { kind: 'system', id: null, name: 'The portal' },
      caused_by: null,
      correlation_id: 'r1',
      hash: 'ab',
      raw: {},
    };
    const { person } = open(payment, { [paths.admin.timeline('payment', payment.id)]: [allocated] });
    await person.click(await screen.findByRole('tab', { name: 'History' }));
    const history = await screen.findByRole('list', { name: 'History' });
    expect(history.textContent).toContain('$65.00 allocated to an order: ORD-3F9A2C7D');
    expect(within(history).getByRole('link', { name: 'ORD-3F9A2C7D' }).getAttribute('href')).toBe(
      '/admin-dashboard/orders/o1/show',
    );
  });
});
