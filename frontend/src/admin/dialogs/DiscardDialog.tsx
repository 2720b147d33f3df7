import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';

interface DiscardDialogProps {
  readonly open: boolean;
  readonly onStay: () => void;
  readonly onDiscard: () => void;
}

/** Asks before entered text is thrown away. The safe answer has the focus. */
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
        <DialogContentText id="discard-text">What you entered has not been saved.</DialogContentText>
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
