import { HStack, Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import type { ReactNode } from 'react';
import { formatCents } from '#shared/domain/money';
import type { Cents } from '#shared/schemas/values';
import { Button } from '../../components/button.tsx';

interface BookingTotalProps {
  readonly amount: Cents;
  readonly isSubmitting: boolean;
  /** Something is still missing: the booking cannot be confirmed yet, or at all. */
  readonly isBlocked: boolean;
  /** What stands in the way, if anything. */
  readonly children: ReactNode;
}

/** The total, always in sight, and the one press that books (BOK-18 to BOK-23). */
export const BookingTotal = ({ amount, isSubmitting, isBlocked, children }: BookingTotalProps) => (
  <Stack
    gap="2"
    position="sticky"
    bottom="0"
    zIndex="bar"
    mx={{ base: '-4', md: '0' }}
    px={{ base: '4', md: '5' }}
    pt="4"
    pb="max(1rem, env(safe-area-inset-bottom))"
    bg="bg.surface"
    borderTopWidth="1px"
    borderColor="border"
    borderRadius={{ md: 'xl' }}
    borderWidth={{ md: '1px' }}
    mb={{ md: '4' }}
    boxShadow="raised"
  >
    {children}
    <HStack justify="space-between" gap="4">
      <Text lineHeight="heading" aria-live="polite">
        <Text as="span" display="block" fontSize="sm" color="fg.muted">
          Total cost
        </Text>
        <Text
          as="span"
          fontFamily="heading"
          fontWeight="extrabold"
          fontSize="2xl"
          fontVariantNumeric="tabular-nums"
        >
          {formatCents(amount)}
        </Text>
      </Text>
      <Button
        type="submit"
        variant="accent"
        size="lg"
        px={{ base: '4', sm: '6' }}
        disabled={isSubmitting || isBlocked}
      >
        {isSubmitting ? 'Processing...' : 'Confirm Booking'}
      </Button>
    </HStack>
    <Text fontSize="sm" color="fg.muted" lineHeight="heading">
      Payment information is collected separately.
    </Text>
  </Stack>
);
