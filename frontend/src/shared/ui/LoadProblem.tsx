import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../http/problem.ts';
import { Notice } from './Notice.tsx';
import { RowsSkeleton } from './Skeletons.tsx';

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
