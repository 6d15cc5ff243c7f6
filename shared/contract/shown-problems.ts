import * as z from 'zod/mini';
import { programEnded } from '#shared/programmes';

/** Problems that the site shows without a response. Every page loads them; the others stay in `errors.ts`, for functions. */
export const shownProblems = {
  notAuthenticated: { status: 401, text: 'Not authenticated' },
  adminOnly: { status: 403, text: 'You do not have admin privileges' },
  coachOnly: { status: 403, text: 'You are not a coach at the moment. Please ask the school.' },
  notFound: { status: 404, text: 'We could not find what you were looking for.' },
  payloadTooLarge: { status: 413, text: 'That is too much text. Please shorten it and try again.' },
  tooManyRequests: { status: 429, text: 'Too many attempts. Please wait a minute and try again.' },
  internalError: { status: 500, text: 'Something went wrong on our side. Please try again.' },
  busy: { status: 503, text: 'Many people are using this right now. Please try again in a moment.' },
  changedMeanwhile: {
    status: 409,
    text: 'This was changed meanwhile. Please look at what is stored now, and save again.',
  },
  parentNotFound: { status: 404, text: 'Parent not found' },
  datesBooked: {
    status: 409,
    text: 'Families have booked these dates. Cancel a session instead.',
  },
  classNotFound: { status: 404, text: 'Class not found' },
  notOnSale: {
    status: 409,
    text: 'This class is not on sale at the moment. Your bookings stay as they are.',
  },
  programEnded: { status: 409, text: programEnded },
  placesOpen: { status: 409, text: 'There are places: book now.' },
  slotFull: { status: 409, text: 'This time slot is now full' },
  childHasBookings: { status: 409, text: 'Cancel {name}’s {bookings} first' },
  sameChildName: { status: 409, text: 'You already have a child called {name}' },
} as const;

/** The names of a text's `{name}` placeholders. */
type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

export type TextParams<Text extends string> = Record<Placeholders<Text>, string>;

export const fillText = <Text extends string>(text: Text, params: TextParams<Text>): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(params, name) ? String(Reflect.get(params, name)) : placeholder,
  );

/** An invalid input: its path (`amount`, `children.0.name`) and what to do. */
const fieldIssueSchema = z.object({ field: z.string(), message: z.string() });
export type FieldIssue = z.infer<typeof fieldIssueSchema>;

/** The body of every error answer (RFC 9457) besides its code. `request_id` identifies the request in the logs. */
export const problemBodySchema = z.object({
  type: z.string(),
  status: z.int(),
  detail: z.string(),
  request_id: z.optional(z.string()),
  issues: z.optional(z.array(fieldIssueSchema)),
  /** `changedMeanwhile` has here what is stored now in the fields that the edit would overwrite. */
  stored: z.optional(z.unknown()),
});

export const problemContentType = 'application/problem+json';
