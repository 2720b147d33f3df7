import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** Inputs side by side where there is room, below each other on a phone. `columns` as CSS for wide screens. */
export function FieldGrid({
  columns = '1fr 1fr',
  children,
}: {
  readonly columns?: string;
  readonly children: ReactNode;
}) {
  return (
    <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { xs: '1fr', sm: columns } }}>{children}</Box>
  );
}
