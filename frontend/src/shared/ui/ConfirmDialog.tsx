import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId } from 'react';

interface ConfirmDialogProps {
  readonly title: string;
  /** Labels of the confirming button, the second while pending. */
  readonly action: string;
  readonly pendingAction: string;
  /** Destructive: the button has the error color, Cancel the focus. */
  readonly destructive?: boolean;
  readonly pending: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Asks for confirmation. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, action, pendingAction, destructive = false, pending, onConfirm, onClose, children } = props;
  const id = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
      maxWidth="xs"
      fullWidth
    >
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent id={`${id}-text`}>{children}</DialogContent>
      <DialogActions>
        <Button autoFocus={destructive} onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="contained"
          color={destructive ? 'error' : 'primary'}
          aria-disabled={pending}
          onClick={() => !pending && onConfirm()}
        >
          {pending ? pendingAction : action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
