import { CONTACT_SUBJECTS } from '@portal/contract';
import { reveal } from '@portal/domain';
import { notification, replies } from '../../platform/notifications/notification.ts';
import { contactMessage } from './letters.ts';

const labels: Readonly<Record<string, string>> = CONTACT_SUBJECTS;

/** Administrators with `contact_form` get what a visitor wrote. */
export const mailAdministratorsOnContactMessage = notification({
  name: 'mailAdministratorsOnContactMessage',
  types: ['ContactMessageReceived'],
  async write({ event }, ports) {
    const { contactId, name, email, phone, subject, message } = event.data;
    const letter = contactMessage({
      name: reveal(name),
      email: reveal(email),
      phone: phone === null ? null : reveal(phone),
      subject: labels[subject] ?? subject,
      message: reveal(message),
      inboxUrl: ports.page(`/admin-dashboard/contacts/${contactId}/show`),
    });
    return replies('contactMessage', await ports.administrators(), 'contact_form', letter);
  },
});
