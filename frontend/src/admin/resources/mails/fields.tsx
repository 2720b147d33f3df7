import type { Mail } from '@portal/contract';
import { wordsOfName } from '@portal/domain/values';
import { Unbroken } from '../../kit/parts.tsx';
import { MAIL_STATES, MailStanding } from '../../records/states.tsx';
import type { Fields } from '../../ui/fields.tsx';

const kindOf = (mail: Mail) => wordsOfName(mail.kind);

export const mailFields: Fields<Mail> = {
  subject: { label: 'Subject', render: (mail) => <Unbroken text={mail.subject} /> },
  recipient: { label: 'To' },
  status: {
    label: 'Status',
    render: (mail) => <MailStanding status={mail.status} />,
    csv: (mail) => MAIL_STATES[mail.status].label,
  },
  kind: { label: 'About', render: kindOf, csv: kindOf },
  attempts: { label: 'Attempts', table: 'hidden', type: 'count' },
  last_error: { label: 'Last error', table: false },
  created_at: { label: 'Created', type: 'moment' },
  sent_at: { label: 'Sent', table: 'hidden', type: 'moment' },
};
