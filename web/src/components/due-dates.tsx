import { HStack, Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useId } from 'react';
import { datedParts } from '#shared/domain/ledger/due-dates';
import { formatCents } from '#shared/domain/pricing/money';
import { formatDate } from '#shared/domain/text/format';
import type { CalendarDate, Cents } from '#shared/schemas/values';

interface DueDatesProps {
  /** Together. Nothing shows of one that is due when it is booked. */
  readonly bookings: readonly {
    readonly amount: Cents;
    readonly due_dates?: readonly CalendarDate[] | undefined;
  }[];
  readonly maxWidth?: string;
}

/** When the parts of bookings are due (DUE-01). */
export const DueDates = ({ bookings, maxWidth }: DueDatesProps) => {
  const headingId = useId();
  const parts = datedParts(bookings);
  if (parts.length === 0) return null;
  return (
    <Stack gap="2">
      <Text id={headingId} fontWeight="bold">
        {parts.length === 1 ? 'When to pay' : `When to pay, in ${parts.length} parts`}
      </Text>
      <Stack as="ul" aria-labelledby={headingId} gap="1" listStyleType="none" {...(maxWidth && { maxWidth })}>
        {parts.map(({ date, amount: part }) => (
          <HStack key={date} as="li" justify="space-between" gap="4" fontVariantNumeric="tabular-nums">
            <Text as="span">Due {formatDate(date)}</Text>
            <Text as="span" fontWeight="semibold">
              {formatCents(part)}
            </Text>
          </HStack>
        ))}
      </Stack>
    </Stack>
  );
};
