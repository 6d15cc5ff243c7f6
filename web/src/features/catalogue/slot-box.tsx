import { HStack, Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useId } from 'react';
import { isFull } from '#shared/domain/capacity';
import { formatTimeRange } from '#shared/domain/format';
import type { TimeSlot } from '#shared/schemas/slot';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { PlacesMeter } from '../../components/places-meter.tsx';

/** How a listing words its book buttons; `fullBadge` stands beside the time of a full slot. */
export interface BookingWords {
  readonly book: string;
  readonly full: string;
  readonly fullBadge: string | null;
}

interface SlotBoxProps {
  readonly slot: TimeSlot;
  readonly words: BookingWords;
  readonly onBook: (slot: TimeSlot) => void;
}

/** One time slot of a class: when, how many places are left, and the way to one of them. */
export const SlotBox = ({ slot, words, onBook }: SlotBoxProps) => {
  const timeId = useId();
  const full = isFull(slot);
  return (
    <HStack asChild wrap="wrap" gap="3" p="3" borderRadius="lg" borderWidth="1px" borderColor="border">
      <li>
        {/* Takes the room that is left, so that the button fills a line of its own where there is none. */}
        <Stack gap="1.5" flex="999 1 9.25rem">
          <Text
            id={timeId}
            fontWeight="bold"
            fontVariantNumeric="tabular-nums"
            lineHeight="heading"
            whiteSpace="nowrap"
          >
            {formatTimeRange(slot)}
          </Text>
          <PlacesMeter slot={slot} />
        </Stack>
        {full && words.fullBadge && <Badge variant="danger">{words.fullBadge}</Badge>}
        <Button
          flex="1 0 auto"
          variant={full ? 'outline' : 'solid'}
          size="compact"
          disabled={full}
          aria-describedby={timeId}
          onClick={() => onBook(slot)}
        >
          {full ? words.full : words.book}
        </Button>
      </li>
    </HStack>
  );
};
