import { DialogContentText } from '@mui/material';
import { AUTO_PAY_CONSENT_TEXT } from '@portal/contract';
import { ConfirmDialog } from '../../shared/ui/ConfirmDialog.tsx';

interface ConsentDialogProps {
  readonly pending: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks for the consent to automatic payment. */
export default function ConsentDialog(props: ConsentDialogProps) {
  return (
    <ConfirmDialog {...props} title="Switch on automatic payment?" action="I agree" pendingAction="Saving...">
      <DialogContentText>{AUTO_PAY_CONSENT_TEXT}</DialogContentText>
    </ConfirmDialog>
  );
}
