import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { catalogueRoutes } from '#shared/classes/routes';
import { linksRoutes } from '#shared/contract/links-routes';
import { paths } from '#shared/paths';
import {
  type DeclineOffer,
  type MoveOffer,
  type OfferLink,
  type OfferView,
  offerLinkSchema,
  type TakeOfferByLink,
} from '#shared/waiting/waiting-view';
import { LoadFailure } from '../../../components/loading.tsx';
import { OfferCard, OfferFacts, RenewalCard, waitingFailures } from '../../../components/offer-card.tsx';
import { Screen } from '../../../components/screen.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { isNotFound } from '../../../lib/api/api-error.ts';
import { attemptKeys } from '../../../lib/api/attempt-key.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { focusPage, showResult, useIsHydrated } from '../../../lib/pages/page.ts';

// Reads the page's hash, `#ofr_….secret`, offers of one family separated by commas; no link where one is malformed.
const readOfferLinks = (hash: string): readonly OfferLink[] => {
  const links = hash
    .slice(1)
    .split(',')
    .map((text) => {
      const [offer_id, secret] = text.split('.');
      return offerLinkSchema.safeParse({ offer_id, secret });
    });
  return links.every(({ success, data }) => success && data.secret !== '')
    ? links.flatMap(({ data }) => data ?? [])
    : [];
};

const offerQuery = (link: OfferLink) =>
  queryOptions({
    ...routeQuery(linksRoutes.getLinkedOffer, { body: link }, 'Failed to load the offer'),
    staleTime: 0,
    gcTime: 0,
  });

const changes = [linksRoutes.getLinkedOffer];

// After each answer, also a refused one, the offer is read again.
const useAnswer = (link: OfferLink) => {
  const [keyOf] = useState(attemptKeys);
  const take = useSubmission({
    send: (agreed: Pick<TakeOfferByLink, 'calendar_version' | 'parent_id'>) => {
      const body = { ...link, ...agreed };
      const idempotencyKey = keyOf(body);
      return callRoute(linksRoutes.takeOffer, { body, idempotencyKey });
    },
    failure: waitingFailures.take,
    changes,
    onDone: () => {
      keyOf.renew();
      focusPage();
    },
  });
  const decline = useSubmission({
    send: (answer: DeclineOffer) =>
      callRoute(linksRoutes.declineOffer, { body: { ...link, ...answer } }, { repeatable: true }),
    failure: waitingFailures.decline,
    changes,
    onDone: focusPage,
  });
  const move = useSubmission({
    send: (slot: MoveOffer) =>
      callRoute(linksRoutes.moveOffer, { body: { ...link, ...slot } }, { repeatable: true }),
    failure: waitingFailures.move,
    changes: [...changes, catalogueRoutes.listClasses],
  });
  return { take, decline, move };
};

/** The page works without a session, and opening it changes nothing (WAI-07). */
export const OfferScreen = () => {
  return (
    <Screen pageTitle="Your offer" maxWidth="[34rem]">
      <Stack gap="5" py="6" aria-live="polite">
        <Offer />
      </Stack>
    </Screen>
  );
};

const Offer = () => {
  const links = readOfferLinks(useLocation().hash);
  if (!useIsHydrated()) return <Waiting />;
  const [first, ...others] = links;
  if (!first) return <NoOffer />;
  if (others.length > 0) return <LinkedRenewals links={links} />;
  return <LinkedOffer key={first.secret} link={first} />;
};

// Places of several children, from one email (TRM-04). A card unlike its placeholder would move the next one.
const LinkedRenewals = ({ links }: { readonly links: readonly OfferLink[] }) => {
  const isPending = useQueries({
    queries: links.map(offerQuery),
    combine: (queries) => queries.some((query) => query.isPending),
  });
  return (
    <>
      <RenewalHeading />
      {links.map((link) =>
        isPending ? (
          <Skeleton key={link.secret} height="[44rem]" borderRadius="xl" />
        ) : (
          <LinkedRenewal key={link.secret} link={link} />
        ),
      )}
    </>
  );
};

const LinkedRenewal = ({ link }: { readonly link: OfferLink }) => {
  const { data, error, refetch } = useQuery(offerQuery(link));
  if (isNotFound(error)) return <Text>This place is not kept any more.</Text>;
  if (!data) return <LoadFailure onRetry={() => void refetch()} />;
  return <Renewal link={link} offer={data} />;
};

const Renewal = ({ link, offer }: { readonly link: OfferLink; readonly offer: OfferView }) => {
  const { take, decline, move } = useAnswer(link);
  const { parent_id, class_id, time_slot_id, calendar_version } = offer;
  return (
    <RenewalCard
      offer={offer}
      onKeep={() => take.submit({ calendar_version, parent_id })}
      onDecline={() => decline.submit({ stays: false, slot: { class_id, time_slot_id } })}
      onMove={move.submit}
      isPending={take.isPending || decline.isPending || move.isPending}
    />
  );
};

const RenewalHeading = () => (
  <>
    <Heading as="h1" size="xl">
      Next term
    </Heading>
    {/* The text is as long as that of the prerendered page, whose place it takes. */}
    <Text color="fg.muted" fontSize="sm">
      Please answer for each child. Until the deadline you can change your answer. Whoever has the email with
      this link can answer. Nothing is charged here.
    </Text>
  </>
);

const LinkedOffer = ({ link }: { readonly link: OfferLink }) => {
  const { data, error, isPending, refetch } = useQuery(offerQuery(link));
  if (isNotFound(error)) return <NoOffer />;
  if (isPending) return <Waiting />;
  if (!data) return <LoadFailure onRetry={() => void refetch()} />;
  if (data.renewal)
    return (
      <>
        <RenewalHeading />
        <Renewal link={link} offer={data} />
      </>
    );
  return <AnsweredOffer link={link} offer={data} />;
};

const AnsweredOffer = ({ link, offer }: { readonly link: OfferLink; readonly offer: OfferView }) => {
  const [stateAtFirst] = useState(offer.state);
  if (offer.state === 'open') return <OpenOffer link={link} offer={offer} />;
  return <EndedOffer offer={offer} isAnswer={stateAtFirst === 'open'} />;
};

const Waiting = () => (
  <>
    <OfferHeading />
    <Skeleton height="80" borderRadius="xl" />
  </>
);

const OfferHeading = () => (
  <>
    <Heading as="h1" size="xl">
      Your offer
    </Heading>
    <Text color="fg.muted" fontSize="sm">
      Whoever has the email with this link can accept. The confirmation goes to the address of the account.
      How you pay is on the confirmation; nothing is charged here.
    </Text>
  </>
);

const OpenOffer = ({ link, offer }: { readonly link: OfferLink; readonly offer: OfferView }) => {
  const { take, decline } = useAnswer(link);
  const { parent_id, class_id, time_slot_id, calendar_version } = offer;
  return (
    <>
      <OfferHeading />
      <OfferCard
        offer={offer}
        onTake={() => take.submit({ calendar_version, parent_id })}
        onDecline={(stays) => decline.submit({ stays, slot: { class_id, time_slot_id } })}
        isPending={take.isPending || decline.isPending}
      />
    </>
  );
};

const endings: Readonly<Record<Exclude<OfferView['state'], 'open'>, readonly [title: string, text: string]>> =
  {
    taken: ['The place is yours', 'The confirmation is on its way to the address of the account.'],
    declined: ['You declined this offer', 'Thank you for telling us. The next family is asked.'],
    expired: [
      'This offer has ended',
      'Its time has passed, and the next family is asked. You can join the waiting list again.',
    ],
    withdrawn: ['This offer was withdrawn', 'The school took it back. You keep your rank on the list.'],
    void: ['This offer has ended', 'It no longer applies.'],
  };

interface EndedOfferProps {
  readonly offer: OfferView;
  /** The offer was open until now. */
  readonly isAnswer: boolean;
}

const EndedOffer = ({ offer, isAnswer }: EndedOfferProps) => {
  if (offer.state === 'open') return null;
  const [title, text] = endings[offer.state];
  return (
    <>
      <Heading as="h1" size="xl" ref={isAnswer ? showResult : undefined} tabIndex={-1}>
        {title}
      </Heading>
      <Text fontSize="lg">{text}</Text>
      <OfferFacts offer={offer} />
      <Button asChild variant="outline" alignSelf="start">
        {offer.state === 'expired' ? (
          <Link to={paths.joinWaitingList(offer.class_id, offer.time_slot_id)}>Join the list again</Link>
        ) : (
          <Link to={paths.parentBookings}>My Bookings</Link>
        )}
      </Button>
    </>
  );
};

const NoOffer = () => (
  <>
    <Heading as="h1" size="xl">
      This link does not work
    </Heading>
    <Text fontSize="lg">
      Please open it from the latest email again, or see your offers under My Bookings.
    </Text>
    <Button asChild variant="outline" alignSelf="start">
      <Link to={paths.parentBookings}>My Bookings</Link>
    </Button>
  </>
);
