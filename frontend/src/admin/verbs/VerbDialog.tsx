import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useId } from 'react';
import type { Verb } from './verb.ts';

interface VerbDialogProps {
  readonly verb: Pick<Verb, 'label' | 'grave' | 'consequences'>;
  readonly question: string;
  readonly open: boolean;
  readonly busy: boolean;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

/** Asks before a verb is carried out and says what follows from it. The safe answer has the focus. */
export function VerbDialog({ verb, question, open, busy, onCancel, onConfirm }: VerbDialogProps) {
  const title = useId();
  const text = useId();
  return (
    <Dialog
      open={open}
      onClose={() => !busy && onCancel()}
      aria-labelledby={title}
      aria-describedby={text}
      maxWidth="xs"
      fullWidth
    >
      <DialogTitle id={title} component="h2">
        {question}
      </DialogTitle>
      <DialogContent id={text}>
        <Box component="ul" sx={{ m: 0, pl: 2.5, color: 'text.secondary', '& li + li': { mt: 0.75 } }}>
          {verb.consequences.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </Box>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button autoFocus disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
        <Button
          variant="contained"
          color={verb.grave ? 'error' : 'primary'}
          loading={busy}
          onClick={onConfirm}
        >
          {verb.label}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
