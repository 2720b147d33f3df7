import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import Paper from '@mui/material/Paper';
import SvgIcon from '@mui/material/SvgIcon';
import { type ReactNode, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { Page } from '../../shared/layout/Page.tsx';

/** Goes to a page of the portal after some time; null stays. */
export function useLeaveAfter(to: string | null, milliseconds: number): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (to === null) return;
    const timer = setTimeout(() => void navigate(to, { replace: true }), milliseconds);
    return () => clearTimeout(timer);
  }, [to, milliseconds, navigate]);
}

const MARK = 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm1 15h-2v-2h2zm0-4h-2V7h2z';
const SIGNS = {
  success: {
    path: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm-1.5 14.5-4-4 1.4-1.4 2.6 2.6 5.6-5.6 1.4 1.4z',
    color: 'success.main',
  },
  failed: { path: MARK, color: 'error.main' },
  unknown: { path: MARK, color: 'text.secondary' },
} as const;

interface ReturnCardProps {
  readonly title: string;
  readonly state: 'waiting' | keyof typeof SIGNS;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}

function Sign({ state }: Pick<ReturnCardProps, 'state'>) {
  if (state === 'waiting') return <CircularProgress size={40} aria-hidden />;
  const { path, color } = SIGNS[state];
  return (
    <SvgIcon sx={{ fontSize: 56, color }}>
      <path d={path} />
    </SvgIcon>
  );
}

/** Where the card provider sends people back to: what came of it, and where to go on. */
export function ReturnCard({ title, state, children, actions }: ReturnCardProps) {
  return (
    <Page title={title} width="sm">
      <Paper
        variant="outlined"
        sx={{ p: { xs: 3, sm: 5 }, display: 'grid', justifyItems: 'center', gap: 2, textAlign: 'center' }}
      >
        <Sign state={state} />
        <Box role="status">{children}</Box>
        {actions && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, justifyContent: 'center', mt: 1 }}>
            {actions}
          </Box>
        )}
      </Paper>
    </Page>
  );
}
