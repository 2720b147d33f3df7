import type { AdminUser } from '@portal/contract';
import { lazy } from 'react';

const UserList = lazy(() => import('./List.tsx'));
const UserShow = lazy(() => import('./Show.tsx'));

export const users = {
  name: 'users',
  list: UserList,
  show: UserShow,
  recordRepresentation: (user: AdminUser) => user.company || user.name || user.username,
};
