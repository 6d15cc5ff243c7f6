import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { Frown, TicketCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import { shownProblems } from '#shared/contract/shown-problems';
import { isFull, placesLeft } from '#shared/domain/classes/capacity';
import { nextUpcomingDate } from '#shared/domain/sessions/sessions';
import { formatTimeRange, placesText } from '#shared/domain/text/format';
import { listed } from '#shared/domain/text/listed';
import { paths } from '#shared/paths';
import type { BookableSlot } from '#shared/schemas/bookable-slot';
import type { TimeSlot } from '#shared/schemas/slot';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { useBusinessNow } from '../../lib/time/today.ts';
import { hasPlaceText } from './has-place-text.ts';

interface SlotFullProps {
  readonly bookable: BookableSlot;
  readonly slot: TimeSlot;
}

/**
 * Shown for a full slot (BOK-08): the children who have a place in it, links to the slots of the class with free places
 * while a child has none, and to other classes (BOK-49).
 */
export const SlotFull = ({ bookable, slot }: SlotFullProps) => {
  const { class: cls, children, booked_child_ids: booked } = bookable;
  const placed = children.filter(({ id }) => booked.includes(id));
  const others = children.filter(({ id }) => !booked.includes(id)).map(({ name }) => name);
  const mayOffer = children.length === 0 || others.length > 0;
  const forOthers = placed.length > 0 ? ` for ${listed(others)}` : '';
  const moment = useBusinessNow();
  const slots = cls.time_slots.filter(
    (other) =>
      mayOffer && other.id !== slot.id && !isFull(other) && nextUpcomingDate(cls, other, moment) !== null,
  );
  return (
    <Stack gap="5">
      {placed.map((child) => (
        <Notice key={child.id} tone="brand" icon={TicketCheck}>
          {hasPlaceText(child)}
        </Notice>
      ))}
      <Notice tone="danger" icon={Frown}>
        {shownProblems.slotFull.text}
      </Notice>
      {slots.length > 0 && (
        <Stack gap="3">
          <Text fontWeight="semibold">Another time of the same class still has places{forOthers}:</Text>
          {slots.map((other) => (
            <Button key={other.id} asChild justifyContent="space-between">
              <Link to={paths.bookClass(other.class_id, other.id)}>
                <span>{formatTimeRange(other)}</span>
                <span>{placesText(placesLeft(other))}</span>
              </Link>
            </Button>
          ))}
        </Stack>
      )}
      {mayOffer && (
        <Button asChild variant={slots.length > 0 ? 'outline' : 'accent'}>
          <Link to={paths.joinWaitingList(slot.class_id, slot.id)}>Join waiting list</Link>
        </Button>
      )}
      <Button asChild variant="outline">
        <Link to={paths.browseClasses}>Browse Other Classes</Link>
      </Button>
    </Stack>
  );
};
