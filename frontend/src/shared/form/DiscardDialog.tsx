import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';

interface DiscardDialogProps {
  readonly open: boolean;
  readonly onStay: () => void;
  readonly onDiscard: () => void;
}

/** Asks before entries are discarded. The safe answer has the focus. */
export function DiscardDialog({ open, onStay, onDiscard }: DiscardDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onStay}
      aria-labelledby="discard-title"
      aria-describedby="discard-text"
      maxWidth="xs"
      fullWidth
    >
      <DialogTitle id="discard-title" component="h2">
        Discard your changes?
      </DialogTitle>
      <DialogContent>
        <DialogContentText id="discard-text">Your entries have not been saved.</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={onStay}>
          Keep editing
        </Button>
        <Button variant="contained" color="error" onClick={onDiscard}>
          Discard
        </Button>
      </DialogActions>
    </Dialog>
  );
}
