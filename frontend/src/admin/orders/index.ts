import type { Order } from '@portal/contract';
import { lazy } from 'react';

const OrderList = lazy(() => import('./List.tsx'));
const OrderShow = lazy(() => import('./Show.tsx'));

export const orders = {
  name: 'orders',
  list: OrderList,
  show: OrderShow,
  recordRepresentation: (order: Order) => order.order_number,
};
