import { Chip } from '@mui/material';
import type { Mail, MailStatus } from '@portal/contract';
import { showCount, showMoment } from '../format.ts';
import type { CsvColumn } from '../kit/ExportCsv.tsx';
import type { ColumnProps } from '../kit/RecordTable.tsx';
import { RecordLink } from '../records/links.tsx';

/** What each state of a mail means for whoever looks after the portal. */
export const MAIL_STATES: Readonly<
  Record<MailStatus, { readonly label: string; readonly tone: string; readonly means: string }>
> = {
  queued: { label: 'Queued', tone: 'info', means: 'It waits for its next try.' },
  kept: { label: 'Kept', tone: 'warning', means: 'No mail server is set up; it can be read here alone.' },
  sent: { label: 'Sent', tone: 'success', means: 'The mail server took it.' },
  dead: { label: 'Dead', tone: 'error', means: 'It was given up after too many tries.' },
};

/** What the state of this mail means. */
export const meaningOf = ({ status, is_secret }: Mail) =>
  status === 'kept' && is_secret ? 'No mail server is set up; it was not sent.' : MAIL_STATES[status].means;

/** A mail's state as a word on its colour. */
export function MailStanding({ status }: { readonly status: MailStatus }) {
  const { label, tone } = MAIL_STATES[status];
  return (
    <Chip
      size="small"
      label={label}
      sx={{ bgcolor: `${tone}.light`, color: `${tone}.main`, fontWeight: 600 }}
    />
  );
}

/** `dealerApproved` reads 'Dealer approved'. */
export function kindText(kind: string): string {
  const words = kind.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`).trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The columns of the outbox; the first opens the mail. */
export const mailColumns: readonly ColumnProps<Mail>[] = [
  {
    source: 'subject',
    label: 'Subject',
    render: (mail) => (
      <RecordLink resource="mails" id={mail.id}>
        {mail.subject}
      </RecordLink>
    ),
  },
  { source: 'recipient', label: 'To' },
  { source: 'status', label: 'Status', render: (mail) => <MailStanding status={mail.status} /> },
  { source: 'kind', label: 'About', render: (mail) => kindText(mail.kind) },
  {
    source: 'attempts',
    label: 'Tries',
    numeric: true,
    firstOrder: 'DESC',
    render: (mail) => showCount(mail.attempts),
  },
  {
    source: 'created_at',
    label: 'Written',
    unbroken: true,
    firstOrder: 'DESC',
    render: (mail) => showMoment(mail.created_at),
  },
  {
    source: 'sent_at',
    label: 'Sent',
    unbroken: true,
    firstOrder: 'DESC',
    render: (mail) => showMoment(mail.sent_at),
  },
];

export const mailsHiddenByDefault = ['attempts', 'sent_at'];

export const mailCsvColumns: readonly CsvColumn<Mail>[] = [
  { label: 'Subject', value: (mail) => mail.subject },
  { label: 'To', value: (mail) => mail.recipient },
  { label: 'Status', value: (mail) => MAIL_STATES[mail.status].label },
  { label: 'About', value: (mail) => kindText(mail.kind) },
  { label: 'Tries', value: (mail) => mail.attempts },
  { label: 'Last error', value: (mail) => mail.last_error },
  { label: 'Written', value: (mail) => showMoment(mail.created_at) },
  { label: 'Sent', value: (mail) => (mail.sent_at === null ? '' : showMoment(mail.sent_at)) },
];
