import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { Skeleton } from '../../components/skeleton.tsx';

/** The booking screen before its data is there. */
export const BookingSkeleton = () => (
  <Stack gap="5" aria-busy="true">
    <Text role="status" color="fg.muted">
      Loading...
    </Text>
    <Skeleton height="80" borderRadius="xl" />
    <Skeleton height="32" />
    <Skeleton height="20" />
  </Stack>
);
