import type { AdminUser } from '@portal/contract';
import { lazy } from 'react';

const InvoicingList = lazy(() => import('./List.tsx'));

export const invoicing = {
  name: 'invoicing',
  list: InvoicingList,
  recordRepresentation: (user: AdminUser) => user.company || user.name,
};
