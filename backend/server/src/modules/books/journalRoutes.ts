import {
  JOURNAL_PAGE_SIZE,
  type Journal,
  journalDownloadSchema,
  journalQuerySchema,
  journalSchema,
  paths,
} from '@portal/contract';
import { JOURNAL_ACCOUNTS, type JournalAccount, periodOfDay } from '@portal/domain';
import { dollarsFromCents } from '@portal/domain/values';
import {
  type AccountBalance,
  hasDemoPostingsOnly,
  type JournalMonth,
  type JournalPosting,
  journalPages,
  journalPostings,
  trialBalance,
} from '@portal/projections';
import type { z } from 'zod';
import { allPages } from '../../platform/database/allPages.ts';
import { download, turnFor } from '../../platform/http/download.ts';
import { HttpProblem } from '../../platform/http/errors.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { closedAtOf } from './closing.ts';
import { entryText, journalFile } from './journalFiles.ts';
import type { BooksPorts } from './ports.ts';

const accountToWire = ({ account, ...cents }: AccountBalance): Journal['accounts'][number] => ({
  account,
  ...JOURNAL_ACCOUNTS[account],
  opening: dollarsFromCents(cents.openingCents),
  debits: dollarsFromCents(cents.debitCents),
  credits: dollarsFromCents(cents.creditCents),
  closing: dollarsFromCents(cents.closingCents),
});

const recordOf = (id: string | null, name: string | null) =>
  id === null ? null : { id, name: name ?? 'N/A' };

const postingToWire = (posting: JournalPosting): Journal['postings'][number] => ({
  id: posting.id,
  day: posting.day,
  account: posting.account,
  account_name: JOURNAL_ACCOUNTS[posting.account].name,
  debit: dollarsFromCents(posting.debit_cents),
  credit: dollarsFromCents(posting.credit_cents),
  text: entryText(posting),
  company: recordOf(posting.account_id, posting.company_name),
  invoice: recordOf(posting.invoice_id, posting.invoice_number),
  order: recordOf(posting.order_id, posting.order_number),
  payment_id: posting.payment_id,
  event_id: posting.event_id,
});

function accountOf(account: string | undefined): JournalAccount | null {
  if (account === undefined || account === '') return null;
  if (Object.hasOwn(JOURNAL_ACCOUNTS, account)) return account as JournalAccount;
  throw new HttpProblem(400, 'There is no such account.', { path: 'account' });
}

const READS = ['journal', 'accounts', 'invoices', 'orders'];

type Asked = Pick<z.output<typeof journalQuerySchema>, 'month' | 'mode'>;

/** The journal of a month and mode (rule B37): trial balance and postings, and files for accounting programs. */
export function journalRoutes(ports: BooksPorts): readonly Route[] {
  async function monthOf({ month, mode }: Asked): Promise<JournalMonth> {
    const isDemo = mode ? mode === 'demo' : await hasDemoPostingsOnly(ports.db);
    const asked = month || periodOfDay(ports.today());
    return { month: asked, isDemo, timeZone: ports.timeZone, closedAt: await closedAtOf(ports, asked) };
  }
  return [
    route('GET', paths.admin.journal, 'admin', {
      summary: 'The journal of a month: trial balance and postings',
      answers: { 200: journalSchema },
      query: journalQuerySchema,
      reads: READS,
      handler: async ({ query }) => {
        const of = await monthOf(query);
        const first = (query.page - 1) * JOURNAL_PAGE_SIZE;
        const account = accountOf(query.account);
        const range = [first, first + JOURNAL_PAGE_SIZE - 1] as const;
        const [accounts, { rows, total }] = await Promise.all([
          trialBalance(ports.db, of),
          journalPostings(ports.db, { ...of, account }, range),
        ]);
        const body: Journal = {
          month: of.month,
          mode: of.isDemo ? 'demo' : 'live',
          accounts: accounts.map(accountToWire),
          account,
          postings: rows.map(postingToWire),
          total,
        };
        return { body };
      },
    }),
    route('GET', paths.admin.journalDownload, 'admin', {
      summary: 'The journal of a month as CSV, also as QuickBooks Online and Xero import it',
      answers: { 200: ['text/csv'] },
      query: journalDownloadSchema,
      reads: READS,
      handler: async ({ caller, http, query }) => {
        const of = await monthOf(query);
        const file = journalFile(query.format, of);
        const turn = turnFor({ caller, http });
        async function* pages() {
          yield file.rows(await allPages(ports.pool, (client) => journalPages(client, of), turn.signal));
        }
        return download(file.name, await ports.writeCsv(turn, file.header, pages()));
      },
    }),
  ];
}
