import icon from '@mui/icons-material/PlaceOutlined';
import { lazy } from 'react';
import type { AdminResource } from '../../records/waiting.tsx';

/** The sites of all companies. */
export const sites: AdminResource = {
  name: 'sites',
  icon,
  options: { label: 'Sites', waiting: [['sites', 'pending']] },
  list: lazy(() => import('./List.tsx')),
  show: lazy(() => import('./Show.tsx')),
  recordRepresentation: 'site_name',
};
