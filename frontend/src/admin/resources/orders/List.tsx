import type { Order } from '@portal/contract';
import { showDate } from '../../../shared/text.ts';
import { CompanyName } from '../../records/links.tsx';
import { OrderStatus, orderedText } from '../../records/states.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { CardText } from '../../ui/fields.tsx';
import { CompanyFilter, SearchInput, SelectInput } from '../../ui/filterInputs.tsx';
import { List } from '../../ui/List.tsx';
import { orderFields } from './fields.tsx';

const TABS = {
  label: 'Orders by status',
  source: 'status',
  tabs: { All: {}, Unpaid: 'unpaid', Paid: 'paid', Fulfilled: 'fulfilled', Rejected: 'rejected' },
} as const;

const KINDS = { 'New site': 'site', Migration: 'migration', 'Import of sites': 'sites' };

/** What dealers ordered: new sites, migrations and imports, paid or not. */
export default function OrderList() {
  return (
    <List
      resource="orders"
      title="Orders"
      lead="One-time orders. A paid order creates its sites or migrations."
      sort={{ field: 'created_at', order: 'DESC' }}
      fields={orderFields}
      tabs={TABS}
      filters={
        <>
          <SearchInput label="Search orders" placeholder="Order #, site or company" />
          <CompanyFilter />
          <SelectInput<'orders'> source="kind" label="Ordered" choices={KINDS} />
        </>
      }
    >
      <DataTable<Order>
        label="Orders"
        empty="No orders found"
        cardAside="total_amount"
        card={(order) => (
          <>
            <CompanyName id={order.account_id} />
            <CardText>{`${orderedText(order)} · ${showDate(order.placed_on)}`}</CardText>
            <OrderStatus order={order} />
          </>
        )}
      />
    </List>
  );
}
