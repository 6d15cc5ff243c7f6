import { ExternalLink } from 'lucide-react';
import { useId } from 'react';
import { datedParts } from '#shared/booking/due-dates';
import { payNowText } from '#shared/ledger/payment-link';
import type { PaymentReference } from '#shared/ledger/references';
import type { PayNow } from '#shared/ledger/statement';
import { formatDate } from '#shared/lib/format';
import { formatCents } from '#shared/lib/money';
import type { CalendarDate, Cents } from '#shared/lib/values';
import { css } from '#styled-system/css';
import { Button } from './ui/button.tsx';
import { HStack, Stack } from './ui/stack.tsx';
import { Text } from './ui/text.tsx';

export const BookedDates = ({ dates }: { readonly dates: readonly CalendarDate[] }) => {
  const headingId = useId();
  return (
    <Stack gap={{ base: '1', md: '2' }}>
      <Text id={headingId} fontWeight="bold">
        {dates.length === 1 ? 'Your date' : `Your ${dates.length} dates`}
      </Text>
      <ul aria-labelledby={headingId} className={bookedDates}>
        {dates.map((date) => (
          <li key={date}>{formatDate(date)}</li>
        ))}
      </ul>
    </Stack>
  );
};

const bookedDates = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: { base: '1', md: '2' },
  '& > li': {
    px: { base: '1.5', md: '2.5' },
    py: { md: '1' },
    borderRadius: 'md',
    bg: 'bg.subtle',
    fontSize: { base: 'sm', md: 'md' },
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
  },
});

interface DueDatesProps {
  /** Bookings that are due when they are made are not shown. */
  readonly bookings: readonly {
    readonly amount: Cents;
    readonly due_dates?: readonly CalendarDate[] | undefined;
  }[];
  readonly isNarrow?: boolean;
}

export const DueDates = ({ bookings, isNarrow }: DueDatesProps) => {
  const headingId = useId();
  const parts = datedParts(bookings);
  if (parts.length === 0) return null;
  return (
    <Stack gap="2">
      <Text id={headingId} fontWeight="bold">
        {parts.length === 1 ? 'When to pay' : `When to pay, in ${parts.length} parts`}
      </Text>
      <Stack as="ul" aria-labelledby={headingId} gap="1" maxWidth={isNarrow ? '80' : 'full'}>
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

interface PayNowLinkProps {
  readonly pay: PayNow;
  readonly reference: PaymentReference | null;
}

/** Opens the page of the school's payment provider in another tab (PLK-01). */
export const PayNowLink = ({ pay, reference }: PayNowLinkProps) => (
  <Stack gap="1" align="start" pt="1">
    <Button asChild colorPalette="accent">
      <a href={pay.url} target="_blank" rel="noopener noreferrer">
        Pay {formatCents(pay.amount)} now
        <ExternalLink size="1.1em" aria-hidden />
      </a>
    </Button>
    <Text color="fg.muted" overflowWrap="anywhere">
      {payNowText(pay, reference)}
    </Text>
  </Stack>
);
