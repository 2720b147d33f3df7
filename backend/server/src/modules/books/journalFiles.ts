import { JOURNAL_FORMAT_NAMES, type JournalFormat } from '@portal/contract';
import { type accountNames, journalText, type Period } from '@portal/domain';
import { type Day, formatDay, MONTHS } from '@portal/domain/values';
import type { JournalMonth, JournalPosting } from '@portal/projections';
import { amountCell, type Cell } from '../../platform/csv/csv.ts';

/** What an entry is, e.g. 'Payment', with its own day where that is in a month that was closed: 'Payment of Oct 31, 2026'. */
const kindText = ({ event_type, own_day }: JournalPosting): string =>
  own_day === null ? journalText(event_type) : `${journalText(event_type)} of ${formatDay(own_day)}`;

/** The same with what it is about, e.g. 'Payment INV-202611-0001'. */
export function entryText(posting: JournalPosting): string {
  const { invoice_number, order_number } = posting;
  return [kindText(posting), invoice_number ?? order_number].filter((part) => part !== null).join(' ');
}

/** The same with its event, so that each posting can be traced; it tells entries apart. */
const cited = (posting: JournalPosting) => `${entryText(posting)} (event ${posting.event_id})`;

const amount = (cents: number): Cell => (cents === 0 ? '' : amountCell(cents));

/** `11/30/2026`, as QuickBooks Online reads days. */
const usDay = (day: Day) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;

/** `30 Nov 2026`, which Xero reads alike in every country. */
const xeroDay = (day: Day) => `${day.slice(8)} ${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;

interface JournalFile {
  readonly header: readonly string[];
  /** @param journalNo of the entry, from 1 */
  readonly cells: (posting: JournalPosting, journalNo: number) => readonly Cell[];
}

/** Number and name of each account. */
export type AccountNames = ReturnType<typeof accountNames>;

const filesOf = (month: Period, accounts: AccountNames): Readonly<Record<JournalFormat, JournalFile>> => ({
  csv: {
    header: [
      ...['Date', 'Account code', 'Account', 'Debit', 'Credit', 'Entry', 'Company'],
      ...['Invoice', 'Order', 'Payment', 'Event', 'Log position'],
    ],
    cells: (posting) => [
      posting.day,
      accounts[posting.account].code,
      accounts[posting.account].name,
      amount(posting.debit_cents),
      amount(posting.credit_cents),
      kindText(posting),
      posting.company_name,
      posting.invoice_number,
      posting.order_number,
      posting.payment_id,
      posting.event_id,
      posting.position,
    ],
  },
  // rows with one number are one journal entry; accounts are found by name
  quickbooks: {
    header: ['JournalNo', 'JournalDate', 'AccountName', 'Debits', 'Credits', 'Description', 'Name'],
    cells: (posting, journalNo) => [
      `${month}-${journalNo}`,
      usDay(posting.day),
      accounts[posting.account].name,
      amount(posting.debit_cents),
      amount(posting.credit_cents),
      cited(posting),
      posting.company_name,
    ],
  },
  // rows with one narration and day are one manual journal; a credit is below 0
  xero: {
    header: ['*Narration', '*Date', 'Description', '*AccountCode', '*TaxRate', '*Amount'],
    cells: (posting) => [
      cited(posting),
      xeroDay(posting.day),
      posting.company_name,
      accounts[posting.account].code,
      'Tax Exempt',
      amountCell(posting.debit_cents - posting.credit_cents),
    ],
  },
});

/** The journal of a month as rows of a file. */
export function journalFile(
  format: JournalFormat,
  { month, isDemo }: Pick<JournalMonth, 'month' | 'isDemo'>,
  accounts: AccountNames,
) {
  const { header, cells } = filesOf(month, accounts)[format];
  const shape = format === 'csv' ? [] : [JOURNAL_FORMAT_NAMES[format].toLowerCase()];
  return {
    name: `${['journal', month, ...(isDemo ? ['demo'] : []), ...shape].join('-')}.csv`,
    header,
    /** @param postings all of the month, the lines of an entry one after the other */
    rows(postings: readonly JournalPosting[]): readonly (readonly Cell[])[] {
      let journalNo = 0;
      let before = '';
      return postings.map((posting) => {
        if (posting.event_id !== before) journalNo += 1;
        before = posting.event_id;
        return cells(posting, journalNo);
      });
    },
  };
}
