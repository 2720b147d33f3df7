import { cardText, type Receipt } from '@portal/contract';
import { dollarsText, NONE, showDate } from '../../../shared/text.ts';
import { Unbroken } from '../../kit/parts.tsx';
import { CompanyName, RecordLink } from '../../records/links.tsx';
import { Below } from '../../ui/CutTexts.tsx';
import { CardText } from '../../ui/cards.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Fields } from '../../ui/fields.tsx';
import { CompanyFilter, DayRangeInput, ModeInput, SearchInput, SelectInput } from '../../ui/filterInputs.tsx';
import { List } from '../../ui/List.tsx';
import { DayTotals } from './DayTotals.tsx';
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
          <SelectInput<'receipts'> source="method" label="Method" choices={METHODS} />
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
            <CardText>
              <Unbroken text={[showDate(receipt.day), numberOf(receipt)].filter(Boolean).join(' · ')} />
            </CardText>
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
  return (
    <RecordLink resource={resource} id={id}>
      {numberOf(receipt) ?? NONE}
    </RecordLink>
  );
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
