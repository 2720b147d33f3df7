import icon from '@mui/icons-material/ReceiptLongOutlined';
import type { AdminUser } from '@portal/contract';
import { lazy } from 'react';
import type { AdminResource } from '../../records/waiting.tsx';

/** Dealers by what they will be billed. */
export const invoicing: AdminResource = {
  name: 'invoicing',
  icon,
  options: { label: 'Dealers', section: 'Invoicing' },
  list: lazy(() => import('./List.tsx')),
  recordRepresentation: (user: AdminUser) => user.company || user.name,
};
