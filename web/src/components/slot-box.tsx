import { HStack, Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { type ReactNode, useId } from 'react';
import { isFull } from '#shared/domain/classes/capacity';
import { formatTimeRange } from '#shared/domain/text/format';
import { programEnded } from '#shared/program-ended';
import type { TimeSlot } from '#shared/schemas/slot';
import { Badge } from './badge.tsx';
import { Button } from './button.tsx';
import { PlacesMeter } from './places-meter.tsx';

/** Labels of a listing's book buttons; `fullBadge` is shown beside the time of a full slot. */
export interface BookingLabels {
  readonly book: string;
  readonly full: string;
  readonly fullBadge: string | null;
}

/** Labels of the public listing. */
export const listingLabels: BookingLabels = { book: 'Book Now', full: 'Fully Booked', fullBadge: 'FULL' };

/** What the buttons of a slot do. */
export interface SlotActions {
  readonly onBook: (slot: TimeSlot) => void;
  /** Joins the waiting list of a full slot. */
  readonly onJoin: (slot: TimeSlot) => void;
}

interface SlotBoxProps {
  readonly slot: TimeSlot;
  readonly labels: BookingLabels;
  readonly actions: SlotActions;
  /** No session is left to come: it can be neither booked nor waited for. */
  readonly isOver?: boolean;
  /** Shown below the places. */
  readonly children?: ReactNode;
}

/** A time slot with its free places and a book button; a full one can be waited for (WAI-01). */
export const SlotBox = ({ slot, labels, actions, isOver = false, children }: SlotBoxProps) => {
  const timeId = useId();
  const full = isFull(slot) && !isOver;
  return (
    <HStack asChild wrap="wrap" gap="3" p="3" borderRadius="lg" borderWidth="1px" borderColor="border">
      <li>
        {/* Grows before the button does: the button is only stretched when it is alone on its line. */}
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
          {children}
        </Stack>
        {full && labels.fullBadge && <Badge variant="danger">{labels.fullBadge}</Badge>}
        <Button
          flex="1 0 auto"
          variant={full || isOver ? 'outline' : 'solid'}
          size="compact"
          disabled={full || isOver}
          aria-describedby={timeId}
          onClick={() => actions.onBook(slot)}
        >
          {isOver ? programEnded : full ? labels.full : labels.book}
        </Button>
        {full && (
          <Button
            flex="1 0 auto"
            size="compact"
            aria-describedby={timeId}
            onClick={() => actions.onJoin(slot)}
          >
            Join waiting list
          </Button>
        )}
      </li>
    </HStack>
  );
};
