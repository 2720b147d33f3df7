import { csvAmount, type Order } from '@portal/contract';
import { dollarsText, modeText, showDate } from '../../shared/text.ts';
import { AdminList } from '../kit/AdminList.tsx';
import { amountColumn, dateColumn, rareAmountColumn } from '../kit/columns.ts';
import type { CsvColumn } from '../kit/ExportCsv.tsx';
import { FilterChoice } from '../kit/filters.tsx';
import { CardAmount, CardText, type ColumnProps } from '../kit/RecordTable.tsx';
import { Unbroken } from '../kit/Unbroken.tsx';
import CompanyFilter from '../records/companyChoice.tsx';
import { InvoicingSections } from '../records/InvoicingSections.tsx';
import { CompanyName } from '../records/links.tsx';
import { OrderStatus, orderedText } from '../records/states.tsx';

const orderColumns: readonly ColumnProps<Order>[] = [
  { source: 'order_number', label: 'Order #', unbroken: true },
  { source: 'company_name', label: 'Company', render: (order) => <CompanyName id={order.account_id} /> },
  { source: 'kind', label: 'Ordered', render: orderedText },
  { source: 'status', label: 'Status', render: (order) => <OrderStatus order={order} /> },
  amountColumn('total_amount', 'Amount'),
  rareAmountColumn('refunded_amount', 'Refunded'),
  dateColumn('placed_on', 'Placed'),
  dateColumn('paid_on', 'Paid on'),
];

const csvColumns: readonly CsvColumn<Order>[] = [
  { label: 'Order #', value: (order) => order.order_number },
  { label: 'Company', value: (order) => order.company_name },
  { label: 'Ordered', value: orderedText },
  { label: 'Status', value: (order) => order.status },
  { label: 'Amount', value: (order) => csvAmount(order.total_amount) },
  { label: 'Refunded', value: (order) => csvAmount(order.refunded_amount) },
  { label: 'Mode', value: (order) => modeText(order.test_mode) },
  { label: 'Placed', value: (order) => order.placed_on },
  { label: 'Paid on', value: (order) => order.paid_on },
];

/** What dealers ordered: new sites, migrations and imports, paid or not. */
export default function OrderList() {
  return (
    <>
      <InvoicingSections />
      <AdminList<Order>
        title="Orders"
        lead="One-time orders. A paid order creates its sites or migrations."
        sort={{ field: 'created_at', order: 'DESC' }}
        columns={orderColumns}
        hiddenByDefault={['refunded_amount']}
        csvColumns={csvColumns}
        file="orders"
        tabs={{
          label: 'Orders by status',
          field: 'status',
          tabs: [
            { label: 'All' },
            { label: 'Unpaid', value: 'unpaid' },
            { label: 'Paid', value: 'paid' },
            { label: 'Fulfilled', value: 'fulfilled' },
            { label: 'Rejected', value: 'rejected' },
          ],
        }}
        search={{ label: 'Search orders', hint: 'Order #, site or company' }}
        filters={
          <>
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
          </>
        }
        label="Orders"
        empty="No orders found"
        cardAside={(order) => <CardAmount>{dollarsText(order.total_amount)}</CardAmount>}
        card={(order) => (
          <>
            <CompanyName id={order.account_id} />
            <CardText>
              <Unbroken text={`${orderedText(order)} · ${showDate(order.placed_on)}`} />
            </CardText>
            <OrderStatus order={order} />
          </>
        )}
      />
    </>
  );
}
