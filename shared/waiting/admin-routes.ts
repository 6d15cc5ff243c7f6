import * as z from 'zod/mini';
import {
  applicationIdSchema,
  classIdSchema,
  familyIdSchema,
  offerIdSchema,
  slotIdSchema,
} from '#shared/lib/ids';
import { putFirstSchema, slotWaitingListSchema, unheardOfferSchema } from '#shared/waiting/waiting-admin';
import {
  addToWaitingListSchema,
  declineOfferSchema,
  familyWaitingSchema,
  joinedSchema,
  joinProblems,
  offerAnswerSchema,
  offerProblems,
  takeOfferSchema,
} from '#shared/waiting/waiting-view';
import { type Route, routeOf } from '../contract/route.ts';

const slotParams = z.strictObject({ classId: classIdSchema, slotId: slotIdSchema });
const offerParams = z.strictObject({ offerId: offerIdSchema });
const waitingParams = z.strictObject({ slotId: slotIdSchema, entryId: applicationIdSchema });

export const waitingListRoutes = {
  getWaitingList: {
    ...routeOf.admin,
    method: 'GET',
    path: '/api/admin/classes/{classId}/slots/{slotId}/waiting',
    summary: 'The waiting list of a time slot',
    params: slotParams,
    response: slotWaitingListSchema,
    errors: ['slotNotFound'],
  },
  addToWaitingList: {
    ...routeOf.admin,
    method: 'POST',
    path: '/api/admin/waiting',
    summary: 'Add a family to the waiting list of a full time slot',
    body: addToWaitingListSchema,
    idempotent: true,
    status: 201,
    response: joinedSchema,
    errors: [...joinProblems],
  },
  putWaitingFirst: {
    ...routeOf.admin,
    method: 'POST',
    path: '/api/admin/slots/{slotId}/waiting/{entryId}/first',
    summary: 'Put an application first on its waiting list, for a reason that is logged',
    params: waitingParams,
    body: putFirstSchema,
    status: 204,
    response: z.undefined(),
    errors: ['waitingEntryNotFound', 'offerOpen'],
  },
  removeFromWaitingList: {
    ...routeOf.admin,
    method: 'DELETE',
    path: '/api/admin/slots/{slotId}/waiting/{entryId}',
    summary: 'Take an application off its waiting list, with the offer that it has',
    params: waitingParams,
    status: 204,
    response: z.undefined(),
    errors: ['waitingEntryNotFound'],
  },
  withdrawOffer: {
    ...routeOf.admin,
    method: 'POST',
    path: '/api/admin/offers/{offerId}/withdrawal',
    summary: 'Withdraw an offer: its application keeps its rank, and its places go to the list again',
    params: offerParams,
    status: 204,
    response: z.undefined(),
    errors: ['offerNotFound', 'offerEnded'],
  },
  getFamilyWaiting: {
    ...routeOf.admin,
    method: 'GET',
    path: '/api/admin/parents/{parentId}/waiting',
    summary: 'What a family has on waiting lists, as the family sees it: ranks and offers',
    params: z.strictObject({ parentId: familyIdSchema }),
    response: familyWaitingSchema,
    errors: [],
  },
  listUnheardOffers: {
    ...routeOf.admin,
    method: 'GET',
    path: '/api/admin/offers/unheard',
    summary: 'Open offers to families that no email reaches, the earliest deadline first',
    response: z.object({ offers: z.array(unheardOfferSchema) }),
    errors: [],
  },
  takeOfferForFamily: {
    ...routeOf.admin,
    method: 'POST',
    path: '/api/admin/offers/{offerId}/taking',
    summary: 'Take the places of an offer for its family, which said so',
    params: offerParams,
    body: takeOfferSchema,
    idempotent: true,
    response: offerAnswerSchema,
    takesPlace: true,
    errors: offerProblems,
  },
  declineOfferForFamily: {
    ...routeOf.admin,
    method: 'POST',
    path: '/api/admin/offers/{offerId}/decline',
    summary: 'Decline an offer for its family, which said so and stays on the list or leaves it',
    params: offerParams,
    body: declineOfferSchema,
    response: offerAnswerSchema,
    errors: ['offerNotFound', 'offerEnded'],
  },
} as const satisfies Record<string, Route>;

export type WaitingListRoutes = typeof waitingListRoutes;
