import { Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { adminRoutes } from '#shared/contract/admin-routes';
import { cleanLine } from '#shared/domain/text/clean-text';
import { counted } from '#shared/domain/text/counted';
import { limits } from '#shared/limits';
import { Button } from '../../../components/button.tsx';
import { Modal } from '../../../components/modal.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { classesQuery } from '../classes/classes-query.ts';
import { type FoundScreen, type HitGroup, hitGroups } from './hits.ts';
import { usePause } from './use-pause.ts';

interface FindDialogProps {
  readonly screens: readonly FoundScreen[];
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Finds families, children, classes, bookings and screens while one types. */
export const FindDialog = ({ screens, isOpen, onClose }: FindDialogProps) => (
  <Modal role="dialog" title="Find Anything" isOpen={isOpen} keepsText onClose={onClose}>
    <FindForm screens={screens} onClose={onClose} />
  </Modal>
);

const FindForm = ({ screens, onClose }: Omit<FindDialogProps, 'isOpen'>) => {
  const navigate = useNavigate();
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const query = usePause(cleanLine(typed));
  const isTooLong = query.length > limits.searchLength;
  const isLongEnough = query.length >= limits.shortestSearch && !isTooLong;
  // A request that another one replaces is cancelled by its signal.
  const found = useQuery({
    ...routeQuery(adminRoutes.searchEverything, { body: { query } }, 'Failed to search'),
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
    <List id={id} role="listbox" aria-label="Results">
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
    </List>
  );
};

const List = chakra('div', {
  base: {
    display: 'grid',
    gap: '3',
    // As tall with and without results, so that nothing jumps while one types.
    height: 'min(26rem, 45dvh)',
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
  },
});
