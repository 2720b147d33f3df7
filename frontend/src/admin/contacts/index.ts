import type { ContactMessage } from '@portal/contract';
import { ContactList } from './ContactList.tsx';
import { ContactShow } from './ContactShow.tsx';

export const contacts = {
  name: 'contacts',
  list: ContactList,
  show: ContactShow,
  recordRepresentation: (message: ContactMessage) => `the message of ${message.contact_name}`,
};
