import { type KeyboardEvent, useId, useState } from 'react';
import { cleanLine } from '#shared/lib/text';
import { limits } from '#shared/limits';
import { css } from '#styled-system/css';
import { TextField } from '../../../components/fields.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { type PlaceChoice, type PlaceGroup, searchPlaces } from './place-choices.ts';

interface ChoosePlaceProps {
  readonly groups: readonly PlaceGroup[];
  readonly chosen: string;
  readonly onChoose: (slotId: string) => void;
}

// A ref: the search takes the focus when it replaces the choice.
const focus = (element: HTMLDivElement | null): void => element?.querySelector('input')?.focus();

/** One chooses by a search or from the list of all slots; then only the choice is shown (BHF-06). */
export const ChoosePlace = ({ groups, chosen, onChoose }: ChoosePlaceProps) => {
  const [isAgain, setIsAgain] = useState(false);
  const group = groups.find(({ choices }) => choices.some(({ slot }) => slot.id === chosen));
  const choice = group?.choices.find(({ slot }) => slot.id === chosen);
  if (!group || !choice)
    return (
      <div ref={isAgain ? focus : null}>
        <PlaceSearch groups={groups} onChoose={({ slot }) => onChoose(slot.id)} />
      </div>
    );
  return (
    <HStack justify="space-between" gap="3" align="start">
      <Stack as="section" gap="0" minWidth="0" aria-label="Class and time">
        <Text fontWeight="semibold" overflowWrap="anywhere">
          {group.title}
        </Text>
        <ChoiceText choice={choice} />
      </Stack>
      <Button
        type="button"
        variant="outline"
        size="sm"
        aria-label="Change class and time"
        onClick={() => {
          setIsAgain(true);
          onChoose('');
        }}
      >
        Change
      </Button>
    </HStack>
  );
};

const ChoiceText = ({ choice: { when, dates, places } }: { readonly choice: PlaceChoice }) => (
  <span
    className={css({
      display: 'grid',
      textAlign: 'start',
      fontVariantNumeric: 'tabular-nums',
      lineHeight: 'heading',
    })}
  >
    <span>{when}</span>
    <span className={css({ color: 'fg.muted', fontWeight: 'normal' })}>
      {dates}: {places}
    </span>
  </span>
);

const PlaceSearch = ({
  groups,
  onChoose,
}: Pick<ChoosePlaceProps, 'groups'> & { readonly onChoose: (choice: PlaceChoice) => void }) => {
  const [typed, setTyped] = useState('');
  const found = searchPlaces(groups, cleanLine(typed));
  const [first] = found.flatMap(({ choices }) => choices);
  const isOne = found.flatMap(({ choices }) => choices).length === 1;
  return (
    <Stack gap="2">
      <TextField
        label="Class and time"
        hint={isOne ? 'Press Enter to choose it.' : 'Type a day, a time, a place or a class.'}
        type="search"
        autoComplete="off"
        limit={limits.searchLength}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          if (isOne && first) onChoose(first);
        }}
      />
      <div className={scrolledList}>
        {found.map((group) => (
          <PlaceList key={`${group.title} ${group.fits}`} group={group} onChoose={onChoose} />
        ))}
        {found.length === 0 && (
          <Text role="status" color="fg.muted">
            {groups.length === 0 ? 'No class has a session to come.' : 'No class and time is found.'}
          </Text>
        )}
      </div>
    </Stack>
  );
};

// The list scrolls, so that the rest of the form stays in reach.
const scrolledList = css({
  display: 'grid',
  gap: '3',
  maxHeight: '[20rem]',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  px: '1',
  pb: '1',
  mx: '-1',
});

const PlaceList = ({
  group: { title, fits, choices },
  onChoose,
}: {
  readonly group: PlaceGroup;
  readonly onChoose: (choice: PlaceChoice) => void;
}) => {
  const titleId = useId();
  return (
    <Stack as="section" gap="1" aria-labelledby={titleId}>
      <Text id={titleId} fontWeight="semibold" overflowWrap="anywhere">
        {title}
        {!fits && ' (another age)'}
      </Text>
      {choices.map((choice) => (
        <Button
          key={choice.slot.id}
          type="button"
          variant="outline"
          justifyContent="start"
          height="auto"
          minHeight="touch"
          px="3"
          py="1"
          fontSize="sm"
          borderRadius="lg"
          width="full"
          whiteSpace="normal"
          onClick={() => onChoose(choice)}
        >
          <ChoiceText choice={choice} />
        </Button>
      ))}
    </Stack>
  );
};
