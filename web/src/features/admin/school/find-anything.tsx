import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { ManagedClass } from '#shared/classes/managed-class';
import type { Found } from '#shared/families/admin-routes';
import { classTypeName, formatTimeRange } from '#shared/lib/format';
import { wordsFor } from '#shared/lib/search-text';
import { cleanLine, counted } from '#shared/lib/text';
import { limits } from '#shared/limits';
import { paths } from '#shared/paths';
import { schoolRoutes } from '#shared/school/admin-routes';
import { css } from '#styled-system/css';
import { TextField } from '../../../components/fields.tsx';
import { Modal } from '../../../components/modal.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { classesQuery } from '../classes/queries.ts';
import type { DialogProps } from '../dialogs.tsx';
import { AddFoundFamily } from '../families/add-family-link.tsx';
import { usePause } from '../queries.ts';

/** A row of the results. */
interface Hit {
  readonly key: string;
  readonly to: string;
  readonly text: string;
  readonly detail: string;
}

/** Rows of one kind. */
interface HitGroup {
  readonly name: string;
  readonly hits: readonly Hit[];
}

/** A screen of the admin area. */
export interface FoundScreen {
  readonly to: string;
  readonly label: string;
  /** What is there. */
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

/** All hits by kind, without the kinds that have none. */
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
  ].filter(({ hits }) => hits.length > 0);

interface FindFormProps {
  readonly screens: readonly FoundScreen[];
  readonly onClose: () => void;
}

/** The search for anything, among the screens of the office too. */
export const FindDialog = ({ of: screens, onClose }: DialogProps<readonly FoundScreen[]>) => (
  <Modal role="dialog" title="Find Anything" isOpen={Boolean(screens)} keepsText onClose={onClose}>
    {screens && <FindForm screens={screens} onClose={onClose} />}
  </Modal>
);

/** Finds families, children, classes, bookings and screens while one types. */
const FindForm = ({ screens, onClose }: FindFormProps) => {
  const navigate = useNavigate();
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
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
  const hits = groups.flatMap((group) => group.hits);
  const isSearching =
    cleanLine(typed) !== query || found.isFetching || (classes.isFetching && classes.data === undefined);
  const hasFailed = found.isError || classes.isLoadingError;
  useEffect(() => {
    document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, active]);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && hits.length > 0) {
      event.preventDefault();
      setActive((active + step + hits.length) % hits.length);
    }
    const hit = hits[active];
    if (event.key === 'Enter' && hit && !isSearching) {
      event.preventDefault();
      onClose();
      navigate(hit.to);
    }
  };
  return (
    <Stack gap="4" onKeyDown={onKeyDown}>
      <TextField
        label="Name of a parent or child, email, phone, venue or coach"
        type="search"
        role="combobox"
        autoComplete="off"
        limit={limits.searchLength}
        aria-expanded={hits.length > 0}
        aria-controls={listId}
        aria-activedescendant={hits[active] && `${listId}-${active}`}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setActive(0);
          if (classes.isLoadingError) void classes.refetch();
        }}
      />
      <Text role="status" color="fg.muted" minHeight="6">
        {statusText({ isTooLong, isLongEnough, isSearching, hasFailed, hits: hits.length })}
      </Text>
      {isLongEnough && !isSearching && !hasFailed && hits.length === 0 && (
        <AddFoundFamily searched={query} onFollow={onClose} />
      )}
      <Groups id={listId} groups={groups} active={active} onChoose={onClose} />
      <Button type="button" variant="ghost" alignSelf="end" onClick={onClose}>
        Close
      </Button>
    </Stack>
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
  // The field says it.
  if (state.isTooLong) return '';
  if (!state.isLongEnough) return `Type at least ${limits.shortestSearch} letters.`;
  if (state.isSearching) return 'Searching...';
  if (state.hasFailed) return 'The search failed. Type again to repeat it.';
  if (state.hits === 0) return 'Nothing found.';
  return counted(state.hits, 'result', 'results');
};

interface GroupsProps {
  readonly id: string;
  readonly groups: readonly HitGroup[];
  readonly active: number;
  readonly onChoose: () => void;
}

const Groups = ({ id, groups, active, onChoose }: GroupsProps) => {
  let place = 0;
  return (
    <div id={id} role="listbox" aria-label="Results" className={list}>
      {groups.map(({ name, hits }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a list box
        <div key={name} role="group" aria-label={name}>
          <Text fontWeight="bold" fontSize="sm" color="fg.muted" px="2" aria-hidden>
            {name}
          </Text>
          {hits.map(({ key, to, text, detail }) => {
            const index = place;
            place += 1;
            return (
              <Link
                key={key}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === active}
                tabIndex={-1}
                to={to}
                onClick={onChoose}
              >
                <strong>{text}</strong>
                <span>{detail}</span>
              </Link>
            );
          })}
        </div>
      ))}
    </div>
  );
};

const list = css({
  display: 'grid',
  gap: '3',
  // As tall with and without results, so that nothing jumps while one types.
  height: '[min(26rem, 45dvh)]',
  alignContent: 'start',
  overflowY: 'auto',
  '& a': {
    display: 'block',
    px: '2',
    py: '1.5',
    borderRadius: 'md',
    lineHeight: 'heading',
    _hover: { bg: 'bg.subtle' },
  },
  '& a[aria-selected=true]': { bg: 'brand.subtle', color: 'brand.fg' },
  '& a > span': { display: 'block', color: 'fg.muted', fontSize: 'sm' },
});
