import { CONTACT_SUBJECTS } from '@portal/contract';
import { reveal } from '@portal/domain';
import { button, factTable, type Letter } from '../../platform/mail/letter.ts';
import { notification, replies } from '../../platform/notifications/notification.ts';

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

export function contactMessage(facts: {
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly subject: string;
  readonly message: string;
  readonly inboxUrl: string;
}): Letter {
  return {
    subject: `Contact form: ${facts.subject}`,
    preheader: `A message from ${facts.name}`,
    title: 'A message from the contact form',
    replyTo: facts.email,
    blocks: [
      factTable(
        ['Name', facts.name],
        ['Email', facts.email],
        ['Phone', facts.phone ?? 'Not given'],
        ['Subject', facts.subject],
      ),
      facts.message,
      button('Open the inbox', facts.inboxUrl),
    ],
  };
}

const labels: Readonly<Record<string, string>> = CONTACT_SUBJECTS;
