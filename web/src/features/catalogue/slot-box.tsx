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
    <HStack
      asChild
      gap="4"
      justify="space-between"
      p="3"
      ps="3.5"
      borderRadius="lg"
      borderWidth="1px"
      borderColor="border"
    >
      <li>
        <Stack gap="1.5" flex="1" minWidth="0">
          <HStack gap="2" wrap="wrap">
            <Text id={timeId} fontWeight="bold" fontVariantNumeric="tabular-nums" lineHeight="heading">
              {formatTimeRange(slot)}
            </Text>
            {full && words.fullBadge && <Badge variant="danger">{words.fullBadge}</Badge>}
          </HStack>
          <PlacesMeter slot={slot} />
        </Stack>
        <Button
          variant={full ? 'outline' : 'solid'}
          size="compact"
          px="4"
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
