import { Box, Button, CircularProgress, Container, Skeleton, Typography } from '@mui/material';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../http/problem.ts';
import { Logo } from '../theme/Icon.tsx';
import { Notice } from './Notice.tsx';

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

interface LoadProblemProps {
  readonly text: string;
  /** Of the failed call; the server's message follows the text. */
  readonly error?: unknown;
  readonly onRetry: () => void;
}

/** Says that something could not be read, with a Try again button. */
export function LoadProblem({ text, error, onRetry }: LoadProblemProps) {
  return (
    <Box sx={{ p: 2 }}>
      <Notice
        tone="error"
        action={
          <Button color="inherit" size="small" variant="outlined" onClick={() => onRetry()}>
            Try again
          </Button>
        }
      >
        {`${text} ${messageOf(error, '')}`.trim()}
      </Notice>
    </Box>
  );
}

/** Says why something is not read: it is as soon as the browser is online. */
export function OfflineNotice() {
  return (
    <Box sx={{ p: 2 }}>
      <Notice tone="warning">You are offline. This is loaded as soon as the connection is back.</Notice>
    </Box>
  );
}

interface LoadedProps<Data> {
  readonly query: UseQueryResult<Data>;
  /** Shown where it could not be read. */
  readonly problem: string;
  readonly children: (data: Data) => ReactNode;
}

/** The data of a query; a skeleton before, a message with Try again after a failure. */
export function Loaded<Data>({ query, problem, children }: LoadedProps<Data>) {
  if (query.isError) return <LoadProblem text={problem} onRetry={query.refetch} />;
  if (query.data === undefined && query.isPaused) return <OfflineNotice />;
  return query.data === undefined ? <RowsSkeleton rows={6} height={72} /> : children(query.data);
}

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

/** While a part of a dialog or card loads. */
export function Loading({ label = 'Loading...' }: { readonly label?: string }) {
  return (
    <Box role="status" sx={{ display: 'flex', gap: 1.5, alignItems: 'center', py: 2 }}>
      <CircularProgress size={22} aria-hidden />
      {label}
    </Box>
  );
}
