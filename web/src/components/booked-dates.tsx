import { HStack, Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useId } from 'react';
import { formatDate } from '#shared/domain/text/format';
import type { CalendarDate } from '#shared/schemas/values';

/** The dates that are booked (CAN-14). */
export const BookedDates = ({ dates }: { readonly dates: readonly CalendarDate[] }) => {
  const headingId = useId();
  return (
    <Stack gap="2">
      <Text id={headingId} fontWeight="bold">
        {dates.length === 1 ? 'Your date' : `Your ${dates.length} dates`}
      </Text>
      <HStack as="ul" aria-labelledby={headingId} wrap="wrap" gap="2" listStyleType="none">
        {dates.map((date) => (
          <Text
            key={date}
            as="li"
            px="2.5"
            py="1"
            borderRadius="md"
            bg="bg.subtle"
            fontVariantNumeric="tabular-nums"
            whiteSpace="nowrap"
          >
            {formatDate(date)}
          </Text>
        ))}
      </HStack>
    </Stack>
  );
};
