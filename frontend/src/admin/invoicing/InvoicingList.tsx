import { Typography } from '@mui/material';
import type { AdminUser } from '@portal/contract';
import { formatDollars } from '@portal/domain/values';
import { showCount, showRate } from '../format.ts';
import { AdminList, ColumnChooser } from '../kit/AdminList.tsx';
import { ExportCsv, ExportSelected } from '../kit/ExportCsv.tsx';
import { SearchField } from '../kit/filters.tsx';
import { CardAmount, CardHead, RecordTable } from '../kit/RecordTable.tsx';
import { InvoicingSections } from '../records/InvoicingSections.tsx';
import { dealerBillingPath } from '../records/links.tsx';
import { NO_DEALER_ID } from '../users/columns.tsx';
import { DealerBillingLink, invoicingColumns, invoicingCsvColumns } from './columns.tsx';

const FILE = 'invoicing.csv';
const NONE_HIDDEN = ['name'];

/** What each dealer will be billed; a row leads to the dealer's billing page (spec 2, Admin dashboard). */
export default function InvoicingList() {
  return (
    <>
      <InvoicingSections />
      <AdminList
        title="Invoicing"
        lead="What each dealer will be billed on the next billing date, active sites only."
        sort={{ field: 'projected_monthly_invoice_cents', order: 'DESC' }}
        filterDefaultValues={{ is_approved: true, is_admin: false }}
        actions={
          <>
            <ColumnChooser columns={invoicingColumns} hiddenByDefault={NONE_HIDDEN} />
            <ExportCsv columns={invoicingCsvColumns} filename={FILE} />
          </>
        }
        search={<SearchField label="Search dealers" hint="Company, name or dealer ID" />}
      >
        <RecordTable<AdminUser>
          label="Dealers"
          columns={invoicingColumns}
          empty="No active users found"
          hiddenByDefault={NONE_HIDDEN}
          bulkActions={<ExportSelected columns={invoicingCsvColumns} filename={FILE} />}
          pathOf={dealerBillingPath}
          card={(user) => <DealerCard user={user} />}
        />
      </AdminList>
    </>
  );
}

function DealerCard({ user }: { readonly user: AdminUser }) {
  return (
    <>
      <CardHead>
        <DealerBillingLink user={user} />
        <CardAmount>{formatDollars(user.projected_monthly_invoice_cents)}</CardAmount>
      </CardHead>
      <Typography variant="body2" color="text.secondary">
        {user.dealer_id ?? NO_DEALER_ID} · {showCount(user.active_sites)} active sites ·{' '}
        {showCount(user.total_readers)} readers · {showRate(user.default_reader_rate, 'system rate')}
      </Typography>
    </>
  );
}
