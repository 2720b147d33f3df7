import Box from '@mui/material/Box';
import SvgIcon from '@mui/material/SvgIcon';
import type { ReactNode } from 'react';

const SIGNS = {
  error: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm1 15h-2v-2h2zm0-4h-2V7h2z',
  warning: 'M12 2 1 21h22zm1 16h-2v-2h2zm0-4h-2v-4h2z',
  success: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm-1.5 14.5-4-4 1.4-1.4 2.6 2.6 5.6-5.6 1.4 1.4z',
} as const;

interface NoticeProps {
  readonly tone: keyof typeof SIGNS;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

/** A boxed message in the page that is announced when it appears; good news waits for its turn. */
export function Notice({ tone, children, action }: NoticeProps) {
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
      }}
    >
      <SvgIcon sx={{ color: `${tone}.main` }}>
        <path d={SIGNS[tone]} />
      </SvgIcon>
      <Box sx={{ flex: '1 1 200px' }}>{children}</Box>
      {action}
    </Box>
  );
}
