import { Box, Table, TableBody, TableContainer, TableFooter, TableRow } from '@mui/material';
import { cardText, type Receipt, type ReceiptTotals } from '@portal/contract';
import { centsFromDollars, dollarsFromCents, sumCents } from '@portal/domain/values';
import { dollarsText, NONE, showDate } from '../../../shared/text.ts';
import { AmountCell, HeadRow, RowName, stackedOnPhone } from '../../kit/parts.tsx';
import { CompanyName, RecordLink } from '../../records/links.tsx';
import { DemoBadge } from '../../records/states.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { Below, CardText, type Fields } from '../../ui/fields.tsx';
import { CompanyFilter, DayRangeInput, ModeInput, SearchInput, SelectInput } from '../../ui/filterInputs.tsx';
import { List } from '../../ui/List.tsx';
import { useTotals } from '../../ui/Totals.tsx';
import { METHODS, nameOf, numberOf, receivedBy, Standing, usePaidPath } from './parts.tsx';

/** Received money: checks, bank transfers and card payments; a row leads to what it paid. */
export default function ReceiptList() {
  const paidPath = usePaidPath();
  return (
    <List
      resource="receipts"
      title="Receipts"
      lead="Received money by day: checks, bank transfers and card payments."
      sort={{ field: 'day', order: 'DESC' }}
      fields={receiptFields}
      filters={
        <>
          <SearchInput label="Search receipts" placeholder="Reference, company, number" />
          <CompanyFilter />
          <SelectInput<'receipts'>
            source="method"
            label="Method"
            choices={Object.fromEntries(METHODS.map(({ id, name }) => [name, id]))}
          />
          <ModeInput<'receipts'> source="is_demo" />
          <DayRangeInput<'receipts'> source="day" />
        </>
      }
    >
      <DayTotals />
      <DataTable<Receipt>
        label="Receipts"
        empty="No receipts found"
        rowClick={paidPath}
        cardAside="amount"
        card={(receipt) => (
          <>
            <CompanyName id={receipt.account_id} />
            <CardText>{[showDate(receipt.day), numberOf(receipt)].filter(Boolean).join(' · ')}</CardText>
            <Standing receipt={receipt} />
          </>
        )}
      />
    </List>
  );
}

/** What it paid, as a link. */
function PaidFor({ receipt }: { readonly receipt: Receipt }) {
  const { invoice_id, order_id } = receipt;
  const [resource, id] = invoice_id === null ? ['orders', order_id] : ['invoices', invoice_id];
  if (id === null) return 'Unallocated';
  return <RecordLink resource={resource} id={id} text={numberOf(receipt) ?? NONE} />;
}

const receiptFields: Fields<Receipt> = {
  method: { label: 'Receipt', render: receivedBy, csv: nameOf },
  day: { label: 'Day', type: 'day' },
  reference: { label: 'Reference', table: false },
  card: { label: 'Card', table: false, csv: ({ card }) => card && cardText(card) },
  company_name: {
    label: 'Company',
    render: ({ account_id }) => <CompanyName id={account_id} />,
    csv: ({ company_name }) => company_name,
  },
  invoice_number: {
    label: 'For',
    unbroken: true,
    render: (receipt) => <PaidFor receipt={receipt} />,
    csv: numberOf,
  },
  amount: {
    label: 'Amount',
    type: 'amount',
    total: 'below',
    render: ({ amount, receipt_amount }) => (
      <>
        {dollarsText(amount)}
        {amount !== receipt_amount && <Below>of {dollarsText(receipt_amount)}</Below>}
      </>
    ),
  },
  receipt_amount: { label: 'Receipt amount', table: false, type: 'amount' },
  reversed_on: {
    label: 'Reversed on',
    columnLabel: 'Status',
    unbroken: true,
    render: (receipt) => <Standing receipt={receipt} />,
  },
  reason: { label: 'Reason', table: false },
  refunded_amount: { label: 'Refunded', table: false, type: 'rareAmount' },
  dispute: { label: 'Dispute', table: false },
  is_demo: { label: 'Mode', table: false, type: 'mode' },
};

/** Of the totals, pixels; longer ones scroll. */
const HEIGHT = 264;

/** What was received on each day by each method, of all receipts that the list finds; the newest day first. */
function DayTotals() {
  const { data: totals = [], isPending } = useTotals<ReceiptTotals>();
  // so that the list below does not move
  if (isPending) return <Box sx={{ height: HEIGHT, mb: 2 }} />;
  if (totals.length === 0) return null;
  const modes = [false, true].filter((mode) => totals.some(({ is_demo }) => is_demo === mode));
  const days = [...new Set(totals.map(({ day }) => day))].reverse();
  const rowsOf = (day: string) =>
    modes.map((mode) => totals.filter((sums) => sums.day === day && sums.is_demo === mode));
  return (
    // focusable, so that it scrolls by keyboard
    <TableContainer
      tabIndex={0}
      role="region"
      aria-label="Totals by day"
      sx={{
        maxHeight: HEIGHT,
        mb: 2,
        borderBottom: 1,
        borderColor: 'divider',
        // a phone has no room for days beside their sum
        '@media (max-width: 599.95px)': { '& table tbody': { display: 'none' } },
      }}
    >
      <Table size="small" stickyHeader aria-label="Totals by day" sx={{ ...stackedOnPhone, ...STICKY_FOOT }}>
        <HeadRow
          columns={[
            'Day',
            ...METHODS.map(({ many }) => ({ figure: many })),
            { figure: 'Received' },
            { figure: 'Reversed since' },
          ]}
        />
        <TableBody>
          {days.flatMap((day) =>
            rowsOf(day).flatMap((sums) =>
              sums[0] === undefined
                ? []
                : [
                    <SumsRow
                      key={`${day} ${sums[0].is_demo}`}
                      name={showDate(day)}
                      sums={sums}
                      isDemo={sums[0].is_demo}
                    />,
                  ],
            ),
          )}
        </TableBody>
        <TableFooter>
          {modes.map((mode) => (
            <SumsRow
              key={String(mode)}
              name="All days"
              sums={totals.filter(({ is_demo }) => is_demo === mode)}
              isDemo={mode}
            />
          ))}
        </TableFooter>
      </Table>
    </TableContainer>
  );
}

const STICKY_FOOT = {
  '& tfoot': {
    position: 'sticky',
    bottom: 0,
    bgcolor: 'background.paper',
    '& th, & td': { typography: 'body2', fontWeight: 700, color: 'text.primary' },
  },
} as const;

interface SumsRowProps {
  readonly name: string;
  readonly sums: readonly ReceiptTotals[];
  readonly isDemo: boolean;
}

function SumsRow({ name, sums, isDemo }: SumsRowProps) {
  const centsOf = (amount: 'amount' | 'reversed_amount', method?: Receipt['method']) =>
    sumCents(
      sums
        .filter((one) => method === undefined || one.method === method)
        .map((one) => centsFromDollars(one[amount])),
    );
  const figures = [
    ...METHODS.map(({ id, many }) => [many, centsOf('amount', id)] as const),
    ['Received', centsOf('amount')] as const,
    ['Reversed since', centsOf('reversed_amount')] as const,
  ];
  return (
    <TableRow>
      <RowName sx={{ whiteSpace: 'nowrap' }}>
        {name} {isDemo && <DemoBadge />}
      </RowName>
      {figures.map(([label, cents]) => (
        <AmountCell key={label} label={label} amount={dollarsFromCents(cents)} />
      ))}
    </TableRow>
  );
}
