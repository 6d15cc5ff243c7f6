import { useIsRestoring } from '@tanstack/react-query';
import { type PropsWithChildren, useEffect, useRef, useState } from 'react';
import { cleanLine, grouped } from '#shared/lib/text';
import { limits } from '#shared/limits';
import { TextField } from '../../../components/fields.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { Box } from '../../../components/ui/box.tsx';
import { HStack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { venuesOf } from '../../../lib/venues.ts';

export const ListBar = ({ children }: PropsWithChildren) => (
  <HStack align="flex-end" wrap="wrap" gap="4" _print={{ display: 'none' }}>
    {children}
  </HStack>
);

interface ListCountProps {
  /** Number of rows on all pages; null when unknown, undefined while loading. */
  readonly total: number | null | undefined;
  readonly one: string;
  readonly many: string;
}

export const ListCount = ({ total, one, many }: ListCountProps) => (
  <Text role="status" flex="[1 0 9rem]" py="2.5" color="fg.muted" fontWeight="medium" whiteSpace="nowrap">
    {textOf(total, one, many)}
  </Text>
);

const textOf = (total: number | null | undefined, one: string, many: string): string => {
  // A blank reserves the line, so that nothing moves when the number is known.
  if (total === undefined) return '\u00a0';
  if (total === null) return `Very many ${many}`;
  return `${grouped(total)} ${total === 1 ? one : many}`;
};

interface SearchFieldProps {
  readonly label: string;
  readonly query: string;
  readonly onSearch: (query: string) => void;
}

const pauseMs = 350;

export const SearchField = ({ label, query, onSearch }: SearchFieldProps) => {
  const [typed, setTyped] = useState(query);
  const isTooLong = cleanLine(typed).length > limits.searchLength;
  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
  });
  useEffect(() => {
    if (typed === query || isTooLong) return;
    const timer = setTimeout(() => search.current(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, query, isTooLong]);
  return (
    <Box
      as="form"
      role="search"
      flex={{ base: '[1 1 100%]', md: '[1 1 16rem]' }}
      maxWidth={{ md: '[28rem]' }}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isTooLong) onSearch(typed);
      }}
    >
      <TextField
        label={label}
        type="search"
        autoComplete="off"
        limit={limits.searchLength}
        value={typed}
        // React would drop text that is typed before it handles the prerendered page.
        readOnly={useIsRestoring()}
        onChange={(event) => setTyped(event.target.value)}
      />
    </Box>
  );
};

interface VenueSelectProps {
  readonly classes: Parameters<typeof venuesOf>[0];
  readonly venueId: string;
  readonly onChoose: (venueId: string) => void;
}

export const VenueSelect = ({ classes, venueId, onChoose }: VenueSelectProps) => (
  <SelectField label="Venue" value={venueId} onChange={({ target }) => onChoose(target.value)}>
    <option value="">All venues</option>
    {venuesOf(classes).map(({ value, name }) => (
      <option key={value} value={value}>
        {name}
      </option>
    ))}
  </SelectField>
);
