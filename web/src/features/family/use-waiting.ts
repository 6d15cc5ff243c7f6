import { useState } from 'react';
import { familyRoutes } from '#shared/contract/family-routes';
import type { MoveOffer } from '#shared/schemas/waiting-input';
import type { FamilyWaiting, OfferView, WaitingView } from '#shared/schemas/waiting-view';
import { callRoute } from '../../lib/api/api-client.ts';
import { attemptKeys } from '../../lib/api/attempt-key.ts';
import { bookingReads } from '../../lib/api/booking-reads.ts';
import { routeQuery } from '../../lib/api/route-query.ts';
import { useSubmission } from '../../lib/forms/use-submission.ts';
import { focusPage } from '../../lib/pages/focus-page.ts';
import { showToast } from '../../lib/toasts/toasts.ts';
import { waitingFailures } from '../../lib/toasts/waiting-failures.ts';

/** What the family has on waiting lists. Read on each visit: an offer may come at any time. */
export const waitingQuery = {
  ...routeQuery(familyRoutes.getMyWaiting, {}, 'Failed to load waiting lists'),
  staleTime: 0,
};

const changes = [familyRoutes.getMyWaiting, ...bookingReads];

/** Says what was done. The card with the focused button is removed. */
const tell = (title: string): void => {
  focusPage();
  showToast({ type: 'success', title });
};

/** The answers to an offer. */
export const useMyOffers = () => {
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

/** Leaves a list, or joins one again whose offer ran out. */
export const useWaitingLists = () => {
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
