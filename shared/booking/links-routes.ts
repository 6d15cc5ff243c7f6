import * as z from 'zod/mini';
import {
  calendarFileSchema,
  dayLinkSchema,
  linkedDaySchema,
  linkedNotComingSchema,
} from '#shared/booking/not-coming';
import { userIdSchema } from '#shared/lib/ids';
import { linkRate, type Route, routeOf } from '../contract/route.ts';

export const linkedBookingRoutes = {
  getLinkedDay: {
    ...routeOf.links,
    method: 'POST',
    path: '/api/not-coming',
    // A POST, because the secret of the link must not be in an address.
    summary: 'The sessions of a family on the day that a reminder’s link is for',
    readOnly: true,
    rate: linkRate,
    body: dayLinkSchema,
    response: linkedDaySchema,
    errors: ['dayLinkInvalid'],
  },
  setLinkedNotComing: {
    ...routeOf.links,
    method: 'POST',
    path: '/api/not-coming/answer',
    summary: 'Say on the page of a reminder’s link that a child does not come, or comes after all',
    rate: linkRate,
    body: linkedNotComingSchema,
    response: linkedDaySchema,
    errors: ['dayLinkInvalid', 'bookingNotFound', 'sessionNotFound', 'sessionBegun', 'tooManyChanges'],
  },
  getCalendarFeed: {
    ...routeOf.links,
    method: 'GET',
    path: '/api/calendars/{userId}/{file}',
    summary: 'All sessions of a family, for the calendars that know the secret of one of its adults',
    rate: linkRate,
    params: z.strictObject({ userId: userIdSchema, file: calendarFileSchema }),
    file: 'text/calendar; charset=utf-8',
    response: z.string(),
    errors: [],
  },
} as const satisfies Record<string, Route>;

export type LinkedBookingRoutes = typeof linkedBookingRoutes;
