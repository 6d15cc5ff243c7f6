import { Box } from '@chakra-ui/react/box';
import { HStack, Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { bookingCount, isFull } from '#shared/domain/classes/capacity';
import { formatTimeRange } from '#shared/domain/text/format';
import type { TimeSlot } from '#shared/schemas/slot';
import { Badge } from '../../components/badge.tsx';

interface SlotFillProps {
  readonly slot: TimeSlot;
  /** Label of a full slot. */
  readonly fullBadge: string;
}

/** Bookings and capacity of a slot in numbers, and as a bar, in which held places count as taken. */
export const SlotFill = ({ slot, fullBadge }: SlotFillProps) => {
  const full = isFull(slot);
  const taken = Math.min(1, slot.current_bookings / slot.max_capacity);
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
      <Box height="1" borderRadius="full" bg="bg.subtle" overflow="hidden" aria-hidden="true">
        <Box
          height="full"
          borderRadius="full"
          bg={full ? 'danger.solid' : 'pitch.bright'}
          style={{ width: `${taken * 100}%` }}
        />
      </Box>
    </Stack>
  );
};
