import { HStack, Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import type { ReactNode } from 'react';
import { discountText } from '#shared/domain/pricing/discounts';
import { formatCents } from '#shared/domain/pricing/money';
import type { Discount } from '#shared/schemas/booking';
import type { Cents } from '#shared/schemas/values';
import { Button } from '../../components/button.tsx';

interface BookingTotalProps {
  /** Id of the form that the button submits. */
  readonly formId: string;
  /** Null where nothing can be booked: no price is agreed then. */
  readonly amount: Cents | null;
  /** What was taken off the price of one child. */
  readonly discount: Discount | undefined;
  /** How many children are booked. */
  readonly count: number;
  readonly isSubmitting: boolean;
  /** The booking cannot be confirmed (yet). */
  readonly isBlocked: boolean;
  /** Messages above the total. */
  readonly children: ReactNode;
}

/**
 * Total and Confirm button in a sticky bar (BOK-18 to BOK-23, BOK-54). The bar is a sibling of the form, because a sticky
 * element stays inside of its parent. In windows of little height it scrolls with the page.
 */
export const BookingTotal = ({
  formId,
  amount,
  discount,
  count,
  isSubmitting,
  isBlocked,
  children,
}: BookingTotalProps) => (
  <Stack
    gap="3"
    position="sticky"
    bottom="0"
    zIndex="bar"
    mx={{ base: '-4', md: '0' }}
    px={{ base: '4', md: '5' }}
    pt={{ base: '2', md: '3' }}
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
          Total cost{count > 1 && ` for ${count} children`}
        </Text>
        <Text
          as="span"
          fontFamily="heading"
          fontWeight="extrabold"
          fontSize="2xl"
          fontVariantNumeric="tabular-nums"
        >
          {amount === null ? '–' : formatCents(amount)}
        </Text>
        {discount && (
          <Text as="span" display="block" fontSize="sm" fontVariantNumeric="tabular-nums">
            {discountText(discount)}
          </Text>
        )}
      </Text>
      <Stack gap="1" align="end">
        {amount !== null && (
          <Text
            id={`${formId}-agreement`}
            fontSize="sm"
            lineHeight="heading"
            fontVariantNumeric="tabular-nums"
          >
            You agree to pay {formatCents(amount)}.
          </Text>
        )}
        <Button
          type="submit"
          form={formId}
          variant="accent"
          size="lg"
          px={{ base: '4', sm: '6' }}
          disabled={isSubmitting || isBlocked}
          aria-describedby={amount === null ? undefined : `${formId}-agreement`}
        >
          {isSubmitting ? 'Processing...' : 'Confirm Booking'}
        </Button>
      </Stack>
    </HStack>
  </Stack>
);
