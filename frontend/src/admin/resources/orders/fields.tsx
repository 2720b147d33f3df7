import type { Order } from '@portal/contract';
import { CompanyName } from '../../records/links.tsx';
import { OrderStatus, orderedText } from '../../records/states.tsx';
import type { Fields } from '../../ui/fields.tsx';

export const orderFields: Fields<Order> = {
  order_number: { label: 'Order #', unbroken: true },
  company_name: { label: 'Company', render: (order) => <CompanyName id={order.account_id} /> },
  kind: { label: 'Ordered', render: orderedText, csv: orderedText },
  status: { label: 'Status', render: (order) => <OrderStatus order={order} /> },
  total_amount: { label: 'Amount', type: 'amount', total: 'below' },
  refunded_amount: { label: 'Refunded', table: 'hidden', type: 'rareAmount' },
  test_mode: { label: 'Mode', table: false, type: 'mode' },
  placed_on: { label: 'Placed', type: 'day' },
  paid_on: { label: 'Paid on', type: 'day' },
};
