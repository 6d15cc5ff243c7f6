import { Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { VisuallyHidden } from '@chakra-ui/react/visually-hidden';
import { LoadingText } from '../../../components/loading-text.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { tableStyles } from './table-styles.ts';

const rows = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

/**
 * Placeholder of a loading table: its header, and rows that have two lines on small screens.
 * @param text shown above it, see `LoadingText`
 */
export const TableSkeleton = ({ text }: { readonly text?: string }) => (
  <Stack gap="1" aria-busy="true">
    {/* Prerendered pages then have the table's styles in their files: making them takes a phone 80 ms. */}
    <chakra.table hidden css={tableStyles} />
    {text ? <LoadingText>{text}</LoadingText> : <VisuallyHidden role="status">Loading...</VisuallyHidden>}
    <Skeleton height="11" display={{ base: 'none', md: 'block' }} />
    {rows.map((row) => (
      <Skeleton key={row} height="14" borderRadius="sm" />
    ))}
  </Stack>
);
