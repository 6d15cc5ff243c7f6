import { Box } from '@chakra-ui/react/box';
import { HStack, Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { CalendarDays, CalendarRange, MapPin, UserRound } from 'lucide-react';
import { useId } from 'react';
import { byStartTime } from '#shared/domain/capacity';
import { classTypeName, everyWeekday, formatDate } from '#shared/domain/format';
import { formatCents } from '#shared/domain/money';
import { displayText, programPrice, trialPrice } from '#shared/domain/pricing';
import { programmes } from '#shared/programmes';
import type { FootballClass } from '#shared/schemas/class';
import type { TimeSlot } from '#shared/schemas/slot';
import type { CalendarDate } from '#shared/schemas/values';
import { Badge } from '../../components/badge.tsx';
import { Card } from '../../components/card.tsx';
import { ClassPicture } from '../../components/class-picture.tsx';
import { Heading } from '../../components/heading.tsx';
import { IconLine } from '../../components/icon-line.tsx';
import { type BookingLabels, SlotBox } from './slot-box.tsx';

interface ClassCardProps {
  readonly cls: FootballClass;
  readonly today: CalendarDate;
  readonly labels: BookingLabels;
  readonly onBook: (slot: TimeSlot) => void;
}

/** A class with its dates, venue, coach, price and time slots, each with a button that books it. */
export const ClassCard = ({ cls, today, labels, onBook }: ClassCardProps) => {
  const headingId = useId();
  return (
    <Card
      asChild
      display="flex"
      flexDirection="column"
      // Cards off the screen are not rendered; 44rem is about the height of a card with three time slots.
      contentVisibility="auto"
      containIntrinsicBlockSize="auto 44rem"
    >
      <article aria-labelledby={headingId}>
        <ClassPicture cls={cls} height="36" />
        <Stack gap="4" p={{ base: '4', sm: '5' }} flex="1">
          <HStack justify="space-between" gap="3" wrap="wrap">
            <Heading id={headingId}>{classTypeName(cls.class_type)}</Heading>
            <Badge bg={`programme.${cls.class_type}.solid`} color={`programme.${cls.class_type}.contrast`}>
              {programmes[cls.class_type].audience}
            </Badge>
          </HStack>
          <Stack gap="2.5">
            <IconLine icon={CalendarDays} fontWeight="bold" fontSize="lg" color="brand.fg">
              {everyWeekday(cls.start_date)}
            </IconLine>
            <IconLine icon={CalendarRange}>
              {formatDate(cls.start_date)} - {formatDate(cls.end_date)}
            </IconLine>
            <IconLine icon={MapPin}>{cls.venue}</IconLine>
            <IconLine icon={UserRound}>Coach: {cls.coach_name}</IconLine>
          </Stack>
          <ClassPrice cls={cls} today={today} />
          <Stack gap="2.5">
            <Text fontWeight="semibold">Choose your time slot:</Text>
            <Stack as="ul" gap="2.5">
              {cls.time_slots.toSorted(byStartTime).map((slot) => (
                <SlotBox key={slot.id} slot={slot} labels={labels} onBook={onBook} />
              ))}
            </Stack>
          </Stack>
        </Stack>
      </article>
    </Card>
  );
};

const ClassPrice = ({ cls, today }: Pick<ClassCardProps, 'cls' | 'today'>) => (
  <Box borderRadius="lg" bg="bg.subtle" px="4" py="3" fontVariantNumeric="tabular-nums">
    <HStack gap="2" align="baseline" wrap="wrap">
      <Text fontFamily="heading" fontWeight="extrabold" fontSize="2xl" lineHeight="heading">
        {formatCents(programPrice(cls, today))}
      </Text>
      <Text color="fg.muted">{displayText(cls, today)}</Text>
    </HStack>
    <Text fontWeight="medium">Trial: {formatCents(trialPrice(cls))} (1 session)</Text>
  </Box>
);
