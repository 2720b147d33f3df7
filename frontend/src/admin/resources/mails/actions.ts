import SendIcon from '@mui/icons-material/ForwardToInboxOutlined';
import type { Mail } from '@portal/contract';
import type { BulkAction } from '../../kit/ActionDialog.tsx';

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
