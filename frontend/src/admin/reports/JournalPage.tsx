import { Box, TableRow } from '@mui/material';
import { JOURNAL_FORMAT_NAMES, JOURNAL_PAGE_SIZE, type Journal, paths } from '@portal/contract';
import { centsFromDollars, dollarsFromCents, sumCents } from '@portal/domain/values';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useBasename } from 'react-admin';
import { Field } from '../../shared/form/Field.tsx';
import { formatMonth, showDate } from '../../shared/text.ts';
import { LoadProblem, RowsSkeleton } from '../../shared/ui/LoadProblem.tsx';
import { Muted } from '../../shared/ui/Muted.tsx';
import { withQuery } from '../dataProvider/command.ts';
import { usePortal } from '../dataProvider/index.ts';
import { AmountCell, Cell, FigureTable, RowName, TOTAL_ROW } from '../kit/parts.tsx';
import { PageLink, RecordLink } from '../records/links.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { ClosingMonths, useBooks } from './ClosingMonths.tsx';
import { FilterForm, FormatButtons, MODES, Pages, useQueryParameters } from './parts.tsx';

type Filters = Readonly<Record<'month' | 'mode', string>>;

/** The journal of a month (rule B37): the trial balance, and the postings of an account. All choices are in the address. */
export default function JournalPage() {
  const [query, go] = useQueryParameters();
  const filters: Filters = { month: query.get('month') ?? '', mode: query.get('mode') ?? '' };
  const account = query.get('account') ?? '';
  const page = Math.max(1, Math.trunc(Number(query.get('page'))) || 1);
  const portal = usePortal();
  const asked = { ...filters, account, page: String(page) };
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [paths.admin.journal, asked],
    queryFn: () => portal.journal(asked),
    placeholderData: keepPreviousData,
  });
  const books = useBooks(data?.month);
  // together, so that nothing moves
  const isLoading = isPending || books.isPending;
  const filterBy = useCallback((changed: Filters) => go({ ...changed, page: '' }), [go]);
  return (
    <>
      <PageHeading
        title="Journal"
        lead="What each event changed in the books, by double entry."
        actions={
          <FormatButtons
            pathOf={(format) => withQuery(paths.admin.journalDownload, { ...filters, format })}
            file="journal"
            formats={JOURNAL_FORMAT_NAMES}
          />
        }
      />
      <FilterForm<Filters>
        filters={filters}
        values={{ month: filters.month || (data?.month ?? ''), mode: filters.mode || (data?.mode ?? 'live') }}
        columns="1fr 1fr"
        onChange={filterBy}
      >
        <Field name="month" label="Month" type="month" />
        <Field name="mode" label="Mode" options={MODES} blank={null} />
      </FilterForm>
      {error !== null && (
        <LoadProblem text="The journal could not be loaded." error={error} onRetry={refetch} />
      )}
      {error === null && isLoading && <RowsSkeleton rows={10} height={32} />}
      {data !== undefined && error === null && !isLoading && (
        <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <ClosingMonths month={data.month} books={books} />
          <TrialBalance journal={data} account={account} />
          <Postings journal={data} page={page} onPage={(to) => go({ page: String(to) })} />
        </Box>
      )}
    </>
  );
}

const AMOUNTS = [
  ['opening', 'Opening'],
  ['debits', 'Debits'],
  ['credits', 'Credits'],
  ['closing', 'Closing'],
] as const;
type Amounts = Readonly<Record<(typeof AMOUNTS)[number][0], number>>;

const totalOf = (accounts: readonly Amounts[], name: keyof Amounts) =>
  dollarsFromCents(sumCents(accounts.map((one) => centsFromDollars(one[name]))));

function TrialBalance({ journal, account: chosen }: { readonly journal: Journal; readonly account: string }) {
  const { accounts, month } = journal;
  const used = accounts.filter((one) => one.account === chosen || AMOUNTS.some(([name]) => one[name] !== 0));
  const title = `Trial balance, ${formatMonth(month)}`;
  const total = Object.fromEntries(
    AMOUNTS.map(([name]) => [name, totalOf(accounts, name)]),
  ) as unknown as Amounts;
  return (
    <FigureTable
      title={title}
      columns={['Account', ...AMOUNTS.map(([, label]) => ({ figure: label }))]}
      after={
        <Muted sx={{ p: 2 }}>
          Opening and closing balances are debits less credits: below $0.00 is a credit balance.
        </Muted>
      }
    >
      {used.map(({ account, name, ...amounts }) => (
        <TableRow key={account} hover selected={account === chosen}>
          <RowName>
            <AccountLink account={account} name={name} isChosen={account === chosen} />
          </RowName>
          <AmountCells amounts={amounts} />
        </TableRow>
      ))}
      <TableRow sx={TOTAL_ROW}>
        <RowName>Total</RowName>
        <AmountCells amounts={total} />
      </TableRow>
    </FigureTable>
  );
}

const AmountCells = ({ amounts }: { readonly amounts: Amounts }) =>
  AMOUNTS.map(([name, label]) => <AmountCell key={name} label={label} amount={amounts[name]} />);

interface AccountLinkProps {
  readonly account: string;
  readonly name: string;
  readonly isChosen: boolean;
}

/** Shows the postings of an account below, or of all. */
function AccountLink({ account, name, isChosen }: AccountLinkProps) {
  const [query] = useQueryParameters();
  const basename = useBasename();
  const to = new URLSearchParams(query);
  to.delete('page');
  if (isChosen) to.delete('account');
  else to.set('account', account);
  return (
    <PageLink
      to={`${basename}/journal?${to}`}
      preventScrollReset
      aria-current={isChosen ? 'true' : undefined}
      text={name}
    />
  );
}

interface PostingsProps {
  readonly journal: Journal;
  readonly page: number;
  readonly onPage: (page: number) => void;
}

function Postings({ journal, page, onPage }: PostingsProps) {
  const { account, accounts, postings, total, month } = journal;
  const name = accounts.find((one) => one.account === account)?.name ?? 'all accounts';
  const title = `Postings of ${name}, ${formatMonth(month)}`;
  return (
    <FigureTable
      title={title}
      columns={['Date', 'Entry', 'Company', 'Account', { figure: 'Debit' }, { figure: 'Credit' }]}
      empty={postings.length === 0 ? 'No postings in this month.' : undefined}
      after={
        <Box sx={{ pb: 2 }}>
          <Pages
            page={page}
            pages={Math.ceil(total / JOURNAL_PAGE_SIZE)}
            onPage={onPage}
            label="Pages of postings"
          />
        </Box>
      }
    >
      {postings.map((posting) => (
        <TableRow key={posting.id} hover>
          <Cell sx={{ whiteSpace: 'nowrap' }} label="Date">
            {showDate(posting.day)}
          </Cell>
          <Cell label="Entry">
            <EntryLink posting={posting} />
          </Cell>
          <Cell label="Company">
            {posting.company !== null && (
              <RecordLink resource="companies" id={posting.company.id} text={posting.company.name} />
            )}
          </Cell>
          <Cell label="Account">{posting.account_name}</Cell>
          <AmountCell label="Debit" amount={posting.debit} />
          <AmountCell label="Credit" amount={posting.credit} />
        </TableRow>
      ))}
    </FigureTable>
  );
}

/** What the entry is, as a link to the record that it is about. */
function EntryLink({ posting }: { readonly posting: Journal['postings'][number] }) {
  const { text, invoice, order, payment_id: payment } = posting;
  const [resource, id] =
    invoice !== null
      ? ['invoices', invoice.id]
      : order !== null
        ? ['orders', order.id]
        : ['payments', payment];
  if (id === null) return text;
  return <RecordLink resource={resource} id={id} text={text} />;
}
