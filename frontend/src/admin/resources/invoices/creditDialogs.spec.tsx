import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { aDetail, anInvoice } from '../../../dealer/invoices/testing/records.ts';
import { openWithApi } from '../../dealerBilling/testing/openWithApi.tsx';

const ID = 'a1_2026-12_1';
const admin = `/api/admin/invoices/${ID}`;

const open = async (detail: ReturnType<typeof aDetail>, answers = {}) => {
  const page = await openWithApi(`/invoicing/${ID}`, { [`GET ${admin}`]: detail, ...answers });
  await screen.findByRole('group', { name: 'Administration of this invoice' });
  return page;
};
const offered = () =>
  within(screen.getByRole('group', { name: 'Administration of this invoice' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
async function ask(page: Awaited<ReturnType<typeof open>>, action: string, dialog: string) {
  await page.user.click(screen.getByRole('button', { name: action }));
  return within(await screen.findByRole('dialog', { name: dialog }));
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('account credit of an invoice', () => {
  const voided = { status: 'canceled', can_pay: false, open_amount: 0, unused_credit_amount: 40 } as const;
  const atMost = (refund: number, card: number) => ({ refund, card, credit: 0 });

  // Proves I35-8b
  it('of a canceled one is paid out by check, with date and reference', async () => {
    const page = await open(aDetail({ ...voided, correctable: atMost(40, 0) }), {
      [`POST ${admin}/refund`]: {},
    });
    expect(offered()).toEqual(['Link to a site', 'Pay out credit', 'Reissue']);
    const dialog = await ask(page, 'Pay out credit', 'Pay out credit of INV-202612-0001');
    expect(
      dialog.getByText('$40.00 of account credit is unused. It is lower by what you pay out.'),
    ).toBeTruthy();
    await page.user.click(dialog.getByRole('button', { name: 'Pay out' }));
    expect(await dialog.findByText('Please choose check or ACH')).toBeTruthy();
    expect(dialog.getByText('Reference is required')).toBeTruthy();
    await page.user.selectOptions(dialog.getByLabelText(/^Sent by/), 'check');
    await page.user.type(dialog.getByLabelText(/^Reference/), '77');
    await page.user.click(dialog.getByRole('button', { name: 'Pay out' }));
    expect(await screen.findByText('Credit paid out')).toBeTruthy();
    expect(page.changes()).toMatchObject([
      { path: `${admin}/refund`, body: { amount: '40.00', method: 'check', reference: '77' } },
    ]);
  });

  // Proves I35-8b
  it('goes back to the card that paid, as far as it can', async () => {
    const paid = {
      status: 'paid',
      payment_date: '2026-12-03',
      payment_kind: 'card',
      can_pay: false,
    } as const;
    const page = await open(
      aDetail({ ...paid, unused_credit_amount: 30, correctable: { refund: 78, card: 78, credit: 48 } }),
      { [`POST ${admin}/refund`]: {} },
    );
    const dialog = await ask(page, 'Pay out credit', 'Pay out credit of INV-202612-0001');
    expect(dialog.getByText('To the card, at most $30.00')).toBeTruthy();
    await page.user.click(dialog.getByRole('button', { name: 'Pay out' }));
    expect(await screen.findByText('Refund started')).toBeTruthy();
    const [sent] = page.changes();
    expect(sent).toMatchObject({ path: `${admin}/refund`, body: { amount: '30.00' } });
    expect(sent?.body).not.toHaveProperty('method');
  });

  it('that was paid out and is to be repaid can be paid on the canceled one', async () => {
    const page = await open(
      aDetail({ ...voided, unused_credit_amount: 0, open_amount: 40, credit_to_repay_amount: 40 }),
    );
    expect(offered()).toEqual(['Link to a site', 'Record payment', 'Reissue']);
    expect(screen.getByText('Account credit to repay')).toBeTruthy();
    const dialog = await ask(page, 'Record payment', 'Record payment of INV-202612-0001');
    expect(
      dialog.getByText('$40.00 of its credit is to be repaid. The invoice stays canceled.'),
    ).toBeTruthy();
    expect(dialog.queryByText(/leaves the invoice open/)).toBeNull();
  });
});

describe('moving a payment', () => {
  const movable = [
    { id: 'm1', name: 'Payment by check 1042, Dec 3, 2026', amount: 50 },
    { id: 'x1', name: 'Account credit of INV-202610-0001', amount: 28 },
  ];
  // Proves I35-4b
  it('needs what, where to, how much and why', async () => {
    const others = [
      anInvoice({ id: ID }),
      anInvoice({ id: 'a1_2026-11', invoice_number: 'INV-202611-0004', open_amount: 45 }),
    ];
    const page = await open(aDetail({ movable }), {
      'GET /api/admin/invoices': others,
      [`POST ${admin}/move-allocation`]: {},
    });
    expect(offered()).toContain('Move payment');
    const dialog = await ask(page, 'Move payment', 'Move a payment of INV-202612-0001');
    await dialog.findByText('INV-202611-0004, $45.00 open');
    await page.user.selectOptions(dialog.getByLabelText(/^Payment or credit/), 'm1');
    expect(await dialog.findByText('At most $50.00.')).toBeTruthy();
    await page.user.selectOptions(dialog.getByLabelText(/^To invoice/), 'a1_2026-11');
    expect(await dialog.findByText('At most $45.00.')).toBeTruthy();
    await page.user.click(dialog.getByRole('button', { name: 'Move' }));
    expect(await dialog.findByText('Please give a reason')).toBeTruthy();
    expect(page.changes()).toEqual([]);
    await page.user.type(dialog.getByLabelText(/^Amount/), '45');
    await page.user.type(dialog.getByLabelText(/^Reason/), 'It was for November');
    await page.user.click(dialog.getByRole('button', { name: 'Move' }));
    expect(await screen.findByText('Payment moved')).toBeTruthy();
    expect(page.changes()).toMatchObject([
      {
        path: `${admin}/move-allocation`,
        body: { allocation: 'm1', to_invoice_id: 'a1_2026-11', amount: '45', reason: 'It was for November' },
      },
    ]);
    const asked = page.calls.find(({ path }) => path === '/api/admin/invoices');
    expect(asked?.query.get('filter')).toBe('{"account_id":"a1","is_demo":true,"status":"pending"}');
  });
});
