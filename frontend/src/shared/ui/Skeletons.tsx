import Box from '@mui/material/Box';
import Container from '@mui/material/Container';
import Skeleton from '@mui/material/Skeleton';

interface RowsSkeletonProps {
  readonly rows?: number;
  /** Of a row, in pixels. */
  readonly height?: number;
}

/** Where rows come. */
export function RowsSkeleton({ rows = 4, height = 56 }: RowsSkeletonProps) {
  return (
    <Box role="status" aria-label="Loading" sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 1.5 }}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all are alike
        <Skeleton key={row} variant="rounded" height={height} />
      ))}
    </Box>
  );
}

/** Where a page of cards comes whose title is not known yet. */
export function PageSkeleton({ width = 'lg' }: { readonly width?: 'md' | 'lg' }) {
  return (
    <Container maxWidth={width} role="status" aria-label="Loading" sx={{ py: { xs: 3, md: 5 } }}>
      <Skeleton variant="rounded" height={40} sx={{ maxWidth: 320, mb: 1 }} />
      <Skeleton variant="rounded" height={24} sx={{ maxWidth: 200, mb: { xs: 2.5, md: 4 } }} />
      <Skeleton variant="rounded" height={160} sx={{ mb: 3 }} />
      <Skeleton variant="rounded" height={280} />
    </Container>
  );
}
