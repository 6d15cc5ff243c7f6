import { HStack, Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId } from 'react';
import { Link } from 'react-router-dom';
import { isHealthAnswered } from '#shared/domain/children/health';
import { classTypeName, everyWeekday, formatTimeRange } from '#shared/domain/text/format';
import { rankText } from '#shared/domain/waiting/rank-text';
import { paths } from '#shared/paths';
import type { FamilyWaiting, WaitingView } from '#shared/schemas/waiting-view';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { CardGrid } from '../../components/card-grid.tsx';
import { Heading } from '../../components/heading.tsx';
import { HealthQuestion } from '../../components/health-question.tsx';
import { OfferCard } from '../../components/offer-card.tsx';
import { RenewalCard } from '../../components/renewal-card.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { familyQuery } from '../../lib/api/family-query.ts';
import { useMyOffers, useWaitingLists, waitingQuery } from './use-waiting.ts';

/** The family's open offers, the earliest deadline first; nothing without one (WAI-07). */
export const MyOffers = () => {
  const query = useQuery(waitingQuery);
  // Deferred, so that the cards are rendered in short tasks.
  const data = useDeferredValue(query.data);
  const hasOffers = data !== undefined && data.offers.length > 0;
  const family = useQuery({ ...familyQuery, enabled: hasOffers });
  const { take, decline, move, isPending } = useMyOffers();
  if (!hasOffers) return null;
  // Asked before a place is taken, as on the booking screen (EME-02). The names of a family's children are unique.
  const offered = data.offers.flatMap(({ child_names }) => child_names);
  const unanswered = (family.data?.children ?? []).filter(
    (child) => offered.includes(child.name) && !isHealthAnswered(child),
  );
  return (
    <Stack as="section" gap="4" aria-label="Offers">
      <Heading size="lg">Offers</Heading>
      <CardGrid>
        {data.offers.map((offer) =>
          offer.renewal ? (
            <RenewalCard
              key={offer.id}
              offer={offer}
              onKeep={() => take.submit(offer)}
              onDecline={() => decline.submit({ offer, stays: false })}
              onMove={(slot) => move.submit({ id: offer.id, slot })}
              isPending={isPending}
            />
          ) : (
            <OfferCard
              key={offer.id}
              offer={offer}
              ranks={offer.ranks_after_decline}
              onTake={() => take.submit(offer)}
              onDecline={(stays) => decline.submit({ offer, stays })}
              isPending={isPending}
            />
          ),
        )}
      </CardGrid>
      {unanswered.map((child) => (
        <HealthQuestion key={child.id} child={child} />
      ))}
    </Stack>
  );
};

/** Where the family waits for a place, with its ranks, and offers that ran out; nothing without any (WAI-03, WAI-10). */
export const WaitingSection = () => {
  const { data } = useQuery(waitingQuery);
  const { leave, rejoin } = useWaitingLists();
  const waiting = data?.entries.filter(({ rank }) => rank !== null) ?? [];
  if (!data || waiting.length + data.expired.length === 0) return null;
  return (
    <Stack as="section" gap="4" aria-label="Waiting lists">
      <Heading size="lg">Waiting lists</Heading>
      <CardGrid>
        {data.expired.map((offer) => (
          <WaitingCard key={offer.id} entry={offer}>
            <Text fontWeight="bold">Your offer ran out</Text>
            <Button
              type="button"
              variant="outline"
              disabled={rejoin.isPending}
              onClick={() => rejoin.submit(offer)}
            >
              Join the list again
            </Button>
          </WaitingCard>
        ))}
        {waiting.map((entry) => (
          <WaitingCard key={entry.id} entry={entry}>
            {entry.is_open ? (
              <Text fontWeight="bold">
                Anybody can book now.{' '}
                <TextLink asChild>
                  <Link to={paths.bookClass(entry.class_id, entry.time_slot_id)}>Book Now</Link>
                </TextLink>
              </Text>
            ) : (
              <Text fontWeight="bold">{entry.rank !== null && rankText(entry.rank)}</Text>
            )}
            <Button
              type="button"
              variant="outline"
              disabled={leave.isPending}
              onClick={() => leave.submit(entry)}
            >
              Leave the list
            </Button>
          </WaitingCard>
        ))}
      </CardGrid>
    </Stack>
  );
};

interface WaitingCardProps {
  readonly entry: Omit<WaitingView, 'rank' | 'since' | 'id' | 'is_open'> | FamilyWaiting['expired'][number];
  readonly children: React.ReactNode;
}

const WaitingCard = ({ entry, children }: WaitingCardProps) => {
  const headingId = useId();
  return (
    <Card asChild borderTopWidth="6px" borderTopColor={`programme.${entry.class_type}.solid`}>
      <article aria-labelledby={headingId}>
        <Stack gap="3" p="5">
          <Heading id={headingId} size="md">
            {classTypeName(entry.class_type)}: {entry.child_names.join(', ')}
          </Heading>
          <Text>
            {everyWeekday(entry.start_date)}, {formatTimeRange(entry)}, {entry.venue}
          </Text>
          {entry.child_ids.length > 1 && <Text color="fg.muted">Only together</Text>}
          <HStack justify="space-between" wrap="wrap" gap="3">
            {children}
          </HStack>
        </Stack>
      </article>
    </Card>
  );
};
