import { Typography } from '@mui/material';
import type { Order } from '@portal/contract';
import { dollarsText, NONE, showDate } from '../../shared/text.ts';
import { AdminList, ColumnChooser } from '../kit/AdminList.tsx';
import { type CsvColumn, ExportCsv, ExportSelected } from '../kit/ExportCsv.tsx';
import { FilterBar, FilterChoice, FilterTabs, SearchField } from '../kit/filters.tsx';
import { CardAmount, CardHead, type ColumnProps, RecordTable } from '../kit/RecordTable.tsx';
import CompanyFilter from '../records/companyChoice.tsx';
import { InvoicingSections } from '../records/InvoicingSections.tsx';
import { CompanyName, RecordLink } from '../records/links.tsx';
import { OrderStatus, orderedText } from '../records/states.tsx';

/** The columns of the orders list; the first opens the order. */
const orderColumns: readonly ColumnProps<Order>[] = [
  {
    source: 'order_number',
    label: 'Order #',
    unbroken: true,
    render: (order) => (
      <RecordLink resource="orders" id={order.id}>
        {order.order_number}
      </RecordLink>
    ),
  },
  { source: 'company_name', label: 'Company', render: (order) => <CompanyName id={order.account_id} /> },
  { source: 'kind', label: 'Ordered', render: orderedText },
  { source: 'status', label: 'Status', render: (order) => <OrderStatus order={order} /> },
  {
    source: 'total_amount',
    label: 'Amount',
    numeric: true,
    firstOrder: 'DESC',
    render: (order) => dollarsText(order.total_amount),
  },
  {
    source: 'refunded_amount',
    label: 'Refunded',
    numeric: true,
    sortable: false,
    render: (order) => (order.refunded_amount === 0 ? NONE : dollarsText(order.refunded_amount)),
  },
  {
    source: 'placed_on',
    label: 'Placed',
    unbroken: true,
    firstOrder: 'DESC',
    render: (order) => showDate(order.placed_on),
  },
  {
    source: 'paid_on',
    label: 'Paid on',
    unbroken: true,
    firstOrder: 'DESC',
    render: (order) => showDate(order.paid_on),
  },
];

const ordersHiddenByDefault = ['refunded_amount'];

const orderCsvColumns: readonly CsvColumn<Order>[] = [
  { label: 'Order #', value: (order) => order.order_number },
  { label: 'Company', value: (order) => order.company_name },
  { label: 'Ordered', value: orderedText },
  { label: 'Status', value: (order) => order.status },
  { label: 'Amount', value: (order) => order.total_amount },
  { label: 'Refunded', value: (order) => order.refunded_amount },
  { label: 'Test mode', value: (order) => (order.test_mode ? 'Yes' : 'No') },
  { label: 'Placed', value: (order) => order.placed_on },
  { label: 'Paid on', value: (order) => order.paid_on },
];

const FILE = 'orders.csv';

/** What dealers ordered: new sites, migrations and imports, paid or not. */
export default function OrderList() {
  return (
    <>
      <InvoicingSections />
      <AdminList
        title="Orders"
        lead="One-time orders. A paid order creates its sites or migrations."
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
        <CardAmount>{dollarsText(order.total_amount)}</CardAmount>
      </CardHead>
      <CompanyName id={order.account_id} />
      <Typography variant="body2" color="text.secondary">
        {orderedText(order)} · {showDate(order.placed_on)}
      </Typography>
      <OrderStatus order={order} />
    </>
  );
}
