import { Alert, Box, Card, CardContent } from '@mui/material';
import type { Mail, MailDetail } from '@portal/contract';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { momentText } from '../../../shared/text.ts';
import { Facts } from '../../../shared/ui/Facts.tsx';
import { ActionButton } from '../../kit/ActionButton.tsx';
import { useReadAnew } from '../../kit/live.ts';
import { someFact, UserName } from '../../records/links.tsx';
import { MailStanding, meaningOf } from '../../records/states.tsx';
import { factsOf } from '../../ui/fields.tsx';
import { Show } from '../../ui/Show.tsx';
import { Tab, TabbedShowLayout } from '../../ui/TabbedShowLayout.tsx';
import { mailFields, sendAgain } from './fields.tsx';

/** A mail of the outbox, as HTML and as plain text. */
export default function MailShow() {
  // list rows have no text
  useReadAnew('mails');
  return (
    <Show<MailDetail>
      noun="email"
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
              <Facts facts={factsOfMail(mail)} />
            </CardContent>
          </Card>
          <MailParts mail={mail} />
        </Box>
      )}
    </Show>
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
    <TabbedShowLayout label="Parts of this email">
      <Tab label="Preview" path="html">
        <MailPicture html={mail.html} title={mail.subject} />
      </Tab>
      <Tab label="Plain text" path="text">
        <PlainText text={mail.text ?? ''} />
      </Tab>
    </TabbedShowLayout>
  );
}

const PlainText = ({ text }: { readonly text: string }) => (
  <Box
    component="pre"
    sx={{ m: 0, p: 3, fontSize: '0.9rem', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
  >
    {text}
  </Box>
);

const factsOfMail = (mail: Mail) => [
  ...factsOf(mailFields, mail, ['recipient']),
  ...someFact('User', mail.user_id && <UserName id={mail.user_id} />),
  ...factsOf(mailFields, mail, ['kind', 'created_at', 'sent_at', 'attempts']),
  ...someFact('Next attempt', mail.next_attempt_at && momentText(mail.next_attempt_at)),
  ...someFact('Last error', mail.last_error),
];

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

/** Elements that load, run or submit something. */
const ACTIVE = 'script, link, base, meta[http-equiv], iframe, object, embed, form';
/** mjml loads its fonts so. */
const FETCHING_RULE = /@import[^;]*;?/gi;

/**
 * A mail's html without scripts, requests and link targets. Sandbox and content security policy refuse them too; this
 * avoids the attempts.
 */
export function framedHtml(html: string): string {
  const mail = new DOMParser().parseFromString(html, 'text/html');
  for (const element of mail.querySelectorAll(ACTIVE)) element.remove();
  for (const style of mail.querySelectorAll('style'))
    style.textContent = (style.textContent ?? '').replace(FETCHING_RULE, '');
  for (const link of mail.querySelectorAll('a[href], area[href]')) link.removeAttribute('href');
  return `<!doctype html>${mail.documentElement.outerHTML}`;
}
