import type { Letter } from '../../platform/mail/letter.ts';

/** To administrators with `contact_form`: a message from the landing page. */
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
    blocks: [
      {
        kind: 'facts',
        facts: [
          ['Name', facts.name],
          ['Email', facts.email],
          ['Phone', facts.phone ?? 'Not given'],
          ['Subject', facts.subject],
        ],
      },
      { kind: 'paragraph', text: facts.message },
      { kind: 'button', label: 'Open the inbox', href: facts.inboxUrl },
    ],
  };
}
