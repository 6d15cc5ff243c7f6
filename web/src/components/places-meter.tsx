import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { placesLeft } from '#shared/domain/classes/capacity';
import { placesText } from '#shared/domain/text/format';
import type { TimeSlot } from '#shared/schemas/slot';
import { PlacesBar } from './places-bar.tsx';

/** At most this many free places are highlighted. */
const lastPlaces = 3;

/** The free places of a slot in words, and the share of booked places as a bar. */
export const PlacesMeter = ({ slot }: { readonly slot: TimeSlot }) => {
  const left = placesLeft(slot);
  const isNearlyFull = left <= lastPlaces;
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
      <PlacesBar slot={slot} isWarning={isNearlyFull} />
    </Stack>
  );
};
