import * as z from 'zod/mini';
import { calendarFileSchema } from '#shared/schemas/calendar-feed';
import { contactMessageSchema } from '#shared/schemas/contact';
import { emailRequestSchema } from '#shared/schemas/email';
import { userIdSchema } from '#shared/schemas/ids';
import { confirmNewsletterSchema, leaveNewsletterSchema } from '#shared/schemas/newsletter';
import { dayLinkSchema, linkedDaySchema, linkedNotComingSchema } from '#shared/schemas/not-coming';
import {
  declineOfferByLinkSchema,
  moveOfferByLinkSchema,
  offerLinkSchema,
  takeOfferByLinkSchema,
} from '#shared/schemas/waiting-input';
import { offerAnswerSchema, offerViewSchema } from '#shared/schemas/waiting-view';
import { moveOfferProblems, offerProblems } from './offer-problems.ts';
import type { Route } from './route.ts';

/** Low, because each request sends an email or changes the newsletter's list, and few people make one at a time. */
const lowRate = { perSecond: 5, burst: 20 } as const;
/** For the holders of links. All callers share it, so that one machine must not use it up before the end of an offer. */
const linkRate = { perSecond: 50, burst: 100 } as const;

const doneSchema = z.object({ success: z.literal(true) });

/** Public forms, and what the holder of a link may do. No route has a session. */
export const linksRoutes = {
  sendContactMessage: {
    method: 'POST',
    path: '/api/contact',
    service: 'links',
    access: 'public',
    summary: 'Email a visitor’s message to the school',
    rate: lowRate,
    body: contactMessageSchema,
    status: 200,
    response: doneSchema,
    errors: ['tooManyMessages', 'messageNotSent', 'messageUncertain'],
  },
  joinNewsletter: {
    method: 'POST',
    path: '/api/newsletter',
    service: 'links',
    access: 'public',
    summary: 'Email a link that confirms an address for the newsletter; the same answer for every address',
    rate: lowRate,
    body: emailRequestSchema,
    status: 202,
    response: doneSchema,
    errors: ['tooManyAttempts'],
  },
  confirmNewsletter: {
    method: 'POST',
    path: '/api/newsletter/confirmation',
    service: 'links',
    access: 'public',
    summary: 'Put the address of a confirmation link on the newsletter’s list',
    rate: lowRate,
    body: confirmNewsletterSchema,
    status: 200,
    response: doneSchema,
    errors: ['newsletterLinkInvalid'],
  },
  leaveNewsletter: {
    method: 'POST',
    path: '/api/newsletter/leave',
    service: 'links',
    access: 'public',
    // Mail programs post a form (RFC 8058), whose content says nothing more: no body is read.
    summary: 'Take a reader off the newsletter’s list, at any time and as often as it is sent',
    query: leaveNewsletterSchema,
    status: 200,
    response: doneSchema,
    errors: ['newsletterLinkInvalid'],
  },
  getLeavePage: {
    method: 'GET',
    path: '/api/newsletter/leave',
    service: 'links',
    access: 'public',
    // Some mail programs open the address of RFC 8058 in a browser. A GET changes nothing: the page has the button.
    summary: 'The page on which a reader leaves the newsletter',
    query: leaveNewsletterSchema,
    status: 303,
    response: z.string(),
    errors: [],
  },
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
  getLinkedDay: {
    method: 'POST',
    path: '/api/not-coming',
    service: 'links',
    access: 'public',
    // A POST, because the secret of the link must not be in an address.
    summary: 'The sessions of a family on the day that a reminder’s link is for',
    readOnly: true,
    rate: linkRate,
    body: dayLinkSchema,
    status: 200,
    response: linkedDaySchema,
    errors: ['dayLinkInvalid'],
  },
  setLinkedNotComing: {
    method: 'POST',
    path: '/api/not-coming/answer',
    service: 'links',
    access: 'public',
    summary: 'Say on the page of a reminder’s link that a child does not come, or comes after all',
    rate: linkRate,
    body: linkedNotComingSchema,
    status: 200,
    response: linkedDaySchema,
    errors: ['dayLinkInvalid', 'bookingNotFound', 'sessionNotFound', 'sessionBegun', 'tooManyChanges'],
  },
  getCalendarFeed: {
    method: 'GET',
    path: '/api/calendars/{familyId}/{file}',
    service: 'links',
    access: 'public',
    summary: 'All sessions of a family, for the calendars that know its secret',
    rate: linkRate,
    params: z.strictObject({ familyId: userIdSchema, file: calendarFileSchema }),
    file: 'text/calendar; charset=utf-8',
    status: 200,
    response: z.string(),
    errors: [],
  },
} as const satisfies Record<string, Route>;
