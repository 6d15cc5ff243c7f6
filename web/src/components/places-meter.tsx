import { Box } from '@chakra-ui/react/box';
import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { placesLeft } from '#shared/domain/classes/capacity';
import { placesText } from '#shared/domain/text/format';
import type { TimeSlot } from '#shared/schemas/slot';

/** At most this many free places are highlighted. */
const lastPlaces = 3;

/** The free places of a slot in words, and the share of booked places as a bar. */
export const PlacesMeter = ({ slot }: { readonly slot: TimeSlot }) => {
  const left = placesLeft(slot);
  const isNearlyFull = left <= lastPlaces;
  const taken = Math.min(1, slot.current_bookings / slot.max_capacity);
  return (
    <Stack gap="1.5">
      <Text
        fontSize="sm"
        fontWeight="semibold"
        lineHeight="heading"
        color={isNearlyFull ? 'danger.fg' : 'fg.muted'}
      >
        {placesText(left)}
      </Text>
      <Box height="1" borderRadius="full" bg="bg.subtle" overflow="hidden" aria-hidden="true">
        <Box
          height="full"
          borderRadius="full"
          bg={isNearlyFull ? 'danger.solid' : 'pitch.bright'}
          style={{ width: `${taken * 100}%` }}
        />
      </Box>
    </Stack>
  );
};
