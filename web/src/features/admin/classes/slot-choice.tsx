import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { Link, useLocation } from 'react-router-dom';
import type { SlotId } from '#shared/schemas/ids';
import type { TimeSlot } from '#shared/schemas/slot';
import { SlotFill } from '../slot-fill.tsx';

interface SlotChoiceProps {
  readonly slots: readonly TimeSlot[];
  readonly selected: SlotId | undefined;
}

/** Links that select one of the time slots of a class (ADM-33, ADM-34). */
export const SlotChoice = ({ slots, selected }: SlotChoiceProps) => {
  const { state } = useLocation();
  return slots.length === 0 ? (
    <Text color="fg.muted">This class has no time slots. Edit the class to add one.</Text>
  ) : (
    <chakra.nav aria-label="Time slots">
      <chakra.ul
        display="grid"
        gridTemplateColumns="repeat(auto-fill, minmax(min(20rem, 100%), 1fr))"
        gap="3"
        listStyleType="none"
      >
        {slots.map((slot) => (
          <li key={slot.id}>
            <SlotLink
              to={{ search: `?slot=${slot.id}` }}
              replace
              state={state}
              aria-current={slot.id === selected}
            >
              <SlotFill slot={slot} fullBadge="Full" />
            </SlotLink>
          </li>
        ))}
      </chakra.ul>
    </chakra.nav>
  );
};

const SlotLink = chakra(Link, {
  base: {
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
  },
});
