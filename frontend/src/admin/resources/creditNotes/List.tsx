import { CREDIT_NOTE_KINDS, CREDIT_NOTE_NAMES, type CreditNote, csvAmount, paths } from '@portal/contract';
import { useCreatePath } from 'react-admin';
import { dollarsText, showDate } from '../../../shared/text.ts';
import { StatusBadge } from '../../../shared/ui/StatusBadge.tsx';
import { PdfButton } from '../../kit/parts.tsx';
import { CompanyName, RecordLink } from '../../records/links.tsx';
import { Badges, DemoBadge } from '../../records/states.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { Below, CardText, type Fields } from '../../ui/fields.tsx';
import { CompanyFilter, DayRangeInput, ModeInput, SearchInput, SelectInput } from '../../ui/filterInputs.tsx';
import { List } from '../../ui/List.tsx';

const KINDS = Object.fromEntries(CREDIT_NOTE_KINDS.map((kind) => [CREDIT_NOTE_NAMES[kind], kind]));

/** Credits, refunds and cancellations of invoices, each with its number; a row leads to the invoice. */
export default function CreditNoteList() {
  const createPath = useCreatePath();
  return (
    <List
      resource="credit-notes"
      title="Credit notes"
      lead="Credits, refunds and cancellations of invoices, by day."
      sort={{ field: 'day', order: 'DESC' }}
      fields={creditNoteFields}
      filters={
        <>
          <SearchInput label="Search credit notes" placeholder="Number, company or reason" />
          <CompanyFilter />
          <SelectInput<'credit-notes'> source="kind" label="Kind" choices={KINDS} />
          <ModeInput<'credit-notes'> source="is_demo" />
          <DayRangeInput<'credit-notes'> source="day" />
        </>
      }
    >
      <DataTable<CreditNote>
        label="Credit notes"
        empty="No credit notes found"
        rowClick={({ invoice_id }) => createPath({ resource: 'invoices', id: invoice_id, type: 'show' })}
        cardAside="amount"
        actions={({ id }, look) => (
          <PdfButton label="PDF" href={paths.admin.creditNotePdf(id)} aria-label={`${id} as PDF`} {...look} />
        )}
        card={(note) => (
          <>
            <CompanyName id={note.account_id} />
            <CardText>{[showDate(note.day), nameOf(note), note.invoice_number].join(' · ')}</CardText>
            <Standing note={note} />
            {note.reason !== null && <CardText>{note.reason}</CardText>}
          </>
        )}
      />
    </List>
  );
}

const nameOf = ({ kind }: CreditNote) => CREDIT_NOTE_NAMES[kind];

/** What became of the refund since, and the mode. */
const Standing = ({ note: { failed, moves, is_demo } }: { readonly note: CreditNote }) => (
  <>
    <Badges>
      {failed && <StatusBadge tone="error">Refund failed</StatusBadge>}
      {moves.length > 0 && <StatusBadge tone="neutral">Moved</StatusBadge>}
      {is_demo && <DemoBadge />}
    </Badges>
    {moves.length > 0 && (
      <Below>
        {moves.map(({ amount, invoice_number }) => `${dollarsText(amount)} to ${invoice_number}`).join(', ')}
      </Below>
    )}
  </>
);

const creditNoteFields: Fields<CreditNote> = {
  id: { label: 'Credit note', unbroken: true },
  day: { label: 'Day', type: 'day' },
  kind: { label: 'Kind', render: nameOf, csv: nameOf },
  company_name: {
    label: 'Company',
    render: ({ account_id }) => <CompanyName id={account_id} />,
    csv: ({ company_name }) => company_name,
  },
  invoice_number: {
    label: 'Invoice',
    unbroken: true,
    render: ({ invoice_id, invoice_number }) => (
      <RecordLink resource="invoices" id={invoice_id} text={invoice_number} />
    ),
  },
  // a failed refund corrected nothing, so it does not add to the total
  amount: {
    label: 'Amount',
    type: 'amount',
    total: true,
    csv: ({ amount, failed }) => csvAmount(failed ? 0 : amount),
  },
  failed: {
    label: 'Refund failed',
    columnLabel: 'Status',
    unbroken: true,
    render: (note) => <Standing note={note} />,
    csv: ({ failed }) => (failed ? 'Yes' : ''),
  },
  reason: { label: 'Reason', table: 'hidden' },
  reference: { label: 'Reference', table: false },
  is_demo: { label: 'Mode', table: false, type: 'mode' },
};
