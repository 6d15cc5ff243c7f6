import { HStack, Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { type ReactNode, useId } from 'react';
import { discountText } from '#shared/domain/pricing/discounts';
import { formatCents } from '#shared/domain/pricing/money';
import type { Child } from '#shared/schemas/child';
import type { CalendarDate } from '#shared/schemas/values';
import { CheckBox } from '../../components/check-box.tsx';
import { nameAndAge } from './child-choice.tsx';
import { fieldsetLegend } from './fieldset-legend.ts';
import type { PlaceToBook } from './places-to-book.ts';

interface SiblingChoiceProps {
  /** Those who can be booked with the chosen child. */
  readonly options: readonly Child[];
  readonly today: CalendarDate;
  readonly chosenIds: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
  /** Notes about a chosen sibling. */
  readonly notesOf: (child: Child) => ReactNode;
}

/** Chooses siblings who are booked with the same press (BSK-01). */
export const SiblingChoice = ({ options, today, chosenIds, onChange, notesOf }: SiblingChoiceProps) => (
  <chakra.fieldset>
    <chakra.legend {...fieldsetLegend}>Book siblings too</chakra.legend>
    {options.map((child) => {
      const isChosen = chosenIds.includes(child.id);
      const others = chosenIds.filter((id) => id !== child.id);
      return (
        <div key={child.id}>
          <CheckBox checked={isChosen} onChange={() => onChange(isChosen ? others : [...others, child.id])}>
            <chakra.span overflowWrap="anywhere">{nameAndAge(child, today)}</chakra.span>
          </CheckBox>
          {isChosen && notesOf(child)}
        </div>
      );
    })}
  </chakra.fieldset>
);

/** What each of several children costs. */
export const PriceOfEach = ({ places }: { readonly places: readonly PlaceToBook[] }) => {
  const headingId = useId();
  return (
    <Stack gap="2">
      <Text id={headingId} fontWeight="bold">
        Price of each child
      </Text>
      <Stack as="ul" aria-labelledby={headingId} gap="1" listStyleType="none">
        {places.map(
          ({ child, terms }) =>
            terms && (
              <HStack key={child.id} as="li" justify="space-between" align="start" gap="4">
                <Text as="span" overflowWrap="anywhere">
                  {child.name}
                </Text>
                <Text as="span" textAlign="end" flexShrink={0} fontVariantNumeric="tabular-nums">
                  <strong>{formatCents(terms.amount)}</strong>
                  {terms.discount && (
                    <Text as="span" display="block" fontSize="sm">
                      {discountText(terms.discount)}
                    </Text>
                  )}
                </Text>
              </HStack>
            ),
        )}
      </Stack>
    </Stack>
  );
};
