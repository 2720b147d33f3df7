import type { Order } from '@portal/contract';
import { NONE, showDate, showDollars } from '../format.ts';
import type { CsvColumn } from '../kit/ExportCsv.tsx';
import type { ColumnProps } from '../kit/RecordTable.tsx';
import { CompanyName, RecordLink } from '../records/links.tsx';
import { OrderStatus, orderedText } from '../records/states.tsx';

/** The columns of the orders list; the first opens the order. */
export const orderColumns: readonly ColumnProps<Order>[] = [
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
    render: (order) => showDollars(order.total_amount),
  },
  {
    source: 'refunded_amount',
    label: 'Refunded',
    numeric: true,
    sortable: false,
    render: (order) => (order.refunded_amount === 0 ? NONE : showDollars(order.refunded_amount)),
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

export const ordersHiddenByDefault = ['refunded_amount'];

export const orderCsvColumns: readonly CsvColumn<Order>[] = [
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
