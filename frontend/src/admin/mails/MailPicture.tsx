import { Box } from '@mui/material';
import { framedHtml } from './framedHtml.ts';

/**
 * A mail's html in a frame of its own, where nothing runs, nothing is sent and no link leads anywhere: a mail carries
 * words that strangers wrote. The frame inherits the page's content security policy on top of its sandbox.
 */
export function MailPicture({ html, title }: { readonly html: string; readonly title: string }) {
  return (
    <Box
      component="iframe"
      title={`The mail "${title}"`}
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
      }}
    />
  );
}
