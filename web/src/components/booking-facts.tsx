import { HStack as StyledHStack, Stack as StyledStack } from '@chakra-ui/react/stack';
import { Text as StyledText } from '@chakra-ui/react/text';
import { ExternalLink } from 'lucide-react';
import { useId } from 'react';
import { datedParts } from '#shared/booking/due-dates';
import { payNowText } from '#shared/ledger/payment-link';
import type { PaymentReference } from '#shared/ledger/references';
import type { PayNow } from '#shared/ledger/statement';
import { formatDate } from '#shared/lib/format';
import { formatCents } from '#shared/lib/money';
import type { CalendarDate, Cents } from '#shared/lib/values';
import { Button } from './controls.tsx';
import { Stack, Text } from './plain.tsx';

/** The dates that are booked (CAN-14). */
export const BookedDates = ({ dates }: { readonly dates: readonly CalendarDate[] }) => {
  const headingId = useId();
  return (
    <StyledStack gap={{ base: '1', md: '2' }}>
      <Text id={headingId} fontWeight="bold">
        {dates.length === 1 ? 'Your date' : `Your ${dates.length} dates`}
      </Text>
      <StyledHStack
        as="ul"
        aria-labelledby={headingId}
        wrap="wrap"
        gap={{ base: '1', md: '2' }}
        listStyleType="none"
      >
        {dates.map((date) => (
          <StyledText
            key={date}
            as="li"
            px={{ base: '1.5', md: '2.5' }}
            py={{ base: '0', md: '1' }}
            fontSize={{ base: 'sm', md: 'md' }}
            borderRadius="md"
            bg="bg.subtle"
            fontVariantNumeric="tabular-nums"
            whiteSpace="nowrap"
          >
            {formatDate(date)}
          </StyledText>
        ))}
      </StyledHStack>
    </StyledStack>
  );
};

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
      <StyledStack
        as="ul"
        aria-labelledby={headingId}
        gap="1"
        listStyleType="none"
        {...(maxWidth && { maxWidth })}
      >
        {parts.map(({ date, amount: part }) => (
          <StyledHStack key={date} as="li" justify="space-between" gap="4" fontVariantNumeric="tabular-nums">
            <Text as="span">Due {formatDate(date)}</Text>
            <Text as="span" fontWeight="semibold">
              {formatCents(part)}
            </Text>
          </StyledHStack>
        ))}
      </StyledStack>
    </Stack>
  );
};

interface PayNowLinkProps {
  readonly pay: PayNow;
  readonly reference: PaymentReference | null;
}

/** Leads to the payment page of the school's provider, in another tab (PLK-01). */
export const PayNowLink = ({ pay, reference }: PayNowLinkProps) => (
  <StyledStack gap="1" align="start" pt="1">
    <Button asChild variant="accent">
      <a href={pay.url} target="_blank" rel="noopener noreferrer">
        Pay {formatCents(pay.amount)} now
        <ExternalLink size="1.1em" aria-hidden />
      </a>
    </Button>
    <Text color="fg.muted" overflowWrap="anywhere">
      {payNowText(pay, reference)}
    </Text>
  </StyledStack>
);
