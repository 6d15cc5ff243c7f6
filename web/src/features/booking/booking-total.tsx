import { HStack, Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import type { ReactNode } from 'react';
import { formatCents } from '#shared/domain/money';
import type { Cents } from '#shared/schemas/values';
import { Button } from '../../components/button.tsx';

interface BookingTotalProps {
  /** The form that the button sends. */
  readonly formId: string;
  readonly amount: Cents;
  readonly isSubmitting: boolean;
  /** Something is still missing: the booking cannot be confirmed yet, or at all. */
  readonly isBlocked: boolean;
  /** What has just gone wrong, if anything. */
  readonly children: ReactNode;
}

/**
 * The total and the one press that books (BOK-18 to BOK-23). Always in sight: the bar stands beside the form, not in it,
 * since what is sticky stays within what it stands in. On a screen of a few lines it would leave no room, and scrolls.
 */
export const BookingTotal = ({ formId, amount, isSubmitting, isBlocked, children }: BookingTotalProps) => (
  <Stack
    gap="3"
    position="sticky"
    bottom="0"
    zIndex="bar"
    mx={{ base: '-4', md: '0' }}
    px={{ base: '4', md: '5' }}
    pt="3"
    pb="max(0.75rem, env(safe-area-inset-bottom))"
    bg="bg.surface"
    borderColor="border"
    borderTopWidth="1px"
    borderWidth={{ md: '1px' }}
    borderTopRadius={{ md: 'xl' }}
    boxShadow="raised"
    css={{ '@media (max-height: 22rem)': { position: 'static' } }}
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
        form={formId}
        variant="accent"
        size="lg"
        px={{ base: '4', sm: '6' }}
        disabled={isSubmitting || isBlocked}
      >
        {isSubmitting ? 'Processing...' : 'Confirm Booking'}
      </Button>
    </HStack>
  </Stack>
);
