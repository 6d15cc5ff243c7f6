import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { Info } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { moveLabel } from '#shared/domain/bookings/moves';
import { ageNote } from '#shared/domain/children/age';
import type { Booking } from '#shared/schemas/booking';
import type { MoveOrder } from '#shared/schemas/booking-change';
import type { ClassId, SlotId } from '#shared/schemas/ids';
import type { CalendarDate } from '#shared/schemas/values';
import type { MoveOption } from '../lib/moves/move-options.ts';
import { moveEffect } from '../lib/moves/move-texts.ts';
import { Button } from './button.tsx';
import { MoveChoice } from './move-choice.tsx';
import { Notice } from './notice.tsx';
import { VenueLine } from './venue-line.tsx';

interface MoveFormProps {
  readonly booking: Pick<Booking, 'child_name'>;
  /** The child's; missing while it is read, and for a child that was removed. */
  readonly dateOfBirth: CalendarDate | null | undefined;
  /** The class of the booking. */
  readonly ownClass: ClassId;
  readonly options: readonly MoveOption[];
  readonly isPending: boolean;
  readonly onMove: (order: MoveOrder) => void;
  /** Further fields, above the button. */
  readonly children?: ReactNode;
}

const orderOf = ({ cls, slot, terms }: MoveOption): MoveOrder => ({
  class_id: cls.id,
  time_slot_id: slot.id,
  calendar_version: terms.calendar_version,
  credit: terms.quote.credit,
  charge: terms.quote.charge,
  trial_date: terms.trial_date,
});

/** Chooses another slot for a booking; says what the move does before it is made (MOV-01). */
export const MoveForm = ({ booking, dateOfBirth, ownClass, options, children, ...move }: MoveFormProps) => {
  const { isPending, onMove } = move;
  const [chosenId, setChosenId] = useState<SlotId>();
  const chosen = options.find(({ slot }) => slot.id === chosenId);
  if (options.length === 0) return <Text>There is no other time with a free place at the moment.</Text>;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (chosen) onMove(orderOf(chosen));
  };
  const note =
    chosen && dateOfBirth && ageNote(chosen.cls.class_type, dateOfBirth, chosen.terms.first_session);
  return (
    <form onSubmit={submit}>
      <Stack gap="5">
        <MoveChoice options={options} ownClass={ownClass} chosen={chosen?.slot.id} onChoose={setChosenId} />
        {note && (
          <Notice tone="brand" icon={Info}>
            {note}
          </Notice>
        )}
        <Text aria-live="polite" fontVariantNumeric="tabular-nums">
          {chosen
            ? moveEffect(booking.child_name, chosen, chosen.cls.id === ownClass)
            : 'Choose a time to see what changes.'}
        </Text>
        {chosen && chosen.cls.id !== ownClass && <VenueLine place={chosen.cls} />}
        {children}
        <Button type="submit" variant="accent" size="lg" disabled={!chosen || isPending}>
          {isPending ? 'Changing...' : chosen ? moveLabel(chosen.terms.quote) : 'Change'}
        </Button>
      </Stack>
    </form>
  );
};
