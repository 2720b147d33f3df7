import { Box, Typography } from '@mui/material';
import type { AdminUser } from '@portal/contract';
import { formatDollars } from '@portal/domain/values';
import { useListContext } from 'react-admin';
import { showCount, showRate } from '../format.ts';
import { AdminList } from '../list/AdminList.tsx';
import { Column } from '../list/Column.tsx';
import { ColumnChooser } from '../list/ColumnChooser.tsx';
import { ExportCsv } from '../list/ExportCsv.tsx';
import { RecordTable } from '../list/RecordTable.tsx';
import { SearchField } from '../list/SearchField.tsx';
import { NO_DEALER_ID } from '../users/columns.tsx';
import { DealerBillingLink, invoicingColumns, invoicingCsvColumns } from './columns.tsx';
import { dealerBillingPath } from './dealerBillingPath.ts';
import { InvoicingSections } from './InvoicingSections.tsx';

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
          empty="No active users found"
          hiddenByDefault={NONE_HIDDEN}
          bulkActions={<InvoicingBulkActions />}
          pathOf={dealerBillingPath}
          card={(user) => <DealerCard user={user} />}
        >
          {invoicingColumns.map((column) => (
            <Column key={column.source} {...column} />
          ))}
        </RecordTable>
      </AdminList>
    </>
  );
}

function InvoicingBulkActions() {
  const { selectedIds } = useListContext<AdminUser>();
  return <ExportCsv columns={invoicingCsvColumns} filename={FILE} ids={selectedIds} />;
}

function DealerCard({ user }: { readonly user: AdminUser }) {
  return (
    <>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, alignItems: 'baseline' }}>
        <DealerBillingLink user={user} />
        <Typography sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
          {formatDollars(user.projected_monthly_invoice_cents)}
        </Typography>
      </Box>
      <Typography variant="body2" color="text.secondary">
        {user.dealer_id ?? NO_DEALER_ID} · {showCount(user.active_sites)} active sites ·{' '}
        {showCount(user.total_readers)} readers · {showRate(user.default_reader_rate, 'system rate')}
      </Typography>
    </>
  );
}
