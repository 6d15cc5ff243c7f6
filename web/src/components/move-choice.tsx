import { Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useId } from 'react';
import { placesLeft } from '#shared/domain/classes/capacity';
import { classTypeName, everyWeekday, formatTimeRange, placesText } from '#shared/domain/text/format';
import type { ClassId, SlotId } from '#shared/schemas/ids';
import type { MoveOption } from '../lib/moves/move-options.ts';
import { differenceText, firstSessionText } from '../lib/moves/move-texts.ts';
import { OptionCard, OptionRadio } from './option-card.tsx';

interface MoveChoiceProps {
  readonly options: readonly MoveOption[];
  /** The class of the booking. */
  readonly ownClass: ClassId;
  readonly chosen: SlotId | undefined;
  readonly onChoose: (slotId: SlotId) => void;
}

/** The slots that a booking can move to, by class, each with what it changes in money (MOV-01). */
export const MoveChoice = ({ options, ownClass, chosen, onChoose }: MoveChoiceProps) => {
  const name = useId();
  return (
    <Stack gap="6">
      {byClass(options).map(([classId, slots]) => (
        <chakra.fieldset key={classId}>
          <chakra.legend fontWeight="bold" mb="2" overflowWrap="anywhere">
            {classId === ownClass ? 'Another time of this class' : titleOf(slots)}
          </chakra.legend>
          <Stack gap="2">
            {slots.map((option) => (
              <OptionCard key={option.slot.id}>
                <OptionRadio
                  type="radio"
                  name={name}
                  checked={option.slot.id === chosen}
                  onChange={() => onChoose(option.slot.id)}
                />
                <OptionText option={option} />
              </OptionCard>
            ))}
          </Stack>
        </chakra.fieldset>
      ))}
    </Stack>
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
  <chakra.span display="grid" flexGrow="1" fontVariantNumeric="tabular-nums" lineHeight="heading" gap="1">
    <chakra.span display="flex" flexWrap="wrap" justifyContent="space-between" columnGap="4">
      <strong>{formatTimeRange(option.slot)}</strong>
      <strong>{differenceText(option)}</strong>
    </chakra.span>
    <Text as="span" color="fg.muted">
      {firstSessionText(option)} · {placesText(placesLeft(option.slot))}
    </Text>
  </chakra.span>
);
