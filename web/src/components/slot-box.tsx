import { HStack, Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { type ReactNode, useId } from 'react';
import { isFull } from '#shared/domain/classes/capacity';
import type { Openings } from '#shared/domain/terms/openings';
import { formatTimeRange } from '#shared/domain/text/format';
import { programEnded } from '#shared/program-ended';
import type { TimeSlot } from '#shared/schemas/slot';
import { Badge } from './badge.tsx';
import { Button } from './button.tsx';
import { OpeningGate } from './opening-gate.tsx';
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
  /** When its class opens. */
  readonly openings: Openings;
  /** No session is left to come: it can be neither booked nor waited for. */
  readonly isOver?: boolean;
  /** Shown below the places. */
  readonly children?: ReactNode;
}

/** A time slot with its free places and a book button, or when it opens (TRM-06); a full one can be waited for (WAI-01), once the class is open (TRM-11). */
export const SlotBox = ({ slot, labels, actions, openings, isOver = false, children }: SlotBoxProps) => {
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
        {full || isOver ? (
          <Button flex="1 0 auto" variant="outline" size="compact" disabled aria-describedby={timeId}>
            {isOver ? programEnded : labels.full}
          </Button>
        ) : (
          <OpeningGate openings={openings}>
            {(forWhom) => (
              <Button
                flex="1 0 auto"
                variant="solid"
                size="compact"
                aria-describedby={timeId}
                onClick={() => actions.onBook(slot)}
              >
                {forWhom}
                {labels.book}
              </Button>
            )}
          </OpeningGate>
        )}
        {full && (
          <OpeningGate openings={openings}>
            {(forWhom) => (
              <Button
                flex="1 0 auto"
                size="compact"
                aria-describedby={timeId}
                onClick={() => actions.onJoin(slot)}
              >
                {forWhom}
                Join waiting list
              </Button>
            )}
          </OpeningGate>
        )}
      </li>
    </HStack>
  );
};
