import DialogContentText from '@mui/material/DialogContentText';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';

interface DiscardDialogProps {
  readonly open: boolean;
  readonly onStay: () => void;
  readonly onDiscard: () => void;
}

/** Asks before entries are discarded. The safe answer has the focus. */
export function DiscardDialog({ open, onStay, onDiscard }: DiscardDialogProps) {
  if (!open) return null;
  return (
    <ConfirmDialog
      title="Discard your changes?"
      action="Discard"
      cancel="Keep editing"
      destructive
      onConfirm={onDiscard}
      onClose={onStay}
    >
      <DialogContentText>Your entries have not been saved.</DialogContentText>
    </ConfirmDialog>
  );
}
