import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useRef } from 'react';
import { PaymentDialog } from '../card/PaymentDialog.tsx';
import { type Step, StepList } from './StepList.tsx';

/** The finished dialog closes after this time (S1-2, S1-9). */
const CLOSE_MS = 1_500;

interface ProgressDialogProps {
  readonly title?: string;
  readonly steps: readonly Step[];
  /** It can be closed before its steps are done. */
  readonly closable?: boolean;
  /** Called by the user, and automatically after the last step. */
  readonly onClose: () => void;
  /** Above the steps. */
  readonly children?: ReactNode;
}

/** S1-2-progress; null while nothing is processed, because the user has yet to pay. */
function footerOf(steps: readonly Step[]): string | null {
  if (steps.some(({ status }) => status === 'error')) return 'An error occurred during the process.';
  if (steps.every(({ status }) => status === 'success')) return 'All steps completed successfully!';
  return steps.some(({ status }) => status === 'loading') ? 'Processing your request...' : null;
}

/** The steps of an order, each with its state (S1-2-progress). */
export function ProgressDialog(props: ProgressDialogProps) {
  const { title = 'Processing Your Request', steps, closable = false, onClose, children } = props;
  const done = steps.every(({ status }) => status === 'success');
  const failed = steps.some(({ status }) => status === 'error');
  const finish = useRef(onClose);
  useEffect(() => {
    finish.current = onClose;
  });
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => finish.current(), CLOSE_MS);
    return () => clearTimeout(timer);
  }, [done]);
  return (
    <PaymentDialog
      title={title}
      width="xs"
      onClose={closable || failed ? onClose : undefined}
      closeButton={closable}
    >
      <DialogContent sx={{ pt: 0 }}>
        {children && <Box sx={{ mb: 3 }}>{children}</Box>}
        <StepList steps={steps} />
        <Typography role="status" color="text.secondary" sx={{ mt: 3 }}>
          {footerOf(steps)}
        </Typography>
      </DialogContent>
      {failed && (
        <DialogActions>
          <Button onClick={onClose}>Close</Button>
        </DialogActions>
      )}
    </PaymentDialog>
  );
}
