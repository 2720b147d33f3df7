import {
  JOURNAL_PAGE_SIZE,
  type Journal,
  journalAccountsSchema,
  journalDownloadSchema,
  journalQuerySchema,
  journalSchema,
  nameAccountsSchema,
  paths,
} from '@portal/contract';
import { accountNames, JOURNAL_ACCOUNTS, type JournalAccount, periodOfDay } from '@portal/domain';
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
import { runCommand } from '../../kernel/runCommand.ts';
import { allPages } from '../../platform/database/allPages.ts';
import { download, turnFor } from '../../platform/http/download.ts';
import { HttpProblem } from '../../platform/http/errors.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { booksOf } from '../invoices/module.ts';
import { keptOf, ON_BOOKS } from './closing.ts';
import { type AccountNames, entryText, journalFile } from './journalFiles.ts';
import type { BooksPorts } from './ports.ts';

const accountToWire = (
  { account, ...cents }: AccountBalance,
  accounts: AccountNames,
): Journal['accounts'][number] => ({
  account,
  ...accounts[account],
  opening: dollarsFromCents(cents.openingCents),
  debits: dollarsFromCents(cents.debitCents),
  credits: dollarsFromCents(cents.creditCents),
  closing: dollarsFromCents(cents.closingCents),
});

const recordOf = (id: string | null, name: string | null) =>
  id === null ? null : { id, name: name ?? 'N/A' };

const postingToWire = (posting: JournalPosting, accounts: AccountNames): Journal['postings'][number] => ({
  id: posting.id,
  day: posting.day,
  account: posting.account,
  account_name: accounts[posting.account].name,
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
  async function monthOf({ month, mode }: Asked) {
    const isDemo = mode ? mode === 'demo' : await hasDemoPostingsOnly(ports.db);
    const asked = month || periodOfDay(ports.today());
    const { closedAt, accounts } = await keptOf(ports, asked);
    const of: JournalMonth = { month: asked, isDemo, timeZone: ports.timeZone, closedAt };
    return { of, names: accounts };
  }
  const namesNow = async () =>
    Object.entries(accountNames(await booksOf(ports.commands))).map(([account, facts]) => ({
      account,
      ...facts,
    }));
  return [
    route('GET', paths.admin.journal, 'staff', {
      summary: 'The journal of a month: trial balance and postings',
      answers: { 200: journalSchema },
      query: journalQuerySchema,
      reads: READS,
      handler: async ({ query }) => {
        const { of, names } = await monthOf(query);
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
          accounts: accounts.map((one) => accountToWire(one, names)),
          account,
          postings: rows.map((one) => postingToWire(one, names)),
          total,
        };
        return { body };
      },
    }),
    route('GET', paths.admin.journalDownload, 'staff', {
      summary: 'The journal of a month as CSV, also as QuickBooks Online and Xero import it',
      answers: { 200: ['text/csv'] },
      query: journalDownloadSchema,
      reads: READS,
      handler: async ({ caller, http, query }) => {
        const { of, names } = await monthOf(query);
        const file = journalFile(query.format, of, names);
        const turn = turnFor({ caller, http });
        async function* pages() {
          yield file.rows(await allPages(ports.pool, (client) => journalPages(client, of), turn.signal));
        }
        return download(file.name, await ports.writeCsv(turn, file.header, pages()));
      },
    }),
    route('GET', paths.admin.journalAccounts, 'staff', {
      summary: 'What the accounts of the journal are called in open months',
      answers: { 200: journalAccountsSchema },
      handler: async () => ({ body: await namesNow() }),
    }),
    route('PATCH', paths.admin.journalAccounts, 'money', {
      summary: 'Name accounts of the journal; closed months keep the names that they had',
      answers: { 200: journalAccountsSchema },
      body: nameAccountsSchema,
      handler: async ({ body: { accounts }, command: context, visible }) => {
        const command = { type: 'NameAccounts', accounts } as const;
        await visible(await runCommand(ports.commands, { ...ON_BOOKS, command, context }));
        return { body: await namesNow() };
      },
    }),
  ];
}
