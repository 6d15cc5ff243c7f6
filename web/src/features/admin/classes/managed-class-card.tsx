import { Box } from '@chakra-ui/react/box';
import { HStack, Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { CalendarDays, CalendarRange, MapPin, UserRound } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { formatCents } from '#shared/domain/pricing/money';
import { weeksText } from '#shared/domain/pricing/pricing';
import { classPrice } from '#shared/domain/pricing/session-pricing';
import { classTypeName, everyWeekday, formatDate } from '#shared/domain/text/format';
import type { BusinessMoment } from '#shared/domain/time/business-time';
import { paths } from '#shared/paths';
import type { ManagedClass } from '#shared/schemas/class-input';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { ClassPicture } from '../../../components/class-picture.tsx';
import { Heading } from '../../../components/heading.tsx';
import { IconLine } from '../../../components/icon-line.tsx';
import { fromList } from '../back-link.tsx';
import { SlotFill } from '../slot-fill.tsx';
import { deletionText } from './deletion-text.ts';

interface ManagedClassCardProps {
  readonly cls: ManagedClass;
  readonly moment: BusinessMoment;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

/** A class with the actions on it (ADM-12 to ADM-19). */
export const ManagedClassCard = ({ cls, moment, onEdit, onDelete }: ManagedClassCardProps) => {
  const headingId = useId();
  const { price, isLowest, weeks } = classPrice(cls, moment);
  return (
    <Card
      asChild
      position="relative"
      display="flex"
      flexDirection="column"
      // Cards off the screen are not rendered; 32rem is about their height.
      contentVisibility="auto"
      containIntrinsicBlockSize="auto 32rem"
    >
      <article aria-labelledby={headingId}>
        <ClassPicture
          cls={cls}
          // On a phone the picture is a small one beside the heading, so that more of the list is on the screen.
          position={{ base: 'absolute', sm: 'static' }}
          top="4"
          insetEnd="4"
          width={{ base: '14', sm: 'full' }}
          height={{ base: '14', sm: '28' }}
          borderRadius={{ base: 'lg', sm: '0' }}
        />
        <Stack gap="4" p={{ base: '4', sm: '5' }} flex="1">
          <HStack
            justify="space-between"
            gap="3"
            wrap="wrap"
            minHeight={{ base: '14', sm: 'auto' }}
            // The place of the small picture.
            pe={{ base: '18', sm: '0' }}
          >
            <Heading id={headingId} size="md">
              {classTypeName(cls.class_type)}
            </Heading>
            {cls.deleting && <Badge variant="danger">{deletionText(cls)}</Badge>}
          </HStack>
          <Stack gap="2">
            <IconLine icon={MapPin} fontWeight="semibold">
              {cls.venue}
            </IconLine>
            <IconLine icon={CalendarRange}>
              {formatDate(cls.start_date)} - {formatDate(cls.end_date)}
            </IconLine>
            <IconLine icon={CalendarDays}>{everyWeekday(cls.start_date)}</IconLine>
            <IconLine icon={UserRound}>Coach: {cls.coach_name}</IconLine>
          </Stack>
          <Box borderRadius="lg" bg="bg.subtle" px="4" py="2.5" fontVariantNumeric="tabular-nums">
            <HStack gap="2" align="baseline" wrap="wrap">
              <Text fontWeight="bold">
                {isLowest && 'from '}
                {formatCents(price)}
              </Text>
              <Text color="fg.muted">{weeksText(weeks)}</Text>
            </HStack>
            <Text>Weekly rate: {formatCents(cls.weekly_rate)}</Text>
          </Box>
          <Stack as="ul" gap="2" listStyleType="none">
            {cls.time_slots.map((slot) => (
              <li key={slot.id}>
                <SlotFill slot={slot} fullBadge="FULL" />
              </li>
            ))}
          </Stack>
          <HStack wrap="wrap" gap="2" mt="auto">
            {!cls.deleting && (
              <>
                <Button asChild size="compact" flex="1 0 auto" aria-describedby={headingId}>
                  <Link to={paths.adminClass(cls.id)} state={fromList}>
                    View Details
                  </Link>
                </Button>
                <Button
                  type="button"
                  variant="outline"
                  size="compact"
                  aria-describedby={headingId}
                  onClick={onEdit}
                >
                  Edit
                </Button>
              </>
            )}
            <Button
              type="button"
              variant="outline"
              size="compact"
              color="danger.fg"
              aria-describedby={headingId}
              onClick={onDelete}
            >
              {cls.deleting ? 'Finish Deleting' : 'Delete'}
            </Button>
          </HStack>
        </Stack>
      </article>
    </Card>
  );
};
