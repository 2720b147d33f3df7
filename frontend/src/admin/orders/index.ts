import type { Order } from '@portal/contract';
import { lazy } from 'react';

const OrderList = lazy(() => import('./OrderList.tsx'));
const OrderShow = lazy(() => import('./OrderShow.tsx'));

export const orders = {
  name: 'orders',
  list: OrderList,
  show: OrderShow,
  recordRepresentation: (order: Order) => order.order_number,
};
