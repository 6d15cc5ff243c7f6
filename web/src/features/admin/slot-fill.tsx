import { HStack, Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { bookingCount, isFull } from '#shared/domain/classes/capacity';
import { formatTimeRange } from '#shared/domain/text/format';
import type { TimeSlot } from '#shared/schemas/slot';
import { Badge } from '../../components/badge.tsx';
import { PlacesBar } from '../../components/places-bar.tsx';

interface SlotFillProps {
  readonly slot: TimeSlot;
  /** Label of a full slot. */
  readonly fullBadge: string;
}

/** Bookings and capacity of a slot in numbers, and as a bar, in which held places count as taken. */
export const SlotFill = ({ slot, fullBadge }: SlotFillProps) => {
  const full = isFull(slot);
  return (
    <Stack gap="1" fontVariantNumeric="tabular-nums">
      <HStack gap="2" wrap="wrap" lineHeight="heading">
        <Text fontWeight="semibold" flex="1" whiteSpace="nowrap">
          {formatTimeRange(slot)}
        </Text>
        {full && <Badge variant="danger">{fullBadge}</Badge>}
        <Text color="fg.muted">
          {bookingCount(slot)}/{slot.max_capacity} participants
          {slot.held ? `, ${slot.held} held` : ''}
        </Text>
      </HStack>
      <PlacesBar slot={slot} isWarning={full} />
    </Stack>
  );
};
