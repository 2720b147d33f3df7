import type { ContactMessage } from '@portal/contract';
import { lazy } from 'react';

const ContactList = lazy(() => import('./List.tsx'));
const ContactShow = lazy(() => import('./Show.tsx'));

export const contacts = {
  name: 'contacts',
  list: ContactList,
  show: ContactShow,
  recordRepresentation: (message: ContactMessage) => `the message of ${message.contact_name}`,
};
