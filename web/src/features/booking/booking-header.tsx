import { HStack, Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { CalendarDays, Clock, MapPin, UserRound } from 'lucide-react';
import { classTypeName, everyWeekday, formatTimeRange } from '#shared/domain/format';
import { formatCents } from '#shared/domain/money';
import { trialPrice } from '#shared/domain/pricing';
import { slotDisplayText, slotPrice } from '#shared/domain/session-pricing';
import type { FootballClass } from '#shared/schemas/class';
import type { TimeSlot } from '#shared/schemas/slot';
import { Card } from '../../components/card.tsx';
import { ClassPicture } from '../../components/class-picture.tsx';
import { Heading } from '../../components/heading.tsx';
import { IconLine } from '../../components/icon-line.tsx';
import { PlacesMeter } from '../../components/places-meter.tsx';
import { businessToday } from '../../lib/time/today.ts';

interface BookingHeaderProps {
  readonly cls: FootballClass;
  readonly slot: TimeSlot;
}

/** The class with the slot's prices, and the selected slot with its free places (BOK-06, BOK-07). */
export const BookingHeader = ({ cls, slot }: BookingHeaderProps) => (
  <Card>
    <ClassPicture cls={cls} height={{ base: '20', md: '52' }} />
    <Stack gap={{ base: '3', md: '4' }} p={{ base: '4', md: '5' }}>
      <Heading as="h1" size="xl">
        {classTypeName(cls.class_type)}
      </Heading>
      <Stack gap="2.5">
        <IconLine icon={CalendarDays} fontWeight="bold">
          {everyWeekday(cls.start_date)}
        </IconLine>
        <IconLine icon={MapPin}>{cls.venue}</IconLine>
        <IconLine icon={UserRound}>Coach: {cls.coach_name}</IconLine>
      </Stack>
      <Prices cls={cls} slot={slot} />
      <Stack gap="2" borderRadius="lg" borderWidth="1px" borderColor="border" p="3.5">
        <IconLine icon={Clock} fontWeight="bold" fontVariantNumeric="tabular-nums">
          {formatTimeRange(slot)}
        </IconLine>
        <PlacesMeter slot={slot} />
      </Stack>
    </Stack>
  </Card>
);

const Prices = ({ cls, slot }: BookingHeaderProps) => {
  const today = businessToday();
  return (
    <HStack wrap="wrap" gap="2" columnGap="6" fontVariantNumeric="tabular-nums">
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
