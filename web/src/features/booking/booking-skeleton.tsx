import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import type { PropsWithChildren } from 'react';
import { Skeleton } from '../../components/skeleton.tsx';

/**
 * The booking screen while the class is loading.
 * @param children text of the form that needs no data, see `FormSkeleton`
 */
export const BookingSkeleton = ({ children }: PropsWithChildren) => (
  <>
    <Skeleton height="80" borderRadius="xl" />
    <FormSkeleton>{children}</FormSkeleton>
  </>
);

/**
 * The form while its data is loading (BOK-01).
 * @param children the longest text of the form: when it is painted decides when a browser counts the page as loaded (LCP)
 */
export const FormSkeleton = ({ children }: PropsWithChildren) => (
  <Stack gap="5" aria-busy="true">
    <Text role="status" color="fg.muted">
      Loading...
    </Text>
    {children}
    <Skeleton height="32" />
    <Skeleton height="20" />
  </Stack>
);
