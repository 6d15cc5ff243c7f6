import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';
import { LoadFailure, LoadingText } from '../../../components/loading.tsx';
import { AreaScreen } from '../../../components/screen.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { isNotFound } from '../../../lib/api/api-error.ts';

const rows = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

/** The header, and rows that have two lines on small screens. @param text shown above it, see `LoadingText` */
export const TableSkeleton = ({ text }: { readonly text?: string }) => (
  <Stack gap="1" aria-busy="true">
    {text ? (
      <LoadingText>{text}</LoadingText>
    ) : (
      <Text as="span" role="status" srOnly>
        Loading...
      </Text>
    )}
    <Skeleton height="11" display={{ base: 'none', md: 'block' }} />
    {rows.map((row) => (
      <Skeleton key={row} height="14" borderRadius="sm" />
    ))}
  </Stack>
);

interface LoadedProps<Data> {
  readonly query: UseQueryResult<Data>;
  readonly skeleton: ReactNode;
  readonly title?: string;
  readonly notFound?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

export const Loaded = <Data,>({ query, skeleton, title, notFound, children }: LoadedProps<Data>) => {
  const { data, isPending, error, refetch } = query;
  // The first data is deferred, so that it is rendered in short tasks.
  const isWaiting = useDeferredValue(isPending);
  const titled = (content: ReactNode) => (title ? <AreaScreen title={title}>{content}</AreaScreen> : content);
  if (isPending || isWaiting) return titled(skeleton);
  if (notFound && isNotFound(error)) return notFound;
  // Loaded data stays on the screen after a failed reload, which a toast reports.
  if (data === undefined) return titled(<LoadFailure onRetry={() => void refetch()} />);
  return children(data);
};
