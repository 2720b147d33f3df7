import type { AdminUser } from '@portal/contract';
import { counted, showRate } from '../../../shared/text.ts';
import { Unbroken } from '../../kit/Unbroken.tsx';
import { dealerBillingPath, NO_DEALER_ID } from '../../records/links.tsx';
import { CardText } from '../../ui/cards.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { SearchInput } from '../../ui/filterInputs.tsx';
import { List } from '../../ui/List.tsx';
import { dealerFields } from './fields.tsx';

/** What each dealer will be billed; a row leads to the dealer's billing page (S2-2-admin). */
export default function InvoicingList() {
  return (
    <List<AdminUser>
      title="Invoicing"
      lead="What each dealer will be billed on the next billing date, active sites only."
      sort={{ field: 'projected_monthly_invoice_cents', order: 'DESC' }}
      filterDefaultValues={{ is_approved: true, is_admin: false }}
      fields={dealerFields}
      filters={<SearchInput source="q" label="Search dealers" placeholder="Company, name or dealer ID" />}
    >
      <DataTable<AdminUser>
        label="Dealers"
        empty="No users found"
        rowClick={dealerBillingPath}
        cardAside="projected_monthly_invoice_cents"
        card={(user) => (
          <CardText>
            <Unbroken
              text={`${user.dealer_id ?? NO_DEALER_ID} · ${counted(user.active_sites, 'active site')} · ${counted(user.total_readers, 'reader')} · ${showRate(user.default_reader_rate, 'system rate')}`}
            />
          </CardText>
        )}
      />
    </List>
  );
}
