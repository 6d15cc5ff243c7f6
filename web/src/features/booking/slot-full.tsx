import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { Frown } from 'lucide-react';
import { Link } from 'react-router-dom';
import { problems } from '#shared/contract/errors';
import { byStartTime, isFull, placesLeft } from '#shared/domain/capacity';
import { formatTimeRange, placesText } from '#shared/domain/format';
import { paths } from '#shared/paths';
import type { FootballClass } from '#shared/schemas/class';
import type { TimeSlot } from '#shared/schemas/slot';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';

interface SlotFullProps {
  readonly cls: FootballClass;
  readonly slot: TimeSlot;
}

/** Shown for a full slot (BOK-08): links to the slots of the class with free places, and to other classes. */
export const SlotFull = ({ cls, slot }: SlotFullProps) => {
  const others = cls.time_slots
    .filter((other) => other.id !== slot.id && !isFull(other))
    .toSorted(byStartTime);
  return (
    <Stack gap="5">
      <Notice tone="danger" icon={Frown}>
        {problems.slotFull.text}
      </Notice>
      {others.length > 0 && (
        <Stack gap="3">
          <Text fontWeight="semibold">Another time of the same class still has places:</Text>
          {others.map((other) => (
            <Button key={other.id} asChild justifyContent="space-between">
              <Link to={paths.bookClass(other.class_id, other.id)}>
                <span>{formatTimeRange(other)}</span>
                <span>{placesText(placesLeft(other))}</span>
              </Link>
            </Button>
          ))}
        </Stack>
      )}
      <Button asChild variant="outline">
        <Link to={paths.browseClasses}>Browse Other Classes</Link>
      </Button>
    </Stack>
  );
};
