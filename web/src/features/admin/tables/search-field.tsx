import { chakra } from '@chakra-ui/react/styled-system';
import { useIsRestoring } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { cleanLine } from '#shared/domain/text/clean-text';
import { limits } from '#shared/limits';
import { TextField } from '../../../components/text-field.tsx';

interface SearchFieldProps {
  readonly label: string;
  readonly query: string;
  readonly onSearch: (query: string) => void;
}

/** Pause after typing before the search starts. */
const pauseMs = 350;

/** A search field that searches while typing, and at once on Enter. */
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
    <chakra.form
      role="search"
      flex={{ base: '1 1 100%', md: '1 1 16rem' }}
      maxWidth={{ md: '28rem' }}
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
        // React would drop what is typed before it handles the prerendered page.
        readOnly={useIsRestoring()}
        onChange={(event) => setTyped(event.target.value)}
      />
    </chakra.form>
  );
};
