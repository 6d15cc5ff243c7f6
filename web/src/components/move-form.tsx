import { Info } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { Booking } from '#shared/booking/booking';
import type { MoveOrder } from '#shared/booking/booking-change';
import { moveLabel } from '#shared/booking/move-terms';
import { placesLeft } from '#shared/classes/class';
import { ageNote } from '#shared/families/children';
import { classTypeName, everyWeekday, formatTimeRange, placesText } from '#shared/lib/format';
import type { ClassId, SlotId } from '#shared/lib/ids';
import type { CalendarDate } from '#shared/lib/values';
import { css } from '#styled-system/css';
import { differenceText, firstSessionText, type MoveOption, moveEffect } from '../lib/moves.ts';
import { OptionCard } from './choices.tsx';
import { Notice } from './notice.tsx';
import { Button } from './ui/button.tsx';
import { RadioCard } from './ui/radio-card.tsx';
import { Stack } from './ui/stack.tsx';
import { Text } from './ui/text.tsx';
import { VenueLine } from './venue-line.tsx';

interface MoveChoiceProps {
  readonly options: readonly MoveOption[];
  readonly ownClass: ClassId;
  readonly chosen: SlotId | undefined;
  readonly onChoose: (slotId: SlotId) => void;
}

const MoveChoice = ({ options, ownClass, chosen, onChoose }: MoveChoiceProps) => {
  return (
    <RadioCard.Root asChild value={chosen ?? null} onValueChange={({ value }) => onChoose(value as SlotId)}>
      <Stack gap="6">
        {byClass(options).map(([classId, slots]) => (
          <fieldset key={classId}>
            <legend className={css({ fontWeight: 'bold', mb: '2', overflowWrap: 'anywhere' })}>
              {classId === ownClass ? 'Another time of this class' : titleOf(slots)}
            </legend>
            <Stack gap="2">
              {slots.map((option) => (
                <OptionCard key={option.slot.id} value={option.slot.id}>
                  <OptionText option={option} />
                </OptionCard>
              ))}
            </Stack>
          </fieldset>
        ))}
      </Stack>
    </RadioCard.Root>
  );
};

/** `Map.groupBy` is newer than the supported browsers. */
const byClass = (options: readonly MoveOption[]): [ClassId, MoveOption[]][] =>
  [...new Set(options.map(({ cls }) => cls.id))].map((id) => [
    id,
    options.filter(({ cls }) => cls.id === id),
  ]);

const titleOf = ([option]: readonly MoveOption[]): string =>
  option
    ? `${classTypeName(option.cls.class_type)}, ${option.cls.venue}, ${everyWeekday(option.cls.start_date)}`
    : '';

const OptionText = ({ option }: { readonly option: MoveOption }) => (
  <span
    className={css({
      display: 'grid',
      flexGrow: '1',
      fontVariantNumeric: 'tabular-nums',
      lineHeight: 'heading',
      gap: '1',
    })}
  >
    <span
      className={css({ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: '4' })}
    >
      <strong>{formatTimeRange(option.slot)}</strong>
      <strong>{differenceText(option)}</strong>
    </span>
    <Text as="span" color="fg.muted">
      {firstSessionText(option)} · {placesText(placesLeft(option.slot))}
    </Text>
  </span>
);

interface MoveFormProps {
  readonly booking: Pick<Booking, 'child_name'>;
  /** Missing while the child is loading, and for a removed child. */
  readonly dateOfBirth: CalendarDate | null | undefined;
  readonly ownClass: ClassId;
  readonly options: readonly MoveOption[];
  readonly isPending: boolean;
  readonly onMove: (order: MoveOrder) => void;
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
          <Notice status="info" icon={Info}>
            {note}
          </Notice>
        )}
        <Text aria-live="polite" fontVariantNumeric="tabular-nums">
          {chosen
            ? moveEffect(booking.child_name, chosen, chosen.cls.id === ownClass)
            : 'Choose a time to see what changes.'}
        </Text>
        {chosen && chosen.cls.id !== ownClass && <VenueLine of={chosen.cls} />}
        {children}
        <Button type="submit" colorPalette="accent" size="lg" disabled={!chosen || isPending}>
          {isPending ? 'Changing...' : chosen ? moveLabel(chosen.terms.quote) : 'Change'}
        </Button>
      </Stack>
    </form>
  );
};
