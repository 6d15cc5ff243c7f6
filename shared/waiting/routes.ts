import * as z from 'zod/mini';
import { applicationIdSchema, offerIdSchema } from '#shared/lib/ids';
import {
  declineOfferSchema,
  familyWaitingSchema,
  joinedSchema,
  joinProblems,
  joinWaitingListSchema,
  moveOfferProblems,
  moveOfferSchema,
  offerAnswerSchema,
  offerProblems,
  takeOfferSchema,
} from '#shared/waiting/waiting-view';
import { type Route, routeOf } from '../contract/route.ts';

const offerParams = z.strictObject({ offerId: offerIdSchema });

export const familyWaitingRoutes = {
  getMyWaiting: {
    ...routeOf.family,
    method: 'GET',
    path: '/api/me/waiting',
    summary: 'What the caller’s family has on waiting lists: ranks and offers',
    response: familyWaitingSchema,
    errors: [],
  },
  joinWaitingList: {
    ...routeOf.family,
    method: 'POST',
    path: '/api/me/waiting',
    summary: 'Join the waiting list of a full time slot with one child, or with siblings only together',
    confirmsFamily: true,
    body: joinWaitingListSchema,
    idempotent: true,
    status: 201,
    response: joinedSchema,
    errors: [...joinProblems, 'notOpenYet', 'notOnSale', 'tooManyChanges'],
  },
  leaveWaitingList: {
    ...routeOf.family,
    method: 'DELETE',
    path: '/api/me/waiting/{entryId}',
    summary: 'Take one of the family’s applications off its waiting list, with the offer that it has',
    confirmsFamily: true,
    params: z.strictObject({ entryId: applicationIdSchema }),
    status: 204,
    response: z.undefined(),
    errors: ['waitingEntryNotFound', 'tooManyChanges'],
  },
  takeMyOffer: {
    ...routeOf.family,
    method: 'POST',
    path: '/api/me/waiting-offers/{offerId}/taking',
    summary: 'Take the places that the family is offered',
    confirmsFamily: true,
    params: offerParams,
    body: takeOfferSchema,
    idempotent: true,
    response: offerAnswerSchema,
    takesPlace: true,
    errors: offerProblems,
  },
  declineMyOffer: {
    ...routeOf.family,
    method: 'POST',
    path: '/api/me/waiting-offers/{offerId}/decline',
    summary: 'Decline the places that the family is offered, and stay at the end of the list or leave it',
    confirmsFamily: true,
    params: offerParams,
    body: declineOfferSchema,
    response: offerAnswerSchema,
    errors: ['offerNotFound', 'offerEnded', 'keptPlaceNotFree', 'tooManyChanges'],
  },
  moveMyOffer: {
    ...routeOf.family,
    method: 'POST',
    path: '/api/me/waiting-offers/{offerId}/move',
    summary: 'Have a place of the next term kept in another time slot, or again',
    confirmsFamily: true,
    params: offerParams,
    body: moveOfferSchema,
    response: offerAnswerSchema,
    errors: moveOfferProblems,
  },
} as const satisfies Record<string, Route>;

export type FamilyWaitingRoutes = typeof familyWaitingRoutes;
