import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useRef } from 'react';
import { DialogHeading, growsDown } from '../card/DialogHeading.tsx';
import { type Step, StepList } from './StepList.tsx';

/** How long the finished dialog stays (S1-2, S1-9). */
const CLOSE_MS = 1_500;

interface ProgressDialogProps {
  readonly title?: string;
  readonly steps: readonly Step[];
  /** Whether it may be closed although its steps are not done. */
  readonly closable?: boolean;
  /** Called where a person closes it, and by itself after the last step. */
  readonly onClose: () => void;
  /** Above the steps. */
  readonly children?: ReactNode;
}

/** The line below the steps (S1-2-progress). */
function footerOf(steps: readonly Step[]): string {
  if (steps.some(({ status }) => status === 'error')) return 'An error occurred during the process.';
  if (steps.every(({ status }) => status === 'success')) return 'All steps completed successfully!';
  return 'Processing your request...';
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
  const closing = closable || failed ? onClose : undefined;
  return (
    <Dialog
      open
      sx={growsDown}
      maxWidth="xs"
      fullWidth
      aria-labelledby="progress-title"
      onClose={() => closing?.()}
    >
      <DialogHeading id="progress-title" title={title} onClose={closable ? onClose : undefined} />
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
    </Dialog>
  );
}
