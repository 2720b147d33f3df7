import { Chip } from '@mui/material';
import { CONTACT_SUBJECTS, type ContactMessage, type ContactStatus } from '@portal/contract';

const SUBJECTS: Readonly<Record<string, string>> = CONTACT_SUBJECTS;

/** The subject as the form's select shows it. */
export const subjectOf = (message: ContactMessage) =>
  SUBJECTS[message.contact_subject] ?? message.contact_subject;

/** Whether somebody still has to answer, as a word on its colour. */
export function ContactStanding({ status }: { readonly status: ContactStatus }) {
  const tone = status === 'open' ? 'warning' : 'success';
  return (
    <Chip
      size="small"
      label={status === 'open' ? 'Open' : 'Answered'}
      sx={{ bgcolor: `${tone}.light`, color: `${tone}.main`, fontWeight: 600 }}
    />
  );
}
