import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { AUTO_PAY_CONSENT_TEXT } from '@portal/contract';

interface ConsentDialogProps {
  readonly pending: boolean;
  readonly onAgree: () => void;
  readonly onClose: () => void;
}

/** What one agrees to when automatic payment is switched on. */
export default function ConsentDialog({ pending, onAgree, onClose }: ConsentDialogProps) {
  return (
    <Dialog open onClose={onClose} aria-labelledby="consent-title" maxWidth="xs" fullWidth>
      <DialogTitle id="consent-title">Switch on automatic payment?</DialogTitle>
      <DialogContent>
        <DialogContentText>{AUTO_PAY_CONSENT_TEXT}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="contained" aria-disabled={pending} onClick={() => !pending && onAgree()}>
          {pending ? 'Saving...' : 'I agree'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
