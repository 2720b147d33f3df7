import type { Dispute } from '@portal/contract';
import { RecordLink } from '../../records/links.tsx';
import { DisputeStanding, standingOf } from '../../records/states.tsx';
import type { Fields } from '../../ui/fields.tsx';

/** The company's name at the time, as a link. */
export function Company({ dispute }: { readonly dispute: Dispute }) {
  if (dispute.company_name === null) return 'N/A';
  return (
    <RecordLink resource="companies" id={dispute.account_id}>
      {dispute.company_name}
    </RecordLink>
  );
}

export const disputeFields: Fields<Dispute> = {
  invoice_number: { label: 'Invoice', unbroken: true },
  company_name: { label: 'Company', render: (dispute) => <Company dispute={dispute} /> },
  line_name: { label: 'Charge' },
  amount: { label: 'Amount', type: 'amount', sortByOrder: 'ASC' },
  status: {
    label: 'Status',
    render: (dispute) => <DisputeStanding dispute={dispute} />,
    csv: standingOf,
  },
  opened_at: { label: 'Asked', table: false, type: 'day' },
  updated_at: { label: 'Latest', type: 'day', csv: false },
};
