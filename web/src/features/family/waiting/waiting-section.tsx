import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { familyRoutes } from '#shared/contract/family-routes';
import { classTypeName, everyWeekday, formatTimeRange } from '#shared/lib/format';
import { paths } from '#shared/paths';
import { rankText } from '#shared/waiting/offers';
import type { FamilyWaiting, MoveOffer, OfferView, WaitingView } from '#shared/waiting/waiting-view';
import { CardGrid } from '../../../components/badge.tsx';
import { HealthQuestion } from '../../../components/child-card.tsx';
import { OfferCard, RenewalCard, waitingFailures } from '../../../components/offer-card.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { attemptKeys } from '../../../lib/api/attempt-key.ts';
import { bookingReads, familyQuery } from '../../../lib/api/family-queries.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { useIsPhone } from '../../../lib/browser/use-media.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { focusPage } from '../../../lib/pages/page.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';

/** Read on each visit: an offer may come at any time. */
export const waitingQuery = {
  ...routeQuery(familyRoutes.getMyWaiting, {}, 'Failed to load waiting lists'),
  staleTime: 0,
};

const changes = [familyRoutes.getMyWaiting, ...bookingReads];

const tell = (title: string): void => {
  focusPage();
  showToast({ type: 'success', title });
};

const useMyOffers = () => {
  const [keyOf] = useState(attemptKeys);
  const take = useSubmission({
    send: ({ id, calendar_version }: OfferView) => {
      const idempotencyKey = keyOf({ id, calendar_version });
      const request = { params: { offerId: id }, body: { calendar_version }, idempotencyKey };
      return callRoute(familyRoutes.takeMyOffer, request);
    },
    failure: waitingFailures.take,
    changes,
    onDone: () => tell('The place is yours. See you on the pitch!'),
  });
  const decline = useSubmission({
    send: ({ offer, stays }: { readonly offer: OfferView; readonly stays: boolean }) => {
      const { id, class_id, time_slot_id } = offer;
      const body = { stays, slot: { class_id, time_slot_id } };
      return callRoute(familyRoutes.declineMyOffer, { params: { offerId: id }, body }, { repeatable: true });
    },
    failure: waitingFailures.decline,
    changes,
    onDone: (_, { offer, stays }) => {
      if (offer.renewal) tell('Thank you for telling us');
      else tell(stays ? 'You are at the end of the waiting list' : 'You left the waiting list');
    },
  });
  const move = useSubmission({
    send: ({ id, slot }: { readonly id: OfferView['id']; readonly slot: MoveOffer }) =>
      callRoute(familyRoutes.moveMyOffer, { params: { offerId: id }, body: slot }, { repeatable: true }),
    failure: waitingFailures.move,
    changes,
    onDone: () => tell('This time is kept for you'),
  });
  return { take, decline, move, isPending: take.isPending || decline.isPending || move.isPending };
};

const useWaitingLists = () => {
  const [keyOf] = useState(attemptKeys);
  const leave = useSubmission({
    send: ({ id }: WaitingView) => callRoute(familyRoutes.leaveWaitingList, { params: { entryId: id } }),
    failure: 'Failed to leave the waiting list',
    changes,
    onDone: () => tell('You left the waiting list'),
  });
  const rejoin = useSubmission({
    send: ({ id, class_id, time_slot_id, child_ids }: FamilyWaiting['expired'][number]) =>
      callRoute(familyRoutes.joinWaitingList, {
        body: { class_id, time_slot_id, child_ids },
        idempotencyKey: keyOf({ id }),
      }),
    failure: waitingFailures.join,
    changes,
    onDone: () => {
      // The offer can run out again on this screen, after the family has joined and left.
      keyOf.renew();
      tell('You are at the end of the waiting list');
    },
  });
  return { leave, rejoin };
};

/** The earliest deadline first; nothing without an open offer (WAI-07). */
export const MyOffers = () => {
  const { data } = useQuery(waitingQuery);
  const offers = useDeferredValue(data?.offers);
  // Most families have no offer, so the state of its answers is not made for them.
  return offers && offers.length > 0 && <Offers offers={offers} />;
};

const Offers = ({ offers }: Pick<FamilyWaiting, 'offers'>) => {
  const isShort = useIsPhone();
  const family = useQuery(familyQuery);
  const { take, decline, move, isPending } = useMyOffers();
  // Asked before a place is taken, as on the booking screen (EME-02). The names of a family's children are unique.
  const offered = offers.flatMap(({ child_names }) => child_names);
  const asked = (family.data?.children ?? []).filter(({ name }) => offered.includes(name));
  return (
    <Stack as="section" gap="4" aria-label="Offers">
      <Heading size="lg">Offers</Heading>
      <CardGrid>
        {offers.map((offer) =>
          offer.renewal ? (
            <RenewalCard
              key={offer.id}
              offer={offer}
              onKeep={() => take.submit(offer)}
              onDecline={() => decline.submit({ offer, stays: false })}
              onMove={(slot) => move.submit({ id: offer.id, slot })}
              isPending={isPending}
              isShort={isShort}
            />
          ) : (
            <OfferCard
              key={offer.id}
              offer={offer}
              ranks={offer.ranks_after_decline}
              onTake={() => take.submit(offer)}
              onDecline={(stays) => decline.submit({ offer, stays })}
              isPending={isPending}
              isShort={isShort}
            />
          ),
        )}
      </CardGrid>
      {asked.map((child) => (
        <HealthQuestion key={child.id} child={child} />
      ))}
    </Stack>
  );
};

/** Shows ranks, and offers that ran out (WAI-03, WAI-10). */
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
          <WaitingCard key={offer.id} application={offer}>
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
        {waiting.map((application) => (
          <WaitingCard key={application.id} application={application}>
            {application.is_open ? (
              <Text fontWeight="bold">
                Anybody can book now.{' '}
                <Link asChild>
                  <RouterLink to={paths.bookClass(application.class_id, application.time_slot_id)}>
                    Book Now
                  </RouterLink>
                </Link>
              </Text>
            ) : (
              <Text fontWeight="bold">{application.rank !== null && rankText(application.rank)}</Text>
            )}
            <Button
              type="button"
              variant="outline"
              disabled={leave.isPending}
              onClick={() => leave.submit(application)}
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
  readonly application:
    | Omit<WaitingView, 'rank' | 'since' | 'id' | 'is_open'>
    | FamilyWaiting['expired'][number];
  readonly children: React.ReactNode;
}

const WaitingCard = ({ application, children }: WaitingCardProps) => {
  const headingId = useId();
  return (
    <Card.Root
      as="article"
      aria-labelledby={headingId}
      variant="programme"
      colorPalette={`programme.${application.class_type}`}
    >
      <Card.Body p="5" gap="3">
        <Card.Title id={headingId}>
          {classTypeName(application.class_type)}: {application.child_names.join(', ')}
        </Card.Title>
        <Text>
          {everyWeekday(application.start_date)}, {formatTimeRange(application)}, {application.venue}
        </Text>
        {application.child_ids.length > 1 && <Text color="fg.muted">Only together</Text>}
        <HStack justify="space-between" wrap="wrap" gap="3">
          {children}
        </HStack>
      </Card.Body>
    </Card.Root>
  );
};
