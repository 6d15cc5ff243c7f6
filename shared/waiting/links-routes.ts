import {
  declineOfferByLinkSchema,
  moveOfferByLinkSchema,
  moveOfferProblems,
  offerAnswerSchema,
  offerLinkSchema,
  offerProblems,
  offerViewSchema,
  takeOfferByLinkSchema,
} from '#shared/waiting/waiting-view';
import { linkRate, type Route } from '../contract/route.ts';

/** What the holder of an offer's link may do. */
export const linkedOfferRoutes = {
  getLinkedOffer: {
    method: 'POST',
    path: '/api/offers',
    service: 'links',
    access: 'public',
    // A POST, because the secret of the link must not be in an address.
    summary: 'The offer of a waiting list that a link is for; also after its end',
    readOnly: true,
    rate: linkRate,
    body: offerLinkSchema,
    status: 200,
    response: offerViewSchema,
    errors: ['offerNotFound'],
  },
  takeOffer: {
    method: 'POST',
    path: '/api/offers/taking',
    service: 'links',
    access: 'public',
    summary: 'Take the places of the offer that a link is for',
    rate: linkRate,
    body: takeOfferByLinkSchema,
    idempotent: true,
    status: 200,
    response: offerAnswerSchema,
    errors: offerProblems,
  },
  declineOffer: {
    method: 'POST',
    path: '/api/offers/decline',
    service: 'links',
    access: 'public',
    summary: 'Decline the offer that a link is for, and stay at the end of the list or leave it',
    rate: linkRate,
    body: declineOfferByLinkSchema,
    status: 200,
    response: offerAnswerSchema,
    errors: ['offerNotFound', 'offerEnded', 'keptPlaceNotFree', 'tooManyChanges'],
  },
  moveOffer: {
    method: 'POST',
    path: '/api/offers/move',
    service: 'links',
    access: 'public',
    summary: 'Have the place of the next term that a link is for kept in another time slot, or again',
    rate: linkRate,
    body: moveOfferByLinkSchema,
    status: 200,
    response: offerAnswerSchema,
    errors: moveOfferProblems,
  },
} as const satisfies Record<string, Route>;

export type LinkedOfferRoutes = typeof linkedOfferRoutes;
