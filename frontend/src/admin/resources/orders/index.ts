import { lazy } from 'react';
import type { AdminResource } from '../../records/waiting.tsx';

/** Orders of sites and migrations. */
export const orders: AdminResource = {
  name: 'orders',
  options: { label: 'Orders', section: 'Invoicing' },
  list: lazy(() => import('./List.tsx')),
  show: lazy(() => import('./Show.tsx')),
  recordRepresentation: 'order_number',
};
