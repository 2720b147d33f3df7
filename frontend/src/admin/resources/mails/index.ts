import icon from '@mui/icons-material/OutboxOutlined';
import { lazy } from 'react';
import type { AdminResource } from '../../records/waiting.tsx';

/** Emails that the portal sends. */
export const mails: AdminResource = {
  name: 'mails',
  icon,
  options: { label: 'Emails' },
  list: lazy(() => import('./List.tsx')),
  show: lazy(() => import('./Show.tsx')),
  recordRepresentation: 'subject',
};
