import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PageSpinner } from '../layout/Spinner.tsx';
import { LoadProblem } from './LoadProblem.tsx';

interface LoadedProps<Data> {
  readonly query: UseQueryResult<Data>;
  /** Shown where it could not be read. */
  readonly problem: string;
  readonly children: (data: Data) => ReactNode;
}

/** The data of a query; a spinner before, a message with Try again after a failure. */
export function Loaded<Data>({ query, problem, children }: LoadedProps<Data>) {
  if (query.isError) return <LoadProblem text={problem} onRetry={query.refetch} />;
  return query.data === undefined ? <PageSpinner /> : children(query.data);
}
