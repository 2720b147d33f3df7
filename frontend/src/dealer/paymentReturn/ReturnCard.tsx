import { Box, Button, CircularProgress, Paper, Typography } from '@mui/material';
import { type ReactNode, useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { Page } from '../../shared/layout/Page.tsx';
import { ERROR, Icon, SUCCESS } from '../../shared/theme/Icon.tsx';

const SIGNS = {
  success: { path: SUCCESS, color: 'success.main' },
  failed: { path: ERROR, color: 'error.main' },
  unknown: { path: ERROR, color: 'text.secondary' },
} as const;

interface ReturnCardProps {
  readonly title: string;
  readonly state: 'waiting' | keyof typeof SIGNS;
  readonly text: string;
  readonly children?: ReactNode;
  readonly onRetry?: (() => void) | undefined;
  /** Where to go on, the first one first of all. */
  readonly links: readonly { readonly to: string; readonly label: string }[];
  /** Opens a page of the portal after some time. */
  readonly leaves?: { readonly to: string; readonly afterMs: number } | false;
}

function Sign({ state }: Pick<ReturnCardProps, 'state'>) {
  if (state === 'waiting') return <CircularProgress size={40} aria-hidden />;
  const { path, color } = SIGNS[state];
  return <Icon path={path} sx={{ fontSize: 56, color }} />;
}

/** The result of a payment or set-up, on the pages that the card provider returns to. */
export function ReturnCard(props: ReturnCardProps) {
  const { title, state, text, children, onRetry, links, leaves = false } = props;
  const navigate = useNavigate();
  const { to, afterMs } = leaves || { to: null, afterMs: 0 };
  useEffect(() => {
    if (to === null) return;
    const timer = setTimeout(() => void navigate(to, { replace: true }), afterMs);
    return () => clearTimeout(timer);
  }, [to, afterMs, navigate]);
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
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, justifyContent: 'center', mt: 1 }}>
          {onRetry && (
            <Button variant="contained" onClick={onRetry}>
              Try again
            </Button>
          )}
          {links.map((link, index) => (
            <Button
              key={link.to}
              component={Link}
              to={link.to}
              variant={index === 0 ? 'contained' : 'outlined'}
            >
              {link.label}
            </Button>
          ))}
        </Box>
      </Paper>
    </Page>
  );
}
