import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { ERROR, Icon, SUCCESS } from '../theme/Icon.tsx';

const SIGNS = {
  error: ERROR,
  warning: 'M12 2 1 21h22zm1 16h-2v-2h2zm0-4h-2v-4h2z',
  success: SUCCESS,
} as const;

interface NoticeProps {
  readonly tone: keyof typeof SIGNS;
  readonly children: ReactNode;
  readonly action?: ReactNode;
  /** Space around it. */
  readonly sx?: object;
}

/** A boxed message that screen readers announce: errors and warnings at once, a success politely. */
export function Notice({ tone, children, action, sx }: NoticeProps) {
  return (
    <Box
      role={tone === 'success' ? 'status' : 'alert'}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1.5,
        px: 2,
        py: 1.5,
        borderRadius: 1,
        border: 1,
        borderColor: `${tone}.main`,
        bgcolor: `${tone}.light`,
        color: 'text.primary',
        ...sx,
      }}
    >
      <Icon path={SIGNS[tone]} sx={{ color: `${tone}.main` }} />
      <Box sx={{ flex: '1 1 200px' }}>{children}</Box>
      {action}
    </Box>
  );
}
