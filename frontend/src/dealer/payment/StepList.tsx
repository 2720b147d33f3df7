import { Box, CircularProgress, Typography } from '@mui/material';
import { ERROR, Icon, SUCCESS } from '../../shared/theme/Icon.tsx';

export type StepStatus = 'pending' | 'loading' | 'success' | 'error';

export interface Step {
  readonly label: string;
  readonly status: StepStatus;
  /** The error, or the progress. */
  readonly message?: string | undefined;
}

const ICONS = {
  pending: {
    path: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zm0-2a10 10 0 1 1 0 20 10 10 0 0 1 0-20z',
    color: 'text.secondary',
  },
  success: { path: SUCCESS, color: 'success.main' },
  error: { path: ERROR, color: 'error.main' },
} as const;

const SPOKEN = { pending: 'waiting', loading: 'in progress', success: 'done', error: 'failed' } as const;

function StepIcon({ status }: { readonly status: StepStatus }) {
  if (status === 'loading') return <CircularProgress size={22} aria-hidden />;
  const { path, color } = ICONS[status];
  return <Icon path={path} sx={{ color }} />;
}

/** The steps of an order with their states. */
export function StepList({ steps }: { readonly steps: readonly Step[] }) {
  return (
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
              <Typography variant="body2" color={status === 'error' ? 'error' : 'text.secondary'}>
                {message}
              </Typography>
            )}
          </span>
        </Box>
      ))}
    </Box>
  );
}
