import { Alert, Box, Card, CardContent } from '@mui/material';
import type { Mail, MailDetail } from '@portal/contract';
import { wordsOfName } from '@portal/domain/values';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { momentText } from '../../shared/text.ts';
import { Facts } from '../../shared/ui/Facts.tsx';
import { ActionButton } from '../kit/ActionButton.tsx';
import { useReadAnew } from '../kit/live.ts';
import { PageTabs, RecordPage } from '../kit/RecordPage.tsx';
import { UserName } from '../records/links.tsx';
import { MailStanding, meaningOf } from '../records/states.tsx';
import { sendAgain } from './actions.ts';
import { framedHtml } from './framedHtml.ts';

/** A mail of the outbox, as HTML and as plain text. */
export default function MailShow() {
  // list rows have no text
  useReadAnew('mails');
  return (
    <RecordPage<MailDetail>
      listLabel="Emails"
      noun="email"
      title={(mail) => mail.subject}
      lead={(mail) => (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <MailStanding status={mail.status} /> {meaningOf(mail)}
        </Box>
      )}
      actions={(mail) => <ActionButton action={sendAgain} record={mail} variant="contained" />}
    >
      {(mail) => (
        <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <Card variant="outlined">
            <CardContent sx={{ p: 3 }}>
              <Facts facts={factsOf(mail)} />
            </CardContent>
          </Card>
          <MailParts mail={mail} />
        </Box>
      )}
    </RecordPage>
  );
}

function MailParts({ mail }: { readonly mail: MailDetail }) {
  if (mail.html === null) {
    return (
      <Alert severity="info">
        {mail.is_secret
          ? 'This email contains a personal link, which only the recipient may see.'
          : 'This email could not be created.'}
      </Alert>
    );
  }
  return (
    <PageTabs
      label="Parts of this email"
      tabs={[
        { key: 'html', label: 'Preview', content: <MailPicture html={mail.html} title={mail.subject} /> },
        { key: 'text', label: 'Plain text', content: <PlainText text={mail.text ?? ''} /> },
      ]}
    />
  );
}

function PlainText({ text }: { readonly text: string }) {
  return (
    <Box
      component="pre"
      sx={{ m: 0, p: 3, fontSize: '0.9rem', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
    >
      {text}
    </Box>
  );
}

function factsOf(mail: Mail) {
  return [
    { label: 'To', value: mail.recipient },
    ...(mail.user_id === null ? [] : [{ label: 'User', value: <UserName id={mail.user_id} /> }]),
    { label: 'About', value: wordsOfName(mail.kind) },
    { label: 'Created', value: momentText(mail.created_at) },
    { label: 'Sent', value: momentText(mail.sent_at) },
    { label: 'Attempts', value: String(mail.attempts) },
    ...(mail.next_attempt_at === null
      ? []
      : [{ label: 'Next attempt', value: momentText(mail.next_attempt_at) }]),
    ...(mail.last_error === null ? [] : [{ label: 'Last error', value: mail.last_error }]),
  ];
}

/** A mail's html in a sandboxed frame without scripts, forms and links: it contains text of strangers. */
function MailPicture({ html, title }: { readonly html: string; readonly title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const focused = useFrameFocus(frame);
  return (
    <Box
      component="iframe"
      ref={frame}
      title={`The email "${title}"`}
      sandbox=""
      srcDoc={framedHtml(html)}
      sx={{
        display: 'block',
        width: '100%',
        height: 'min(75vh, 900px)',
        border: 0,
        // mails are written for white paper, in the dark too
        bgcolor: 'common.white',
        colorScheme: 'light',
        outline: focused ? '2px solid' : 'none',
        outlineColor: 'primary.main',
        // the card would clip it
        outlineOffset: -2,
      }}
    />
  );
}

/** Whether the focus is in the frame, which matches no :focus then: the page's window loses it instead. */
function useFrameFocus(frame: RefObject<HTMLIFrameElement | null>): boolean {
  const [focused, setFocused] = useState(false);
  useEffect(() => {
    const look = () => setFocused(document.activeElement === frame.current);
    window.addEventListener('blur', look);
    window.addEventListener('focus', look);
    return () => {
      window.removeEventListener('blur', look);
      window.removeEventListener('focus', look);
    };
  }, [frame]);
  return focused;
}
