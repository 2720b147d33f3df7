import { Box, Typography } from '@mui/material';
import type { Order } from '@portal/contract';
import { useListContext } from 'react-admin';
import { CompanyName } from '../companies/CompanyName.tsx';
import { showDate, showDollars } from '../format.ts';
import { InvoicingSections } from '../invoicing/InvoicingSections.tsx';
import { AdminList } from '../list/AdminList.tsx';
import { Column } from '../list/Column.tsx';
import { ColumnChooser } from '../list/ColumnChooser.tsx';
import CompanyFilter from '../list/CompanyFilter.tsx';
import { ExportCsv } from '../list/ExportCsv.tsx';
import { FilterBar } from '../list/FilterBar.tsx';
import { FilterChoice } from '../list/FilterChoice.tsx';
import { FilterTabs } from '../list/FilterTabs.tsx';
import { RecordLink } from '../list/RecordLink.tsx';
import { RecordTable } from '../list/RecordTable.tsx';
import { SearchField } from '../list/SearchField.tsx';
import { orderColumns, orderCsvColumns, ordersHiddenByDefault } from './columns.tsx';
import { OrderStatus, orderedText } from './OrderStatus.tsx';

const FILE = 'orders.csv';

/** What dealers ordered: new sites, migrations and imports, paid or not. */
export default function OrderList() {
  return (
    <>
      <InvoicingSections />
      <AdminList
        title="Orders"
        lead="What dealers ordered and paid for once. A paid order makes its sites or migrations."
        sort={{ field: 'created_at', order: 'DESC' }}
        actions={
          <>
            <ColumnChooser columns={orderColumns} hiddenByDefault={ordersHiddenByDefault} />
            <ExportCsv columns={orderCsvColumns} filename={FILE} />
          </>
        }
        tabs={
          <FilterTabs
            label="Orders by status"
            field="status"
            tabs={[
              { label: 'All', value: undefined },
              { label: 'Unpaid', value: 'unpaid' },
              { label: 'Paid', value: 'paid' },
              { label: 'Fulfilled', value: 'fulfilled' },
              { label: 'Rejected', value: 'rejected' },
            ]}
          />
        }
        search={
          <FilterBar>
            <SearchField label="Search orders" hint="Order #, site or company" />
            <CompanyFilter />
            <FilterChoice
              field="kind"
              label="Ordered"
              choices={[
                { label: 'New site', value: 'site' },
                { label: 'Migration', value: 'migration' },
                { label: 'Import of sites', value: 'sites' },
              ]}
            />
          </FilterBar>
        }
      >
        <RecordTable<Order>
          label="Orders"
          empty="No orders found"
          hiddenByDefault={ordersHiddenByDefault}
          bulkActions={<OrderBulkActions />}
          card={(order) => <OrderCard order={order} />}
        >
          {orderColumns.map((column) => (
            <Column key={column.source} {...column} />
          ))}
        </RecordTable>
      </AdminList>
    </>
  );
}

function OrderBulkActions() {
  const { selectedIds } = useListContext<Order>();
  return <ExportCsv columns={orderCsvColumns} filename={FILE} ids={selectedIds} />;
}

function OrderCard({ order }: { readonly order: Order }) {
  return (
    <>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, alignItems: 'baseline' }}>
        <RecordLink resource="orders" id={order.id}>
          {order.order_number}
        </RecordLink>
        <Typography sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
          {showDollars(order.total_amount)}
        </Typography>
      </Box>
      <CompanyName id={order.account_id} />
      <Typography variant="body2" color="text.secondary">
        {orderedText(order)} · {showDate(order.placed_on)}
      </Typography>
      <OrderStatus order={order} />
    </>
  );
}
