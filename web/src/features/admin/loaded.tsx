import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadFailure } from '../../components/load-failure.tsx';
import { ApiError } from '../../lib/api/api-error.ts';

interface LoadedProps<Data> {
  readonly query: UseQueryResult<Data>;
  /** In the shape of what comes. */
  readonly skeleton: ReactNode;
  /** Shown instead of the failure where the API says that there is no such thing. */
  readonly notFound?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** What was read, in each state it can be in: on its way, failed, not there, there. */
export const Loaded = <Data,>({ query, skeleton, notFound, children }: LoadedProps<Data>) => {
  const { data, isPending, error, refetch } = query;
  if (isPending) return skeleton;
  if (notFound && error instanceof ApiError && error.status === 404) return notFound;
  // A list that was read once stays in sight when it cannot be read anew; the toast has said so.
  if (data === undefined) return <LoadFailure onRetry={() => void refetch()} />;
  return children(data);
};
