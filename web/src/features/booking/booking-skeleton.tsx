import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { Skeleton } from '../../components/skeleton.tsx';

/** The booking screen while the class is loading. */
export const BookingSkeleton = () => (
  <>
    <Skeleton height="80" borderRadius="xl" />
    <FormSkeleton />
  </>
);

/** The booking form while its data is loading (BOK-01). */
export const FormSkeleton = () => (
  <Stack gap="5" aria-busy="true">
    <Text role="status" color="fg.muted">
      Loading...
    </Text>
    <Skeleton height="32" />
    <Skeleton height="20" />
  </Stack>
);
