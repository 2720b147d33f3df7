import { Typography } from '@mui/material';
import type { Order } from '@portal/contract';
import { CompanyName } from '../companies/CompanyName.tsx';
import { showDate, showDollars } from '../format.ts';
import { InvoicingSections } from '../invoicing/InvoicingSections.tsx';
import { AdminList } from '../list/AdminList.tsx';
import { CardAmount, CardHead } from '../list/CardHead.tsx';
import { ColumnChooser } from '../list/ColumnChooser.tsx';
import CompanyFilter from '../list/CompanyFilter.tsx';
import { ExportCsv, ExportSelected } from '../list/ExportCsv.tsx';
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
          columns={orderColumns}
          empty="No orders found"
          hiddenByDefault={ordersHiddenByDefault}
          bulkActions={<ExportSelected columns={orderCsvColumns} filename={FILE} />}
          card={(order) => <OrderCard order={order} />}
        />
      </AdminList>
    </>
  );
}

function OrderCard({ order }: { readonly order: Order }) {
  return (
    <>
      <CardHead>
        <RecordLink resource="orders" id={order.id}>
          {order.order_number}
        </RecordLink>
        <CardAmount>{showDollars(order.total_amount)}</CardAmount>
      </CardHead>
      <CompanyName id={order.account_id} />
      <Typography variant="body2" color="text.secondary">
        {orderedText(order)} · {showDate(order.placed_on)}
      </Typography>
      <OrderStatus order={order} />
    </>
  );
}
