import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useRef } from 'react';
import { DialogHeading, growsDown } from '../card/DialogHeading.tsx';
import { StepList } from './StepList.tsx';
import { footerOf, type Step } from './steps.ts';

/** How long the finished dialog stays (S1-2, S1-9). */
const CLOSE_MS = 1_500;

interface ProgressDialogProps {
  readonly open: boolean;
  readonly title?: string;
  readonly steps: readonly Step[];
  readonly autoClose?: boolean;
  /** Whether it may be closed although its steps are not done. */
  readonly closable?: boolean;
  readonly onClose: () => void;
  /** Called after the dialog closed by itself, every step being done. */
  readonly onComplete?: () => void;
  /** Above the steps. */
  readonly children?: ReactNode;
}

/** The steps of an order, each with its state (S1-2-progress). */
export function ProgressDialog(props: ProgressDialogProps) {
  const { open, title = 'Processing Your Request', steps, autoClose = true, closable = false } = props;
  const { onClose, onComplete, children } = props;
  const done = steps.every(({ status }) => status === 'success');
  const failed = steps.some(({ status }) => status === 'error');
  const finish = useRef(() => {});
  useEffect(() => {
    finish.current = () => {
      onClose();
      onComplete?.();
    };
  });
  useEffect(() => {
    if (!open || !done || !autoClose) return;
    const timer = setTimeout(() => finish.current(), CLOSE_MS);
    return () => clearTimeout(timer);
  }, [open, done, autoClose]);
  const closing = closable || failed ? onClose : undefined;
  return (
    <Dialog
      open={open}
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
