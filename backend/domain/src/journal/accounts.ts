/** What an account is called. */
export interface JournalAccountFacts {
  /** In exports that name accounts by number. */
  readonly code: string;
  readonly name: string;
}

/** The accounts of the journal (rule B37), in the order of a trial balance, as they are called until somebody names them. */
export const JOURNAL_ACCOUNTS = {
  /** Checks and ACH. */
  bank: { code: '1000', name: 'Bank' },
  /** Money that the card provider holds for us. */
  card_clearing: { code: '1050', name: 'Card clearing' },
  /** What the card provider withdrew for disputes that are not decided. */
  disputed_payments: { code: '1060', name: 'Disputed card payments' },
  receivable: { code: '1200', name: 'Accounts receivable' },
  /** Card payments until an order or invoice takes its share; 0 unless money is left over. */
  unallocated_payments: { code: '2050', name: 'Unallocated card payments' },
  customer_credit: { code: '2100', name: 'Customer credit' },
  /** Sales tax that invoices charged, less what credits and refunds gave back (rule B38). */
  sales_tax_payable: { code: '2200', name: 'Sales tax payable' },
  /** Recorded money of one mode that paid in the other (rule B32), so that each mode balances by itself. */
  mode_transfers: { code: '2900', name: 'Transfers between demo and live' },
  /** What invoices charge: readers, and lines that administrators added. */
  revenue_invoices: { code: '4000', name: 'Invoice revenue' },
  revenue_orders: { code: '4100', name: 'Order revenue' },
  refunds_and_credits: { code: '4900', name: 'Refunds and credits' },
  bad_debt: { code: '6100', name: 'Bad debt' },
  provider_fees: { code: '6200', name: 'Card provider fees' },
} as const satisfies Readonly<Record<string, JournalAccountFacts>>;

export type JournalAccount = keyof typeof JOURNAL_ACCOUNTS;
