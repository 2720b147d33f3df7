import type {
  Approval,
  BankLine,
  BankMatch,
  BillingRun,
  Collection,
  CreditNote,
  Dispute,
  InvoiceDetail,
  MigrationRecord,
  Note,
  Order,
  Payment,
  Receipt,
  Receivable,
} from '@portal/contract';
import { anOrder as aDealersOrder, aDetail } from '../../dealer/invoices/testing/records.ts';

/** Whose records these are. */
const OWNER = { account_id: 'c1', user_id: 'u1', company_name: 'Acme Security' };

/** A migration of `aUser()` that was paid with real money. */
export function aMigration(over: Partial<MigrationRecord> = {}): MigrationRecord {
  return {
    id: 'g1',
    user_id: 'u1',
    account_id: 'c1',
    company_name: 'Acme Security',
    primary_contact: 'Ann Acme',
    migration_site_name: 'Old Mill',
    migration_site_address: '2 Dock Rd',
    migration_site_city: 'Troy',
    migration_site_state: 'NY',
    migration_site_zip: '12180',
    system7_site_id: 'S7-17',
    current_system: 'System VII',
    other_system: null,
    num_controllers: '2',
    num_cards: '40',
    number_of_readers: '8',
    number_of_acu_panels: '3',
    software_version: 'vantage',
    database_required: 'yes',
    migration_notes: 'Ring first',
    hardware: ['Netcom6P'],
    aurora_license: true,
    reverse_network_ip: false,
    ca150_panel: false,
    netcom6p: true,
    include_shipping: true,
    requested_migration_date: '2026-08-01',
    total_amount: 65,
    order_id: 'o1',
    site_id: null,
    paid_in_test_mode: false,
    status: 'pending',
    created_at: '2026-07-04T16:00:00.000Z',
    ...over,
  };
}

/** An open invoice of `aUser()` with one line. */
export function anInvoice(over: Partial<InvoiceDetail> = {}): InvoiceDetail {
  const detail = aDetail();
  const invoice = {
    ...OWNER,
    today: '2026-07-04',
    id: 'c1_2026-07',
    invoice_number: 'INV-202607-0001',
    period: '2026-07',
    invoice_date: '2026-07-01',
    due_date: '2026-07-16',
    is_demo: false,
    created_at: '2026-07-01T04:00:00.000Z',
    user: {
      company: 'Acme Security',
      name: 'Ann Acme',
      address: '1 Main St',
      city: 'Staten Island',
      state: 'NY',
      zip: '10311',
      email: 'ann@acme.test',
    },
    items: detail.items.map((item) => ({ ...item, description: 'Depot', site: { site_name: 'Depot' } })),
    proof: { cut_seq: 17, chain_hash: 'ab12', policy_version: 1 },
  };
  return aDetail({ ...invoice, ...over });
}

/** A paid order of `aUser()` for one site. */
export function anOrder(over: Partial<Order> = {}): Order {
  return {
    ...aDealersOrder(),
    ...OWNER,
    status: 'paid',
    items: [{ name: 'Reverse Network IP License', amount: 65 }],
    entries: [{ id: 's1', name: 'Depot', amount: 65, outcome: 'waiting' }],
    total_amount: 65,
    refunded_amount: 0,
    taken_back_amount: 0,
    refundable_amount: 65,
    dispute: null,
    test_mode: false,
    placed_on: '2026-07-04',
    paid_on: '2026-07-04',
    created_at: '2026-07-04T16:00:00.000Z',
    ...over,
  };
}

/** An attempt of `aUser()` to pay `anOrder()` that the card's bank declined. */
export function aPayment(over: Partial<Payment> = {}): Payment {
  return {
    id: 'p1',
    account_id: 'c1',
    company_name: 'Acme Security',
    status: 'declined',
    amount: 65,
    refunded_amount: 0,
    unclaimed_amount: 0,
    test_mode: false,
    intent_id: 'pi_1',
    order_id: 'o1',
    invoice_ids: [],
    message: 'Your card was declined.',
    card: { brand: 'visa', last4: '0002' },
    created_at: '2026-07-04T16:00:00.000Z',
    refunds: [],
    disputes: [],
    dispute_fee_amount: 0,
    is_open: false,
    ...over,
  };
}

/** A billing run that is done. */
export function aRun(over: Partial<BillingRun> = {}): BillingRun {
  return {
    id: '2026-07',
    period: '2026-07',
    status: 'completed',
    cut_off: '2026-07-01T04:00:00.000Z',
    cut_seq: 1_204,
    issued: 21,
    total: 4_210.5,
    skipped: 3,
    parked: 0,
    started_at: '2026-07-01T04:00:01.000Z',
    completed_at: '2026-07-01T04:00:09.000Z',
    ...over,
  };
}

/** Returns an open question about a charge. */
export function aDispute(over: Partial<Dispute> = {}): Dispute {
  return {
    id: 'q1',
    account_id: 'c1',
    company_name: 'Harbor Security',
    invoice_id: 'c1_2026-12',
    invoice_number: 'INV-202612-0001',
    line: 0,
    line_name: 'Harbor',
    site_id: 's1',
    amount: 78,
    status: 'open',
    outcome: null,
    reissued_as: null,
    settled_amount: 0,
    messages: [{ at: '2026-12-05T10:00:00.000Z', by: 'dealer', text: 'Why so much?' }],
    opened_at: '2026-12-05T10:00:00.000Z',
    updated_at: '2026-12-05T10:00:00.000Z',
    closed_at: null,
    ...over,
  };
}

/** What Acme Security owes: an invoice that is 12 days overdue. */
export function aReceivable(over: Partial<Receivable> = {}): Receivable {
  return {
    id: 'c1_live',
    account_id: 'c1',
    company_name: 'Acme Security',
    dealer_id: 'KS0001',
    user_id: 'u1',
    is_demo: false,
    open_amount: 78,
    current_amount: 0,
    days_1_30_amount: 78,
    days_31_60_amount: 0,
    days_61_90_amount: 0,
    days_over_90_amount: 0,
    overdue_amount: 78,
    credit_amount: 0,
    balance: 78,
    last_payment_on: '2026-06-12',
    last_payment_amount: 65,
    next_charge: 78,
    automatic_payment: 'no_card',
    ...over,
  };
}

/** An overdue invoice of Acme Security. */
export function aCollection(over: Partial<Collection> = {}): Collection {
  return {
    id: 'c1_2026-06',
    account_id: 'c1',
    company_name: 'Acme Security',
    invoice_number: 'INV-202606-0001',
    invoice_date: '2026-06-01',
    due_date: '2026-06-16',
    is_demo: false,
    days_overdue: 18,
    age: '1-30',
    total_amount: 78,
    open_amount: 78,
    last_reminder_on: '2026-06-30',
    last_reminder: { kind: 'overdue', days: 14 },
    promise: 'none',
    promised_on: null,
    promise_note: null,
    card: 'saved',
    has_question: false,
    ...over,
  };
}

/** A check that paid an invoice of Acme Security. */
export function aReceipt(over: Partial<Receipt> = {}): Receipt {
  return {
    id: 'r1 c1_2026-07',
    receipt_id: 'r1',
    receipt_amount: 78,
    account_id: 'c1',
    company_name: 'Acme Security',
    day: '2026-07-03',
    method: 'check',
    amount: 78,
    reference: '1042',
    card: null,
    invoice_id: 'c1_2026-07',
    invoice_number: 'INV-202607-0001',
    order_id: null,
    order_number: null,
    is_demo: false,
    reversed_on: null,
    reason: null,
    refunded_amount: 0,
    dispute: null,
    ...over,
  };
}

/** A refund of an invoice of Acme Security by check. */
export function aCreditNote(over: Partial<CreditNote> = {}): CreditNote {
  return {
    id: 'CN-202607-0001',
    kind: 'refund',
    day: '2026-07-08',
    amount: 13,
    reason: 'Two readers too many',
    failed: false,
    account_id: 'c1',
    company_name: 'Acme Security',
    invoice_id: 'c1_2026-07',
    invoice_number: 'INV-202607-0001',
    invoice_date: '2026-07-01',
    method: 'check',
    reference: '77',
    paid_out_amount: 0,
    moves: [],
    is_demo: false,
    ...over,
  };
}

/** A write-off that a colleague asked for. */
export function anApproval(over: Partial<Approval> = {}): Approval {
  return {
    ...{ id: 'p1', kind: 'write_off', amount: 78, account_id: 'a1', company_name: 'Doe Security' },
    ...{ about: 'invoice', about_id: 'i1', about_name: 'INV-202612-0001', reason: 'Bankrupt' },
    ...{
      requested_by: 'jo',
      requested_by_name: 'Jo',
      status: 'waiting',
      created_at: '2026-12-05T15:00:00.000Z',
    },
    ...{ decided_by_name: null, decided_at: null, remark: null },
    ...over,
  };
}

/** A note about Acme Security by the administrator of the specs. */
export function aNote(over: Partial<Note> = {}): Note {
  return {
    id: 'n1',
    account_id: 'c1',
    company_name: 'Acme Security',
    about: 'company',
    about_id: 'c1',
    about_name: null,
    text: 'Prefers calls before noon',
    mentions: [],
    author_id: 'admin1',
    author_name: 'Ada Admin',
    pinned: false,
    files: [],
    created_at: '2026-07-05T09:00:00.000Z',
    edited_at: null,
    ...over,
  };
}

/** That a bank line paid an invoice of Acme Security, which its text names. */
export function aBankMatch(over: Partial<BankMatch> = {}): BankMatch {
  return {
    account_id: 'c1',
    company_name: 'Acme Security',
    is_demo: false,
    why: 'invoice_number',
    is_exact: true,
    method: 'ach',
    shares: [{ invoice_id: 'c1_2026-07', invoice_number: 'INV-202607-0001', amount: 78 }],
    credit: 0,
    receipt: null,
    ...over,
  };
}

/** An unmatched bank line with a proposal. */
export function aBankLine(over: Partial<BankLine> = {}): BankLine {
  return {
    id: '2026-07-03_l1',
    day: '2026-07-03',
    amount: 78,
    text: 'ACH CREDIT INV-202607-0001',
    reference: '90017',
    status: 'unmatched',
    reason: null,
    imported_at: '2026-07-04T10:00:00.000Z',
    account_id: null,
    company_name: null,
    receipt_id: null,
    invoices: [],
    reversed_on: null,
    reversed_because: null,
    proposal: aBankMatch(),
    candidates: [],
    ...over,
  };
}
