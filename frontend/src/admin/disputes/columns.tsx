import { Chip } from '@mui/material';
import type { Dispute } from '@portal/contract';
import { showDate, showDollars } from '../format.ts';
import type { CsvColumn } from '../kit/ExportCsv.tsx';
import type { ColumnProps } from '../kit/RecordTable.tsx';
import { RecordLink } from '../records/links.tsx';

const OUTCOMES: Readonly<Record<NonNullable<Dispute['outcome']>, string>> = {
  explained: 'Explained',
  reissued: 'Reissued',
  refunded: 'Refunded',
  credited: 'Credited',
  withdrawn: 'Taken back',
};

/** Open, or how it ended. */
const standingOf = ({ status, outcome }: Dispute): string =>
  status === 'open' || outcome === null ? 'Open' : OUTCOMES[outcome];

export function DisputeStanding({ dispute }: { readonly dispute: Dispute }) {
  const tone = dispute.status === 'open' ? 'warning' : 'success';
  return (
    <Chip
      size="small"
      label={standingOf(dispute)}
      sx={{ bgcolor: `${tone}.light`, color: `${tone}.main`, fontWeight: 600 }}
    />
  );
}

/** The columns of the questioned charges; the first opens one. */
export const disputeColumns: readonly ColumnProps<Dispute>[] = [
  {
    source: 'invoice_number',
    label: 'Invoice',
    unbroken: true,
    render: (dispute) => (
      <RecordLink resource="disputes" id={dispute.id}>
        {dispute.invoice_number}
      </RecordLink>
    ),
  },
  { source: 'company_name', label: 'Company', render: (dispute) => dispute.company_name ?? 'N/A' },
  { source: 'line_name', label: 'Charge', sortable: false, render: (dispute) => dispute.line_name },
  { source: 'amount', label: 'Amount', unbroken: true, render: (dispute) => showDollars(dispute.amount) },
  { source: 'status', label: 'Status', render: (dispute) => <DisputeStanding dispute={dispute} /> },
  {
    source: 'updated_at',
    label: 'Latest',
    unbroken: true,
    firstOrder: 'DESC',
    render: (dispute) => showDate(dispute.updated_at),
  },
];

export const disputeCsvColumns: readonly CsvColumn<Dispute>[] = [
  { label: 'Invoice', value: (dispute) => dispute.invoice_number },
  { label: 'Company', value: (dispute) => dispute.company_name ?? '' },
  { label: 'Charge', value: (dispute) => dispute.line_name },
  { label: 'Amount', value: (dispute) => showDollars(dispute.amount) },
  { label: 'Status', value: standingOf },
  { label: 'Asked', value: (dispute) => showDate(dispute.opened_at) },
];
