import { Text } from '@chakra-ui/react/text';
import { cancellationPolicy } from '#shared/domain/bookings/cancellation-terms';

/** Until when a booking can be cancelled, and what it costs. */
export const CancellationTerms = ({ isTrial }: { readonly isTrial: boolean }) => (
  <Text fontSize="sm" color="fg.muted">
    {cancellationPolicy(isTrial)}
  </Text>
);
