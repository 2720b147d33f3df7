import { Box, Typography } from '@mui/material';
import type { Dispute } from '@portal/contract';

type Message = Dispute['messages'][number];

interface ConversationProps {
  readonly messages: readonly Message[];
  readonly names: Readonly<Record<Message['by'], string>>;
  /** Whose messages are at the right. */
  readonly mine: Message['by'];
  readonly showTime: (instant: string) => string;
}

/** The messages between dealer and administrators, oldest first. */
export function Conversation({ messages, names, mine, showTime }: ConversationProps) {
  return (
    <Box
      component="ol"
      aria-label="Conversation"
      sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}
    >
      {messages.map(({ at, by, text }) => (
        <Box
          component="li"
          key={`${at} ${by}`}
          sx={{
            justifySelf: by === mine ? 'end' : 'start',
            maxWidth: 'min(65ch, 92%)',
            px: 2,
            py: 1.25,
            borderRadius: 2,
            border: 1,
            borderColor: 'divider',
            bgcolor: by === mine ? 'primary.light' : 'background.default',
          }}
        >
          <Typography variant="body2" sx={{ fontWeight: 600 }}>
            {names[by]} · {showTime(at)}
          </Typography>
          <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {text === '' ? 'erased' : text}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}
