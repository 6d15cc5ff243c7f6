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
import { linkRate, type Route, routeOf } from '../contract/route.ts';

export const linkedOfferRoutes = {
  getLinkedOffer: {
    ...routeOf.links,
    method: 'POST',
    path: '/api/offers',
    // A POST, because the secret of the link must not be in an address.
    summary: 'The offer of a waiting list that a link is for; also after its end',
    readOnly: true,
    rate: linkRate,
    body: offerLinkSchema,
    response: offerViewSchema,
    errors: ['offerNotFound'],
  },
  takeOffer: {
    ...routeOf.links,
    method: 'POST',
    path: '/api/offers/taking',
    summary: 'Take the places of the offer that a link is for',
    rate: linkRate,
    body: takeOfferByLinkSchema,
    idempotent: true,
    response: offerAnswerSchema,
    takesPlace: true,
    errors: offerProblems,
  },
  declineOffer: {
    ...routeOf.links,
    method: 'POST',
    path: '/api/offers/decline',
    summary: 'Decline the offer that a link is for, and stay at the end of the list or leave it',
    rate: linkRate,
    body: declineOfferByLinkSchema,
    response: offerAnswerSchema,
    errors: ['offerNotFound', 'offerEnded', 'keptPlaceNotFree', 'tooManyChanges'],
  },
  moveOffer: {
    ...routeOf.links,
    method: 'POST',
    path: '/api/offers/move',
    summary: 'Have the place of the next term that a link is for kept in another time slot, or again',
    rate: linkRate,
    body: moveOfferByLinkSchema,
    response: offerAnswerSchema,
    errors: moveOfferProblems,
  },
} as const satisfies Record<string, Route>;

export type LinkedOfferRoutes = typeof linkedOfferRoutes;
