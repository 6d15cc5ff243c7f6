import { HStack, Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { CalendarDays, Clock, UserRound } from 'lucide-react';
import { formatCents } from '#shared/domain/pricing/money';
import { trialPrice } from '#shared/domain/pricing/pricing';
import { slotDisplayText, slotPrice } from '#shared/domain/pricing/session-pricing';
import { nextUpcomingDate } from '#shared/domain/sessions/sessions';
import { classTypeName, everyWeekday, formatTimeRange } from '#shared/domain/text/format';
import type { FootballClass } from '#shared/schemas/class';
import type { TimeSlot } from '#shared/schemas/slot';
import { Card } from '../../components/card.tsx';
import { ClassPicture } from '../../components/class-picture.tsx';
import { Heading } from '../../components/heading.tsx';
import { IconLine } from '../../components/icon-line.tsx';
import { PlacesMeter } from '../../components/places-meter.tsx';
import { VenueLine } from '../../components/venue-line.tsx';
import { useBusinessNow } from '../../lib/time/today.ts';

interface BookingHeaderProps {
  readonly cls: FootballClass;
  readonly slot: TimeSlot;
}

/**
 * The class with its prices, and the selected slot with its free places (BOK-06, BOK-07). On a phone it is small and has
 * no picture, so that the form fits below it.
 */
export const BookingHeader = ({ cls, slot }: BookingHeaderProps) => (
  <Card>
    <ClassPicture cls={cls} height="52" hideBelow="md" />
    <Stack
      gap={{ base: '1.5', md: '4' }}
      px={{ base: '3.5', md: '5' }}
      py={{ base: '3', md: '5' }}
      fontSize={{ base: 'sm', md: 'md' }}
    >
      <HStack justify="space-between" align="center" gap="4">
        <Heading as="h1" size={{ base: 'lg', md: 'xl' }}>
          {classTypeName(cls.class_type)}
        </Heading>
        <PlacesMeter slot={slot} />
      </HStack>
      <HStack wrap="wrap" columnGap="5" rowGap={{ base: '1', md: '2.5' }}>
        <IconLine icon={CalendarDays} fontWeight="bold">
          {everyWeekday(cls.start_date)}
        </IconLine>
        <IconLine icon={Clock} fontWeight="bold" fontVariantNumeric="tabular-nums">
          {formatTimeRange(slot)}
        </IconLine>
        <VenueLine place={cls} isShort />
        <IconLine icon={UserRound}>Coach: {cls.coach_name}</IconLine>
      </HStack>
      <Prices cls={cls} slot={slot} />
    </Stack>
  </Card>
);

const Prices = ({ cls, slot }: BookingHeaderProps) => {
  const moment = useBusinessNow();
  const { today } = moment;
  // Nothing can be booked, so nothing has a price.
  if (nextUpcomingDate(cls, slot, moment) === null) return null;
  return (
    <HStack wrap="wrap" rowGap="1" columnGap="6" fontVariantNumeric="tabular-nums">
      <Text>
        Full program: <strong>{formatCents(slotPrice(cls, slot, today))}</strong> (
        {slotDisplayText(cls, slot, today)})
      </Text>
      <Text>
        Trial: <strong>{formatCents(trialPrice(cls))}</strong> (1 session)
      </Text>
    </HStack>
  );
};
