import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadFailure } from '../../components/load-failure.tsx';
import { ApiError } from '../../lib/api/api-error.ts';

interface LoadedProps<Data> {
  readonly query: UseQueryResult<Data>;
  readonly skeleton: ReactNode;
  /** Shown when the API answers 404. */
  readonly notFound?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** Renders a query in each of its states: loading, failed, not found, loaded. */
export const Loaded = <Data,>({ query, skeleton, notFound, children }: LoadedProps<Data>) => {
  const { data, isPending, error, refetch } = query;
  if (isPending) return skeleton;
  if (notFound && error instanceof ApiError && error.status === 404) return notFound;
  // Data that was loaded once stays on the screen after a failed reload, which a toast reports.
  if (data === undefined) return <LoadFailure onRetry={() => void refetch()} />;
  return children(data);
};
