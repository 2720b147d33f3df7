import { Box, Button, MenuItem, TextField, Typography } from '@mui/material';
import type { InvoiceReplay } from '@portal/contract';
import { useState } from 'react';
import { FOLDED_LINES } from './ReplayTable.tsx';

/** The query of a hypothetical replay. */
export type WhatIf = { readonly without: string } | { readonly moved: string; readonly to: string };

interface WhatIfFormProps {
  readonly replay: InvoiceReplay;
  readonly current: WhatIf | null;
  readonly onTry: (whatIf: WhatIf | null) => void;
}

/** As if one of the events behind the invoice had come on another day, or not at all. Nothing is recorded by it. */
export function WhatIfForm({ replay, current, onTry }: WhatIfFormProps) {
  const [event, setEvent] = useState('');
  const [day, setDay] = useState('');
  const [reasons] = useState(() => {
    const all = replay.lines
      .slice(0, FOLDED_LINES)
      .flatMap(({ name, why }) => why.map((reason) => ({ ...reason, name })));
    return [...new Map(all.map((reason) => [reason.event_id, reason])).values()];
  });
  if (reasons.length === 0) return null;
  return (
    <Box component="section" aria-labelledby="what-if" sx={{ mt: 3 }}>
      <Typography component="h3" variant="h3" id="what-if">
        What if
      </Typography>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 1.5 }}>
        Replays the invoice as if one event had come on another day, or not at all. Nothing is recorded.
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          alignItems: 'center',
          gridTemplateColumns: { md: '2fr 1fr auto auto auto' },
        }}
      >
        <TextField
          select
          size="small"
          id="what-if-event"
          label="Event"
          value={event}
          onChange={({ target }) => setEvent(target.value)}
        >
          {reasons.map(({ event_id, seq, text, name }) => (
            <MenuItem key={event_id} value={event_id}>
              {`#${seq ?? '?'} ${text} (${name})`}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          size="small"
          type="date"
          id="what-if-day"
          label="Recorded on"
          value={day}
          onChange={({ target }) => setDay(target.value)}
          slotProps={{ inputLabel: { shrink: true } }}
        />
        <Button
          variant="outlined"
          disabled={event === '' || day === ''}
          onClick={() => onTry({ moved: event, to: day })}
        >
          On that day
        </Button>
        <Button variant="outlined" disabled={event === ''} onClick={() => onTry({ without: event })}>
          Without it
        </Button>
        <Button disabled={current === null} onClick={() => onTry(null)}>
          Back to the log
        </Button>
      </Box>
    </Box>
  );
}
