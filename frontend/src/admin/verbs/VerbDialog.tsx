import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  TextField,
} from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import type { Because } from '../providers/dataProvider.ts';
import { type Fact, Facts } from '../show/Facts.tsx';
import type { Verb } from './verb.ts';

/** As many as the server takes (contract, actionReason). */
const LONGEST_REASON = 500;

interface VerbDialogProps {
  readonly verb: Pick<Verb, 'label' | 'grave' | 'consequences' | 'why'>;
  /** The server refuses without a reason. */
  readonly whyNeeded?: boolean;
  readonly warning?: string | null | undefined;
  readonly question: string;
  readonly facts?: readonly Fact[] | undefined;
  /** What can be chosen beside it. */
  readonly choice?: ReactNode;
  /** On the button, the verb's label by default; null while it can't be pressed. */
  readonly confirm?: string | null;
  readonly open: boolean;
  readonly busy: boolean;
  readonly onCancel: () => void;
  readonly onConfirm: (because: Because) => void;
}

/** Asks before a verb is carried out and says what follows from it. The safe answer has the focus. */
export function VerbDialog(props: VerbDialogProps) {
  const { verb, whyNeeded = false, warning = null, question, facts, open, busy, onCancel, onConfirm } = props;
  const { choice, confirm = verb.label } = props;
  const [reason, setReason] = useState('');
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
      <DialogContent>
        {facts !== undefined && (
          <Box sx={{ mb: 2.5 }}>
            <Facts facts={facts} />
          </Box>
        )}
        {warning !== null && (
          <Alert severity="warning" sx={{ mb: 2.5 }}>
            {warning}
          </Alert>
        )}
        <Box
          component="ul"
          id={text}
          sx={{ m: 0, pl: 2.5, color: 'text.secondary', '& li + li': { mt: 0.75 } }}
        >
          {verb.consequences.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </Box>
        {choice}
        {verb.why !== undefined && (
          <TextField
            label={whyNeeded ? 'Reason' : 'Reason (optional)'}
            required={whyNeeded}
            helperText={verb.why}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            multiline
            sx={{ mt: 2.5 }}
            slotProps={{ htmlInput: { maxLength: LONGEST_REASON } }}
          />
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button autoFocus disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
        <Button
          variant="contained"
          color={verb.grave ? 'error' : 'primary'}
          loading={busy}
          disabled={confirm === null}
          onClick={() => onConfirm(reason.trim() === '' ? {} : { reason: reason.trim() })}
        >
          {confirm ?? verb.label}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
