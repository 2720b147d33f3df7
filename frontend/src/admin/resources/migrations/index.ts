import icon from '@mui/icons-material/SwapHorizOutlined';
import { lazy } from 'react';
import type { AdminResource } from '../../records/waiting.tsx';

/** Requests to migrate a site. */
export const migrations: AdminResource = {
  name: 'migrations',
  icon,
  options: { label: 'Migrations', waiting: [['migrations', 'pending']] },
  list: lazy(() => import('./List.tsx')),
  show: lazy(() => import('./Show.tsx')),
  recordRepresentation: 'migration_site_name',
};
