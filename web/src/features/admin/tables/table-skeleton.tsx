import { Stack } from '@chakra-ui/react/stack';
import { VisuallyHidden } from '@chakra-ui/react/visually-hidden';
import { Skeleton } from '../../../components/skeleton.tsx';

const rows = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

/** Placeholder of a loading table: its header, and rows that have two lines on small screens. */
export const TableSkeleton = () => (
  <Stack gap="1" aria-busy="true">
    <VisuallyHidden role="status">Loading...</VisuallyHidden>
    <Skeleton height="11" display={{ base: 'none', md: 'block' }} />
    {rows.map((row) => (
      <Skeleton key={row} height="14" borderRadius="sm" />
    ))}
  </Stack>
);
