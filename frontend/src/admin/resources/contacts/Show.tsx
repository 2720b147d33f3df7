import ReplyIcon from '@mui/icons-material/ReplyOutlined';
import { Button, Card, CardContent, Divider, Typography } from '@mui/material';
import type { ContactMessage } from '@portal/contract';
import { mailLink } from '../../../shared/company.ts';
import { momentText } from '../../../shared/text.ts';
import { Facts } from '../../../shared/ui/Facts.tsx';
import { ActionButton } from '../../kit/ActionButton.tsx';
import { someFact } from '../../records/links.tsx';
import { factsOf } from '../../ui/fields.tsx';
import { Show } from '../../ui/Show.tsx';
import { ContactStatusBadge, contactFields, markAnswered, subjectOf } from './fields.tsx';

/** A message of the contact form. */
export default function ContactShow() {
  return (
    <Show<ContactMessage>
      noun="message"
      title={(message) => message.contact_name}
      lead={(message) => <ContactStatusBadge status={message.status} />}
      actions={(message) => (
        <>
          <Button size="small" variant="outlined" startIcon={<ReplyIcon />} href={replyTo(message)}>
            Reply by email
          </Button>
          <ActionButton action={markAnswered} record={message} variant="contained" />
        </>
      )}
    >
      {(message) => (
        <Card variant="outlined">
          <CardContent sx={{ p: 3 }}>
            <Facts facts={factsOfMessage(message)} />
            <Divider sx={{ my: 3 }} />
            <Typography component="h2" variant="h2" sx={{ mb: 1.5 }}>
              Message
            </Typography>
            <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxWidth: '75ch' }}>
              {message.contact_message}
            </Typography>
          </CardContent>
        </Card>
      )}
    </Show>
  );
}

/** A mail link for the answer. */
const replyTo = (message: ContactMessage) => mailLink(message.contact_email, `Re: ${subjectOf(message)}`);

const factsOfMessage = (message: ContactMessage) => [
  ...factsOf(contactFields, message, ['contact_subject', 'contact_email', 'contact_phone']),
  { label: 'Received', value: momentText(message.created_at) },
  ...someFact('Answered', message.answered_at && momentText(message.answered_at)),
];
