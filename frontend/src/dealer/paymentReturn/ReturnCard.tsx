import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { Page } from '../../shared/layout/Page.tsx';
import { ERROR, Icon, SUCCESS } from '../../shared/theme/Icon.tsx';

/** Opens a page of the portal after some time; null stays. */
export function useLeaveAfter(to: string | null, milliseconds: number): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (to === null) return;
    const timer = setTimeout(() => void navigate(to, { replace: true }), milliseconds);
    return () => clearTimeout(timer);
  }, [to, milliseconds, navigate]);
}

const SIGNS = {
  success: { path: SUCCESS, color: 'success.main' },
  failed: { path: ERROR, color: 'error.main' },
  unknown: { path: ERROR, color: 'text.secondary' },
} as const;

interface ReturnCardProps {
  readonly title: string;
  readonly state: 'waiting' | keyof typeof SIGNS;
  readonly text: string;
  /** Below the text. */
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

function Sign({ state }: Pick<ReturnCardProps, 'state'>) {
  if (state === 'waiting') return <CircularProgress size={40} aria-hidden />;
  const { path, color } = SIGNS[state];
  return <Icon path={path} sx={{ fontSize: 56, color }} />;
}

/** The result of a payment or set-up, on the pages that the card provider returns to. */
export function ReturnCard({ title, state, text, children, actions }: ReturnCardProps) {
  return (
    <Page title={title} width="sm">
      <Paper
        variant="outlined"
        sx={{ p: { xs: 3, sm: 5 }, display: 'grid', justifyItems: 'center', gap: 2, textAlign: 'center' }}
      >
        <Sign state={state} />
        <Box role="status">
          <Typography>{text}</Typography>
          {children}
        </Box>
        {actions && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, justifyContent: 'center', mt: 1 }}>
            {actions}
          </Box>
        )}
      </Paper>
    </Page>
  );
}
