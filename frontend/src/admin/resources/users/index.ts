import icon from '@mui/icons-material/PeopleOutlined';
import type { AdminUser } from '@portal/contract';
import { lazy } from 'react';
import type { AdminResource } from '../../records/waiting.tsx';

/** Everybody who may sign in. */
export const users: AdminResource = {
  name: 'users',
  icon,
  options: { label: 'Users', waiting: [['dealers', 'pending']] },
  list: lazy(() => import('./List.tsx')),
  show: lazy(() => import('./Show.tsx')),
  recordRepresentation: (user: AdminUser) => user.company || user.name || user.username,
};
