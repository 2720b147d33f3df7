import type { ContactMessage } from '@portal/contract';
import { lazy } from 'react';

const ContactList = lazy(() => import('./ContactList.tsx'));
const ContactShow = lazy(() => import('./ContactShow.tsx'));

export const contacts = {
  name: 'contacts',
  list: ContactList,
  show: ContactShow,
  recordRepresentation: (message: ContactMessage) => `the message of ${message.contact_name}`,
};
