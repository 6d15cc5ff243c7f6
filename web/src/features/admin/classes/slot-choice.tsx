import { Link, useLocation } from 'react-router-dom';
import { bookingCount, isFull } from '#shared/classes/class';
import { formatTimeRange } from '#shared/lib/format';
import type { SlotId } from '#shared/lib/ids';
import type { TimeSlot } from '#shared/sessions/slot';
import { css } from '#styled-system/css';
import { PlacesBar } from '../../../components/slot-box.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';

interface SlotFillProps {
  readonly slot: TimeSlot;
  readonly fullBadge: string;
}

/** In the bar, held places count as taken. */
export const SlotFill = ({ slot, fullBadge }: SlotFillProps) => {
  const full = isFull(slot);
  return (
    <Stack gap="1" fontVariantNumeric="tabular-nums">
      <HStack gap="2" wrap="wrap" lineHeight="heading">
        <Text fontWeight="semibold" whiteSpace="nowrap" flex="1">
          {formatTimeRange(slot)}
        </Text>
        {full && (
          <Badge variant="solid" colorPalette="danger">
            {fullBadge}
          </Badge>
        )}
        <Text color="fg.muted">
          {bookingCount(slot)}/{slot.max_capacity} participants
          {slot.held ? `, ${slot.held} held` : ''}
        </Text>
      </HStack>
      <PlacesBar slot={slot} isWarning={full} />
    </Stack>
  );
};

interface SlotChoiceProps {
  readonly slots: readonly TimeSlot[];
  readonly selected: SlotId | undefined;
}

export const SlotChoice = ({ slots, selected }: SlotChoiceProps) => {
  const { state } = useLocation();
  return slots.length === 0 ? (
    <Text color="fg.muted">This class has no time slots. Edit the class to add one.</Text>
  ) : (
    <nav aria-label="Time slots">
      <ul
        className={css({
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(20rem, 100%), 1fr))',
          gap: '3',
          listStyleType: 'none',
        })}
      >
        {slots.map((slot) => (
          <li key={slot.id}>
            <Link
              className={slotLink}
              to={{ search: `?slot=${slot.id}` }}
              replace
              state={state}
              aria-current={slot.id === selected}
            >
              <SlotFill slot={slot} fullBadge="Full" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
};

const slotLink = css({
  display: 'block',
  height: 'full',
  minHeight: 'touch',
  p: '3.5',
  borderRadius: 'lg',
  borderWidth: '2px',
  borderColor: 'border',
  bg: 'bg.surface',
  _hover: { borderColor: 'border.control' },
  '&[aria-current=true]': { borderColor: 'brand.fg', bg: 'brand.subtle' },
});
