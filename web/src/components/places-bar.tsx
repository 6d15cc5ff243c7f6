import { Box } from '@chakra-ui/react/box';
import type { TimeSlot } from '#shared/schemas/slot';

interface PlacesBarProps {
  readonly slot: TimeSlot;
  /** Whether the taken places are shown as a warning. */
  readonly isWarning: boolean;
}

/** The share of a slot's places that are taken, held ones included. The numbers are beside it. */
export const PlacesBar = ({ slot, isWarning }: PlacesBarProps) => {
  const taken = Math.min(1, slot.current_bookings / slot.max_capacity);
  return (
    <Box
      // A bar is its colours: those of the page stay where the user has set others.
      css={{ forcedColorAdjust: 'none' }}
      height="1"
      borderRadius="full"
      bg="bg.subtle"
      overflow="hidden"
      aria-hidden="true"
    >
      <Box
        height="full"
        borderRadius="full"
        bg={isWarning ? 'danger.solid' : 'pitch.bright'}
        style={{ width: `${taken * 100}%` }}
      />
    </Box>
  );
};
