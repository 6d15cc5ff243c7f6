import { createListCollection } from '@chakra-ui/react/collection';
import { Combobox } from '@chakra-ui/react/combobox';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import type { ManagedClass } from '#shared/classes/managed-class';
import type { Found } from '#shared/families/admin-routes';
import { classTypeName, formatTimeRange } from '#shared/lib/format';
import { wordsFor } from '#shared/lib/search-text';
import { cleanLine, counted } from '#shared/lib/text';
import { limits } from '#shared/limits';
import { paths } from '#shared/paths';
import { schoolRoutes } from '#shared/school/admin-routes';
import { FormField } from '../../../components/fields.tsx';
import { Modal } from '../../../components/modal.tsx';
import { Box } from '../../../components/ui/box.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Input } from '../../../components/ui/input.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { classesQuery } from '../classes/queries.ts';
import type { DialogProps } from '../dialogs.tsx';
import { AddFoundFamily } from '../families/add-family-link.tsx';
import { usePause } from '../queries.ts';

interface Hit {
  readonly key: string;
  readonly to: string;
  readonly text: string;
  readonly detail: string;
}

interface HitGroup {
  readonly name: string;
  readonly hits: readonly Hit[];
}

export interface FoundScreen {
  readonly to: string;
  readonly label: string;
  readonly about?: string;
}

const maxClasses = 6;

const classHits = (classes: readonly ManagedClass[], query: string): Hit[] => {
  const matches = wordsFor(query);
  return classes
    .filter(
      ({ class_type, venue, coach_name, deleting }) =>
        !deleting && matches([classTypeName(class_type), venue, coach_name]),
    )
    .slice(0, maxClasses)
    .map((cls) => ({
      key: cls.id,
      to: paths.adminClass(cls.id),
      text: `${classTypeName(cls.class_type)}, ${cls.venue}`,
      detail: cls.coach_name,
    }));
};

const familyHits = ({ families }: Found): Hit[] =>
  families.map(({ id, full_name, email, children }) => ({
    key: id,
    to: paths.adminParent(id),
    text: full_name,
    detail: children.length > 0 ? children.join(', ') : email,
  }));

/** Only names of which a word begins as one of the query's does: a family also matches by its parent. */
const childHits = ({ families }: Found, query: string): Hit[] => {
  const matchers = cleanLine(query).split(' ').map(wordsFor);
  return families.flatMap(({ id, full_name, children }) =>
    children
      .filter((child) => matchers.some((matches) => matches([child])))
      .map((child) => ({ key: `${id} ${child}`, to: paths.adminParent(id), text: child, detail: full_name })),
  );
};

const bookingHits = ({ bookings }: Found): Hit[] =>
  bookings.map(({ id, child_name, time_slot }) => ({
    key: id,
    to: paths.adminSlot(time_slot.class.id, time_slot.id),
    text: child_name,
    detail: `${classTypeName(time_slot.class.class_type)}, ${time_slot.class.venue}, ${formatTimeRange(time_slot)}`,
  }));

const screenHits = (screens: readonly FoundScreen[], query: string): Hit[] => {
  const matches = wordsFor(query);
  return screens
    .filter(({ label, about = '' }) => matches([label, about]))
    .map(({ to, label, about = '' }) => ({ key: to, to, text: label, detail: about }));
};

const hitGroups = (
  query: string,
  found: Found | undefined,
  classes: readonly ManagedClass[],
  screens: readonly FoundScreen[],
): HitGroup[] =>
  [
    ...(found
      ? [
          { name: 'Families', hits: familyHits(found) },
          { name: 'Children', hits: childHits(found, query) },
        ]
      : []),
    { name: 'Classes', hits: classHits(classes, query) },
    ...(found ? [{ name: 'Bookings', hits: bookingHits(found) }] : []),
    { name: 'Screens', hits: screenHits(screens, query) },
  ]
    .filter(({ hits }) => hits.length > 0)
    .map(({ name, hits }) => ({ name, hits: hits.map((hit) => ({ ...hit, key: `${name} ${hit.key}` })) }));

interface FindFormProps {
  readonly screens: readonly FoundScreen[];
  readonly onClose: () => void;
}

export const FindDialog = ({ of: screens, onClose }: DialogProps<readonly FoundScreen[]>) => (
  <Modal role="dialog" title="Find Anything" isOpen={Boolean(screens)} keepsText onClose={onClose}>
    {screens && <FindForm screens={screens} onClose={onClose} />}
  </Modal>
);

const FindForm = ({ screens, onClose }: FindFormProps) => {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const query = usePause(cleanLine(typed));
  const isTooLong = query.length > limits.searchLength;
  const isLongEnough = query.length >= limits.shortestSearch && !isTooLong;
  // A request that another one replaces is cancelled by its signal.
  const found = useQuery({
    ...routeQuery(schoolRoutes.searchEverything, { body: { query } }, 'Failed to search'),
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
  });
  const classes = useQuery({ ...classesQuery, enabled: isLongEnough });
  const groups = isLongEnough ? hitGroups(query, found.data, classes.data?.classes ?? [], screens) : [];
  const isSearching =
    cleanLine(typed) !== query || found.isFetching || (classes.isFetching && classes.data === undefined);
  const hasFailed = found.isError || classes.isLoadingError;
  const collection = createListCollection({
    items: groups.flatMap(({ hits }) => hits),
    itemToValue: ({ key }) => key,
    itemToString: ({ text }) => text,
  });
  // The first result, until a key or the pointer chooses another one.
  const highlighted = collection.has(chosen) ? chosen : collection.firstValue;
  return (
    <Combobox.Root
      ids={{ input: `${id}-input`, label: `${id}-count` }}
      collection={collection}
      open={collection.size > 0}
      disableLayer
      closeOnSelect={false}
      selectionBehavior="preserve"
      value={highlighted === null ? [] : [highlighted]}
      highlightedValue={highlighted}
      onHighlightChange={({ highlightedValue }) => setChosen(highlightedValue)}
      navigate={({ node }) => {
        if (!isSearching) node?.click();
      }}
      onInputValueChange={({ inputValue }) => {
        setTyped(inputValue);
        setChosen(null);
        if (classes.isLoadingError) void classes.refetch();
      }}
      asChild
    >
      <Stack gap="4">
        <FormField
          id={`${id}-input`}
          label="Name of a parent or child, email, phone, venue or coach"
          limit={limits.searchLength}
        >
          <Input asChild>
            <Combobox.Input type="search" />
          </Input>
        </FormField>
        <Text id={`${id}-count`} role="status" color="fg.muted" minHeight="6">
          {statusText({ isTooLong, isLongEnough, isSearching, hasFailed, hits: collection.size })}
        </Text>
        {isLongEnough && !isSearching && !hasFailed && collection.size === 0 && (
          <AddFoundFamily searched={query} onFollow={onClose} />
        )}
        {/* The height is the same with and without results, so that nothing moves while one types. */}
        <Box height="[min(26rem, 45dvh)]">
          <Combobox.Content>
            <Groups groups={groups} onChoose={onClose} />
          </Combobox.Content>
        </Box>
        <Button type="button" variant="ghost" alignSelf="end" onClick={onClose}>
          Close
        </Button>
      </Stack>
    </Combobox.Root>
  );
};

interface SearchState {
  readonly isTooLong: boolean;
  readonly isLongEnough: boolean;
  readonly isSearching: boolean;
  readonly hasFailed: boolean;
  readonly hits: number;
}

const statusText = (state: SearchState): string => {
  if (state.isTooLong) return '';
  if (!state.isLongEnough) return `Type at least ${limits.shortestSearch} letters.`;
  if (state.isSearching) return 'Searching...';
  if (state.hasFailed) return 'The search failed. Type again to repeat it.';
  if (state.hits === 0) return 'Nothing found.';
  return counted(state.hits, 'result', 'results');
};

interface GroupsProps {
  readonly groups: readonly HitGroup[];
  readonly onChoose: () => void;
}

const Groups = ({ groups, onChoose }: GroupsProps) =>
  groups.map(({ name, hits }) => (
    <Combobox.ItemGroup key={name}>
      <Combobox.ItemGroupLabel>{name}</Combobox.ItemGroupLabel>
      {hits.map((hit) => (
        <Combobox.Item key={hit.key} item={hit} persistFocus asChild>
          <Link to={hit.to} onClick={onChoose}>
            <strong>{hit.text}</strong>
            <span>{hit.detail}</span>
          </Link>
        </Combobox.Item>
      ))}
    </Combobox.ItemGroup>
  ));
