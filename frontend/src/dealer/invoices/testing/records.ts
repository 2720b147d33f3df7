import type { BillingSummary, Invoice, InvoiceDetail, InvoiceDifferences, Order } from '@portal/contract';

/** Billing records as the wire carries them, for specs; each call names what matters to it. */
/** Nothing was paid of a pending one, and all of a paid one. */
export function anInvoice(over: Partial<Invoice> = {}): Invoice {
  const { status = 'pending', total_amount = 78 } = over;
  return {
    id: 'a1_2026-12_1',
    account_id: 'a1',
    user_id: 'u1',
    company_name: 'Northgate Security',
    invoice_number: 'INV-202612-0001',
    period: '2026-12',
    invoice_date: '2026-12-01',
    due_date: '2026-12-16',
    payment_date: null,
    status,
    total_amount,
    paid_amount: status === 'paid' ? total_amount : 0,
    open_amount: status === 'pending' ? total_amount : 0,
    refunded_amount: 0,
    credited_amount: 0,
    written_off_amount: 0,
    is_overdue: false,
    days_overdue: 0,
    can_pay: true,
    payment_kind: null,
    dispute: null,
    is_demo: true,
    created_at: '2026-12-01T05:00:00.000Z',
    ...over,
  };
}

export function aPaidInvoice(over: Partial<Invoice> = {}): Invoice {
  return anInvoice({
    status: 'paid',
    payment_date: '2026-12-03',
    payment_kind: 'card',
    can_pay: false,
    ...over,
  });
}

/** As many invoices, one a month back from December 2026; the oldest is overdue, the others are paid. */
export function invoicesOf(count: number): readonly Invoice[] {
  return Array.from({ length: count }, (_, index) => {
    const month = 12 * 2026 + 11 - index;
    const period = `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
    const number = `INV-${period.replace('-', '')}-0001`;
    const dates = { period, invoice_date: `${period}-01`, due_date: `${period}-16` };
    const named = { id: `a1_${period}_1`, invoice_number: number, ...dates };
    return index === count - 1 ? anInvoice({ ...named, is_overdue: true }) : aPaidInvoice(named);
  });
}

export function aDetail(over: Partial<InvoiceDetail> = {}): InvoiceDetail {
  return {
    today: '2026-12-20',
    line_count: 1,
    credit_moves: [],
    unused_credit_amount: 0,
    ...anInvoice(over),
    user: {
      company: 'Northgate Security',
      name: 'Dana Miller',
      address: '1 Dock Street',
      city: 'Albany',
      state: 'NY',
      zip: '12207',
      email: 'dana@northgate.example',
    },
    items: [
      {
        id: '0',
        description: 'Harbor View',
        quantity: 12,
        unit_price: 6.5,
        amount: 78,
        site_id: 's1',
        site: { site_name: 'Harbor View' },
        rate_source: 'account',
      },
    ],
    payments: [],
    credit_to_repay_amount: 0,
    corrections: [],
    payment_reference: null,
    credit_spent_amount: 0,
    refunds: [],
    replaces: null,
    replaced_by: null,
    carried_to: null,
    ...over,
  };
}

export function someDifferences(over: Partial<InvoiceDifferences> = {}): InvoiceDifferences {
  return {
    period: '2026-12',
    total: 78,
    before: { id: 'a1_2026-11', invoice_number: 'INV-202611-0001', period: '2026-11', total: 53 },
    difference: 25,
    differences: [
      {
        text: 'Harbor View: 8 → 12 readers',
        amount: 26,
        causes: [{ text: 'Readers changed from 8 to 12', on: '2026-11-09', by: 'You', reason: null }],
      },
      {
        text: 'Credit of INV-202610-0001',
        amount: -1,
        causes: [
          {
            text: '$1.00 credited: account credit',
            on: '2026-11-12',
            by: 'An administrator',
            reason: null,
          },
        ],
      },
    ],
    ...over,
  };
}

export function aSummary(over: Partial<BillingSummary> = {}): BillingSummary {
  return {
    account_id: 'a1',
    is_demo: true,
    balance: 78,
    credit: 0,
    other_mode_balance: 0,
    next_billing_date: '2027-01-01',
    estimated_monthly_charge: 78,
    active_charges: 78,
    adjustments: [],
    projected_monthly_cost: 110.5,
    includes_pending: 32.5,
    total_active_sites: 1,
    total_pending_sites: 1,
    total_readers: 12,
    total_pending_readers: 5,
    pending_invoices: 1,
    charges: [
      {
        site_id: 's1',
        site_name: 'Harbor View',
        status: 'active',
        readers: 12,
        rate: 6.5,
        charge: 78,
        rate_source: 'account',
      },
      {
        site_id: 's2',
        site_name: 'Pier 7',
        status: 'pending',
        readers: 5,
        rate: 6.5,
        charge: 32.5,
        rate_source: 'account',
      },
    ],
    announced_rates: [],
    ...over,
  };
}

export function anOrder(over: Partial<Order> = {}): Order {
  return {
    id: 'o1',
    order_number: 'ORD-3F9A2C7D',
    account_id: 'a1',
    user_id: 'u1',
    kind: 'site',
    status: 'fulfilled',
    items: [{ name: 'CA150 panel', amount: 150 }],
    entries: [{ id: 's1', name: 'Harbor View', amount: 150, outcome: 'created' }],
    total_amount: 150,
    refunded_amount: 0,
    taken_back_amount: 0,
    refundable_amount: 0,
    dispute: null,
    test_mode: true,
    placed_on: '2026-11-20',
    paid_on: '2026-11-20',
    card: { brand: 'visa', last4: '4242' },
    created_at: '2026-11-20T10:00:00.000Z',
    ...over,
  };
}
