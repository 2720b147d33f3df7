import icon from '@mui/icons-material/BusinessOutlined';
import type { Account } from '@portal/contract';
import { lazy } from 'react';
import type { AdminResource } from '../../records/waiting.tsx';

/** The companies that are billed. */
export const companies: AdminResource = {
  name: 'companies',
  icon,
  options: { label: 'Companies' },
  list: lazy(() => import('./List.tsx')),
  show: lazy(() => import('./Show.tsx')),
  recordRepresentation: (company: Account) => company.company_name || company.name,
};
