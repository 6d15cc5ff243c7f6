import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { familyRoutes } from '#shared/contract/family-routes';
import { classTypeName, formatDate, formatTimeRange } from '#shared/domain/text/format';
import { roleNames } from '#shared/roles';
import type { CardView } from '#shared/schemas/card-view';
import type { Child } from '#shared/schemas/child';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Heading } from '../../components/heading.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { LoadingText } from '../../components/loading-text.tsx';
import { routeQuery } from '../../lib/api/route-query.ts';

const viewsQuery = routeQuery(familyRoutes.listCardViews, {}, 'Failed to load who opened the cards');

/** Who read notes and contacts of each child, on which day, for which session (SEE-02). Read when it is asked for. */
export const CardViewsSection = ({ entries }: { readonly entries: readonly Child[] }) => {
  const headingId = useId();
  const [isShown, setIsShown] = useState(false);
  if (entries.length === 0) return null;
  return (
    <section aria-labelledby={headingId}>
      <Card p={{ base: '4', md: '6' }}>
        <Stack gap="4" align="start">
          <Heading id={headingId} size="md">
            Who Opened the Notes
          </Heading>
          <Text>
            Coaches and the office read the notes and contacts of your children. Who does is recorded, once a
            day and session, and kept for 24 months.
          </Text>
          {isShown ? (
            <ShownViews entries={entries} />
          ) : (
            <Button type="button" variant="outline" onClick={() => setIsShown(true)}>
              Show who opened them
            </Button>
          )}
        </Stack>
      </Card>
    </section>
  );
};

const ShownViews = ({ entries }: { readonly entries: readonly Child[] }) => {
  const { data, isLoadingError, refetch } = useQuery({ ...viewsQuery, staleTime: 0 });
  if (isLoadingError) return <LoadFailure onRetry={() => void refetch()} />;
  if (!data) return <LoadingText>Loading who opened them...</LoadingText>;
  return (
    <Stack gap="4" role="status" alignSelf="stretch">
      {entries.map(({ id, name }) => (
        <ViewsOfChild key={id} name={name} views={data.views.filter(({ child_id }) => child_id === id)} />
      ))}
    </Stack>
  );
};

const ViewsOfChild = ({ name, views }: { readonly name: string; readonly views: readonly CardView[] }) => (
  <Stack gap="1">
    <Text fontWeight="bold" overflowWrap="anywhere">
      {name}
    </Text>
    {views.length === 0 ? (
      <Text color="fg.muted">Nobody yet.</Text>
    ) : (
      <Stack as="ul" gap="1" listStyleType="none" aria-label={`Who opened the notes of ${name}`}>
        {views.map((view) => (
          <Text as="li" key={viewText(view)} overflowWrap="anywhere">
            {viewText(view)}
          </Text>
        ))}
      </Stack>
    )}
  </Stack>
);

/** "Sep 12, 2025: Sam Okafor (Coach), Juniorballerz, Elm Park, 9:00 AM - 9:45 AM". */
const viewText = ({ day, name, role, session }: CardView): string => {
  const who = `${formatDate(day)}: ${name ?? 'A deleted account'} (${roleNames[role]})`;
  if (!session) return `${who}, the page of your family`;
  const date = session.date ? `, session of ${formatDate(session.date)}` : '';
  return `${who}, ${classTypeName(session.class_type)}, ${session.venue}, ${formatTimeRange(session)}${date}`;
};
