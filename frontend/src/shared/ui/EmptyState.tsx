import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Logo } from '../layout/Logo.tsx';

/** Shown for an empty list: the reason and optional actions. */
export function EmptyState({ text, children }: { readonly text: string; readonly children?: ReactNode }) {
  return (
    <Box sx={{ py: 6, px: 2, display: 'grid', justifyItems: 'center', gap: 2, textAlign: 'center' }}>
      <Box sx={{ opacity: 0.35, filter: 'grayscale(1)' }}>
        <Logo size={48} />
      </Box>
      <Typography color="text.secondary">{text}</Typography>
      {children}
    </Box>
  );
}
