import TakeAllIcon from '@mui/icons-material/DoneAllOutlined';
import ImportIcon from '@mui/icons-material/UploadFileOutlined';
import { Box } from '@mui/material';
import { BANK_LINE_STATUSES, type BankLine, type BankLineTotals } from '@portal/contract';
import { useCreatePath } from 'react-admin';
import { counted, dollarsText, NONE, showDate } from '../../../shared/text.ts';
import { StatusBadge } from '../../../shared/ui/StatusBadge.tsx';
import { DialogButton } from '../../kit/ActionButton.tsx';
import { Unbroken } from '../../kit/parts.tsx';
import { CompanyName, RecordLink, useListPath } from '../../records/links.tsx';
import { Badges } from '../../records/states.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { Below, CardText, Cut, type Fields } from '../../ui/fields.tsx';
import { CompanyFilter, DayRangeInput, SearchInput } from '../../ui/filterInputs.tsx';
import { List } from '../../ui/List.tsx';
import { useTotals } from '../../ui/Totals.tsx';
import { LineActions, MatchText, partsOf, TakeAllDialog } from './actions.tsx';
import { ImportDialog } from './ImportDialog.tsx';

const NAMES: Readonly<Record<BankLine['status'], string>> = {
  unmatched: 'Unmatched',
  matched: 'Matched',
  set_aside: 'Set aside',
};

const TABS = {
  label: 'Bank lines by status',
  source: 'status',
  tabs: { ...Object.fromEntries(BANK_LINE_STATUSES.map((status) => [NAMES[status], status])), All: {} },
} as const;

/** Incoming lines of the bank's files, the unmatched ones first; a row leads to what it paid. */
export default function BankLineList() {
  const createPath = useCreatePath();
  const listPath = useListPath();
  const paidPath = ({ id, status, invoices, proposal }: BankLine) => {
    const [invoice] = status === 'matched' ? invoices.map((one) => one.id) : [];
    const [proposed] = proposal?.shares.map((share) => share.invoice_id) ?? [];
    const to = invoice ?? proposed;
    return to === undefined
      ? listPath('bank-lines', { id })
      : createPath({ resource: 'invoices', id: to, type: 'show' });
  };
  return (
    <List
      resource="bank-lines"
      title="Bank lines"
      lead="Incoming money of the bank's files, and what it paid."
      sort={{ field: 'day', order: 'DESC' }}
      filterDefaultValues={{ status: 'unmatched' }}
      fields={bankLineFields}
      tabs={TABS}
      filters={
        <>
          <SearchInput label="Search bank lines" placeholder="Text, reference or company" />
          <CompanyFilter />
          <DayRangeInput<'bank-lines'> source="day" />
        </>
      }
      actions={
        <>
          <DialogButton
            needs="money"
            label="Take all that match by invoice number"
            icon={TakeAllIcon}
            variant="outlined"
            dialog={(close) => <TakeAllDialog onClose={close} />}
          />
          <DialogButton
            needs="money"
            label="Import bank file"
            icon={ImportIcon}
            variant="contained"
            dialog={(close) => <ImportDialog onClose={close} />}
          />
        </>
      }
    >
      <Sums />
      <DataTable<BankLine>
        label="Bank lines"
        empty="No bank lines found"
        rowClick={paidPath}
        cardAside="amount"
        actions={(line, { variant }) => (
          <Box sx={{ display: 'flex', flexWrap: { xs: 'wrap', sm: 'nowrap' }, alignItems: 'center', gap: 1 }}>
            <LineActions line={line} look={variant} />
          </Box>
        )}
        card={(line) => (
          <>
            <CardText>{[line.text, line.reference].filter(Boolean).join(' · ')}</CardText>
            <Standing line={line} />
          </>
        )}
      />
    </List>
  );
}

/** Number and sum of the lines that are found, by status. */
function Sums() {
  const { data: totals = [] } = useTotals<BankLineTotals>();
  if (totals.length === 0) return null;
  return (
    <Box
      component="ul"
      aria-label="Totals"
      sx={{
        listStyle: 'none',
        m: 0,
        px: 2,
        py: 1.5,
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 4,
        rowGap: 0.5,
        borderBottom: 1,
        borderColor: 'divider',
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      {totals.map(({ status, lines, amount }) => (
        <li key={status}>
          {NAMES[status]}: {counted(lines, 'line')}, <strong>{dollarsText(amount)}</strong>
        </li>
      ))}
    </Box>
  );
}

/** What a line paid, or may have paid, or why it is set aside. */
function Standing({ line }: { readonly line: BankLine }) {
  const { status, account_id, invoices, reason, proposal, candidates, reversed_on, reversed_because } = line;
  if (status === 'set_aside')
    return (
      <>
        <Badges>
          <StatusBadge tone="neutral">Set aside</StatusBadge>
        </Badges>
        <Below>{reason}</Below>
      </>
    );
  if (status === 'matched')
    return (
      <>
        <Cut>
          <CompanyName id={account_id} />
        </Cut>
        <Below>
          {invoices.map(({ id, number, amount }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <RecordLink resource="invoices" id={id} text={<Unbroken text={number} />} />{' '}
              {dollarsText(amount)}
            </span>
          ))}
        </Below>
      </>
    );
  return (
    <>
      {reversed_on !== null && (
        <>
          <Badges>
            <StatusBadge tone="error">{`Payment reversed ${showDate(reversed_on)}`}</StatusBadge>
          </Badges>
          {reversed_because !== null && <Below>{reversed_because}</Below>}
        </>
      )}
      {proposal === null ? (
        <CardText>
          {candidates.length === 0
            ? 'No match found'
            : `${counted(candidates.length, 'possible match', 'possible matches')}`}
        </CardText>
      ) : (
        <MatchText match={proposal} />
      )}
    </>
  );
}

const bankLineFields: Fields<BankLine> = {
  day: { label: 'Day', type: 'day' },
  text: { label: 'Text' },
  reference: { label: 'Reference', render: ({ reference }) => reference || NONE },
  amount: { label: 'Amount', type: 'amount', total: 'below' },
  status: {
    label: 'Status',
    columnLabel: 'Match',
    unbroken: true,
    render: (line) => <Standing line={line} />,
    csv: ({ status }) => NAMES[status],
  },
  company_name: { label: 'Company', table: false },
  invoices: {
    label: 'Invoices',
    table: false,
    csv: ({ invoices }) => invoices.map(({ number }) => number).join(' '),
  },
  proposal: {
    label: 'Proposal',
    table: false,
    csv: ({ proposal }) => proposal && `${proposal.company_name ?? ''}: ${partsOf(proposal)}`,
  },
  reason: { label: 'Reason', table: false },
  imported_at: { label: 'Imported', table: 'hidden', type: 'moment' },
};
