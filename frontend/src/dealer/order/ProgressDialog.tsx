import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import SvgIcon from '@mui/material/SvgIcon';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import type { Step, StepStatus } from './steps.ts';

/** How long the finished dialog stays (spec 1, sections 2 and 9). */
const CLOSE_MS = 1_500;

const ICONS = {
  pending: {
    path: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zm0-2a10 10 0 1 1 0 20 10 10 0 0 1 0-20z',
    color: 'text.secondary',
  },
  success: {
    path: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm-1.500 14.500-4-4 1.400-1.400 2.600 2.600 5.600-5.600 1.400 1.400z',
    color: 'success.main',
  },
  error: { path: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm1 15h-2v-2h2zm0-4h-2V7h2z', color: 'error.main' },
} as const;

const SPOKEN = { pending: 'waiting', loading: 'in progress', success: 'done', error: 'failed' } as const;

function StepIcon({ status }: { readonly status: StepStatus }) {
  if (status === 'loading') return <CircularProgress size={22} aria-hidden />;
  const { path, color } = ICONS[status];
  return (
    <SvgIcon sx={{ color }}>
      <path d={path} />
    </SvgIcon>
  );
}

function footerOf(steps: readonly Step[]): string {
  if (steps.some(({ status }) => status === 'error')) return 'An error occurred during the process.';
  if (steps.every(({ status }) => status === 'success')) return 'All steps completed successfully!';
  return 'Processing your request...';
}

interface ProgressDialogProps {
  readonly open: boolean;
  readonly title?: string;
  readonly steps: readonly Step[];
  readonly autoClose?: boolean;
  readonly onClose: () => void;
  /** Called after the dialog closed by itself, every step being done. */
  readonly onComplete?: () => void;
}

/** The steps of an order, each with its state (spec 1, section 2, Progress dialog). */
export default function ProgressDialog(props: ProgressDialogProps) {
  const { open, title = 'Processing Your Request', steps, autoClose = true, onClose, onComplete } = props;
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
  return (
    <Dialog
      open={open}
      maxWidth="xs"
      fullWidth
      aria-labelledby="progress-title"
      onClose={() => failed && onClose()}
    >
      <DialogTitle id="progress-title">{title}</DialogTitle>
      <DialogContent>
        <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
          {steps.map(({ label, status, message }) => (
            <Box
              key={label}
              component="li"
              sx={{ display: 'flex', gap: 1.5, alignItems: 'flex-start' }}
              data-status={status}
            >
              <StepIcon status={status} />
              <span>
                <Typography component="span">{label}</Typography>
                <Box component="span" sx={{ position: 'absolute', clipPath: 'inset(50%)' }}>
                  , {SPOKEN[status]}
                </Box>
                {message !== undefined && (
                  <Typography variant="body2" color="error">
                    {message}
                  </Typography>
                )}
              </span>
            </Box>
          ))}
        </Box>
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
