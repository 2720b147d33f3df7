import icon from '@mui/icons-material/InboxOutlined';
import type { ContactMessage } from '@portal/contract';
import { lazy } from 'react';
import type { AdminResource } from '../../records/waiting.tsx';

/** Messages of the contact form. */
export const contacts: AdminResource = {
  name: 'contacts',
  icon,
  options: { label: 'Messages', waiting: [['messages', 'open']] },
  list: lazy(() => import('./List.tsx')),
  show: lazy(() => import('./Show.tsx')),
  recordRepresentation: (message: ContactMessage) => `the message of ${message.contact_name}`,
};
