import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import SvgIcon from '@mui/material/SvgIcon';
import Typography from '@mui/material/Typography';

export type StepStatus = 'pending' | 'loading' | 'success' | 'error';

/** A step of an order, as the progress dialog lists it. */
export interface Step {
  readonly label: string;
  readonly status: StepStatus;
  /** Why it went wrong, or how far it has come. */
  readonly message?: string;
}

const ICONS = {
  pending: {
    path: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zm0-2a10 10 0 1 1 0 20 10 10 0 0 1 0-20z',
    color: 'text.secondary',
  },
  success: {
    path: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm-1.5 14.5-4-4 1.4-1.4 2.6 2.6 5.6-5.6 1.4 1.4z',
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

/** The steps of an order, each with the icon of its state. */
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
