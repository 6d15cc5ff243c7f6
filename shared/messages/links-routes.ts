import * as z from 'zod/mini';
import { limits } from '#shared/limits';
import { confirmNewsletterSchema, leaveNewsletterSchema } from '#shared/messages/newsletter';
import { type Route, routeOf } from '../contract/route.ts';
import { emailRequestSchema, emailSchema } from '../lib/email.ts';
import { multiLineText, nameText, singleLineText } from '../lib/values.ts';

export const contactMessageSchema = z.strictObject({
  name: nameText(limits.personNameLength, 'Please enter your name'),
  email: emailSchema,
  /** The contact page's form has this field, the home page's has not. */
  subject: z.optional(singleLineText(limits.contactSubjectLength, 'Please enter a subject')),
  message: multiLineText(limits.contactMessageLength, 'Please enter a message'),
  /** People do not see this field. Programs that fill every field fill it. */
  website: z.optional(z.string().check(z.maxLength(limits.contactMessageLength))),
});
export type ContactMessage = z.infer<typeof contactMessageSchema>;

/** Each request sends an email or changes the newsletter's list, and people make few at a time. */
const lowRate = { perSecond: 5, burst: 20 } as const;

const doneSchema = z.object({ success: z.literal(true) });

export const formRoutes = {
  sendContactMessage: {
    ...routeOf.links,
    method: 'POST',
    path: '/api/contact',
    summary: 'Email a visitor’s message to the school',
    rate: lowRate,
    body: contactMessageSchema,
    response: doneSchema,
    uncounted: true,
    errors: ['tooManyMessages', 'messageNotSent', 'messageUncertain'],
  },
  joinNewsletter: {
    ...routeOf.links,
    method: 'POST',
    path: '/api/newsletter',
    summary: 'Email a link that confirms an address for the newsletter; the same answer for every address',
    rate: lowRate,
    body: emailRequestSchema,
    status: 202,
    response: doneSchema,
    uncounted: true,
    errors: ['tooManyAttempts'],
  },
  confirmNewsletter: {
    ...routeOf.links,
    method: 'POST',
    path: '/api/newsletter/confirmation',
    summary: 'Put the address of a confirmation link on the newsletter’s list',
    rate: lowRate,
    body: confirmNewsletterSchema,
    response: doneSchema,
    uncounted: true,
    errors: ['newsletterLinkInvalid'],
  },
  leaveNewsletter: {
    ...routeOf.links,
    method: 'POST',
    path: '/api/newsletter/leave',
    // Mail programs post a form (RFC 8058) without further content: no body is read.
    summary: 'Take a reader off the newsletter’s list, at any time and as often as it is sent',
    query: leaveNewsletterSchema,
    response: doneSchema,
    // A reader can always leave.
    uncounted: true,
    errors: ['newsletterLinkInvalid'],
  },
  getLeavePage: {
    ...routeOf.links,
    method: 'GET',
    path: '/api/newsletter/leave',
    // Some mail programs open the address of RFC 8058 in a browser, where a GET changes nothing: the page has the button.
    summary: 'The page on which a reader leaves the newsletter',
    query: leaveNewsletterSchema,
    status: 303,
    response: z.string(),
    errors: [],
  },
} as const satisfies Record<string, Route>;

export type FormRoutes = typeof formRoutes;
