import type { AdminUser } from '@portal/contract';
import { counted, showRate } from '../../../shared/text.ts';
import { dealerBillingPath, NO_DEALER_ID } from '../../records/links.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { CardText, type Fields } from '../../ui/fields.tsx';
import { SearchInput } from '../../ui/filterInputs.tsx';
import { List } from '../../ui/List.tsx';

/** What each dealer will be billed; a row leads to the dealer's billing page (S2-2-admin). */
export default function InvoicingList() {
  return (
    <List
      resource="invoicing"
      title="Invoicing"
      lead="What each dealer will be billed on the next billing date, active sites only."
      sort={{ field: 'projected_monthly_invoice_cents', order: 'DESC' }}
      filter={{ is_approved: true, is_admin: false }}
      fields={dealerFields}
      filters={<SearchInput label="Search dealers" placeholder="Company, name or dealer ID" />}
    >
      <DataTable<AdminUser>
        label="Dealers"
        empty="No users found"
        rowClick={dealerBillingPath}
        cardAside="projected_monthly_invoice_cents"
        card={(user) => (
          <CardText>{`${user.dealer_id ?? NO_DEALER_ID} · ${counted(user.active_sites, 'active site')} · ${counted(user.total_readers, 'reader')} · ${showRate(user.default_reader_rate, 'system rate')}`}</CardText>
        )}
      />
    </List>
  );
}

/** A dealer as what will be billed. */
const dealerFields: Fields<AdminUser> = {
  company: { label: 'Company', render: (user) => user.company || user.name || user.username },
  dealer_id: { label: 'Dealer ID', unbroken: true, render: (user) => user.dealer_id ?? NO_DEALER_ID },
  name: { label: 'Contact', table: 'hidden' },
  active_sites: { label: 'Active sites', type: 'count' },
  total_readers: { label: 'Readers', type: 'count' },
  default_reader_rate: {
    label: 'Default rate',
    type: 'rate',
    render: (user) => showRate(user.default_reader_rate, 'System rate'),
  },
  projected_monthly_invoice_cents: { label: 'Projected monthly invoice', type: 'cents', total: 'below' },
};
