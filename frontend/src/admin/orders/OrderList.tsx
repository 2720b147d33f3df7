import { Typography } from '@mui/material';
import type { Order } from '@portal/contract';
import { showDate, showDollars } from '../format.ts';
import { AdminList, ColumnChooser } from '../kit/AdminList.tsx';
import { ExportCsv, ExportSelected } from '../kit/ExportCsv.tsx';
import { FilterBar, FilterChoice, FilterTabs, SearchField } from '../kit/filters.tsx';
import { CardAmount, CardHead, RecordTable } from '../kit/RecordTable.tsx';
import CompanyFilter from '../records/companyChoice.tsx';
import { InvoicingSections } from '../records/InvoicingSections.tsx';
import { CompanyName, RecordLink } from '../records/links.tsx';
import { OrderStatus, orderedText } from '../records/states.tsx';
import { orderColumns, orderCsvColumns, ordersHiddenByDefault } from './columns.tsx';

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
