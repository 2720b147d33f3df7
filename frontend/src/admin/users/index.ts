import type { AdminUser } from '@portal/contract';
import { UserList } from './UserList.tsx';
import { UserShow } from './UserShow.tsx';

export const users = {
  name: 'users',
  list: UserList,
  show: UserShow,
  recordRepresentation: (user: AdminUser) => user.company || user.name || user.username,
};
