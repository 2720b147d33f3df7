import SendIcon from '@mui/icons-material/ForwardToInboxOutlined';
import type { Mail } from '@portal/contract';
import { wordsOfName } from '@portal/domain/values';
import type { BulkAction } from '../../kit/ActionDialog.tsx';
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

/** By then most mail servers have accepted the mail. */
const SENT_BY_THEN_MS = 3_000;

/** Queues a dead mail again. */
export const sendAgain: BulkAction<Mail> = {
  resource: 'mails',
  name: 'sendAgain',
  label: 'Send again',
  icon: SendIcon,
  question: (mail) => `Send "${mail.subject}" again?`,
  facts: (mail) => [
    { label: 'To', value: mail.recipient },
    { label: 'Last error', value: mail.last_error },
  ],
  bulkQuestion: (count) => `Send ${count} mails again?`,
  consequences: [
    'It goes to the same address, with up to ten attempts.',
    'The text stays as it was written. A reset link is replaced by a new one.',
  ],
  done: 'Email queued',
  doneText: () => 'It will be sent within a few seconds.',
  refetchAfterMs: SENT_BY_THEN_MS,
  failed: 'Failed to send the email again.',
  run: (portal, id) => portal.sendMailAgain(id),
};
