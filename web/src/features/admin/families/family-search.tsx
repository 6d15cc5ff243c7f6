import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { parentRoutes } from '#shared/families/admin-routes';
import type { FamilyId } from '#shared/lib/ids';
import { cleanLine } from '#shared/lib/text';
import { limits } from '#shared/limits';
import { TextField } from '../../../components/fields.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { FailureNotice } from '../notices.tsx';
import { usePause } from '../queries.ts';
import { AddFoundFamily } from './add-family-link.tsx';

const failure = 'Failed to search';

const maxFound = 5;

export const FamilySearch = ({
  onChoose,
}: {
  readonly onChoose: (family: { readonly id: FamilyId; readonly full_name: string }) => void;
}) => {
  const [typed, setTyped] = useState('');
  const query = usePause(cleanLine(typed));
  const isTooLong = query.length > limits.searchLength;
  const isLongEnough = query.length >= limits.shortestSearch && !isTooLong;
  const found = useQuery({
    ...routeQuery(parentRoutes.searchParents, { body: { query, limit: maxFound } }, failure),
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
  });
  const families = isLongEnough ? (found.data?.parents ?? []) : [];
  const nothingFound = found.isSuccess ? `No parent is found by “${query}”.` : '';
  const tooShort = isTooLong ? '' : `Type at least ${limits.shortestSearch} letters.`;
  return (
    <Stack gap="4">
      <TextField
        label="Name, email or phone of the parent"
        type="search"
        autoComplete="off"
        limit={limits.searchLength}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div role="status">
        {families.length === 0 ? (
          <Stack gap="2" align="start">
            <Text color="fg.muted">{isLongEnough ? nothingFound : tooShort}</Text>
            {isLongEnough && found.isSuccess && !found.isPlaceholderData && (
              <AddFoundFamily searched={query} />
            )}
          </Stack>
        ) : (
          <Stack as="ul" gap="2" listStyleType="none">
            {families.map(({ id, full_name, email, phone_number }) => (
              <li key={id}>
                <Button
                  type="button"
                  variant="outline"
                  width="full"
                  onClick={() => onChoose({ id, full_name })}
                >
                  {full_name} ({email || phone_number})
                </Button>
              </li>
            ))}
          </Stack>
        )}
      </div>
      <FailureNotice error={found.error} failure={failure} />
    </Stack>
  );
};
