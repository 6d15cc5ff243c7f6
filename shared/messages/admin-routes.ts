import * as z from 'zod/mini';
import { limits } from '#shared/limits';
import { readerIdSchema, readerSchema } from '#shared/messages/newsletter';
import { type Route, routeOf } from '../contract/route.ts';
import { adultsToCallSchema } from '../families/family.ts';
import {
  classIdSchema,
  familyIdSchema,
  messageIdSchema,
  recipientIdSchema,
  slotIdSchema,
  userIdSchema,
  venueIdSchema,
} from '../lib/ids.ts';
import { cursorSchema } from '../lib/search-text.ts';
import { calendarDateSchema, instantSchema, optionalText, singleLineText } from '../lib/values.ts';
import { holdReasonSchema, messageKindSchema, recipientStateSchema } from './message.ts';
import { notSentCauseSchema, stopCauseSchema } from './unsent.ts';

const messageSummarySchema = z.object({
  id: messageIdSchema,
  kind: messageKindSchema,
  created_at: instantSchema,
  made_by: z.nullable(userIdSchema),
  made_by_name: z.nullable(z.string()),
  audience: z.string(),
  subject: z.nullable(z.string()),
  state: z.enum(['queued', 'sending', 'done']),
  /** Null until known. */
  recipients: z.nullable(z.int()),
});
export type MessageSummary = z.infer<typeof messageSummarySchema>;

const loggedRecipientSchema = z.object({
  id: recipientIdSchema,
  state: recipientStateSchema,
  state_at: instantSchema,
  reason: z.nullable(holdReasonSchema),
  name: z.nullable(z.string()),
  phone_number: z.nullable(z.string()),
  /** The family's adults; empty for a recipient without a family. */
  adults: adultsToCallSchema,
  /** Delivered, and not bounced since. */
  reached: z.boolean(),
  /** Not reached, and no event is expected any more (CAN-12). Never a deleted account. */
  to_call: z.boolean(),
});
export type LoggedRecipient = z.infer<typeof loggedRecipientSchema>;

const messageDetailsSchema = z.extend(messageSummarySchema, {
  text: z.nullable(z.string()),
  sent_to: z.array(loggedRecipientSchema),
});

/** Given up, or of unknown outcome (OPS-02, OPS-03). */
const unsentMailSchema = z.object({
  id: z.string(),
  /** For example "Confirmation". */
  what: z.string(),
  cause: notSentCauseSchema,
  since: instantSchema,
  to: z.nullable(z.string()),
  parent_id: z.nullable(familyIdSchema),
  adults: adultsToCallSchema,
});
export type UnsentMail = z.infer<typeof unsentMailSchema>;

/** Recipients who did not get the message, or of whom that is unknown. */
const unsentMessageSchema = z.extend(z.pick(messageSummarySchema, { id: true, kind: true, subject: true }), {
  people: z.array(
    z.extend(z.pick(loggedRecipientSchema, { id: true, name: true, adults: true }), {
      /** Perhaps the email was sent. Otherwise it certainly was not. */
      is_unknown: z.boolean(),
    }),
  ),
});
export type UnsentMessage = z.infer<typeof unsentMessageSchema>;

const settleSchema = z.enum(['send', 'leave']);

const listMessagesSchema = z.strictObject({ cursor: z.optional(cursorSchema) });
const messagePageSchema = z.object({
  messages: z.array(messageSummarySchema),
  next_cursor: z.nullable(cursorSchema),
});

export const audienceMissing = 'Please choose who gets the message';

/** Whom an administrator may write to (MSG-01). */
const writableAudienceSchema = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('slot'), class_id: classIdSchema, slot_id: slotIdSchema }),
    z.strictObject({ kind: z.literal('class'), class_id: classIdSchema }),
    z.strictObject({ kind: z.literal('venue-day'), venue_id: venueIdSchema, date: calendarDateSchema }),
    z.strictObject({ kind: z.literal('waiting-list'), class_id: classIdSchema, slot_id: slotIdSchema }),
    z.strictObject({ kind: z.literal('family'), parent_id: familyIdSchema }),
    z.strictObject({ kind: z.literal('readers') }),
  ],
  audienceMissing,
);
export type WritableAudience = z.infer<typeof writableAudienceSchema>;

const required = 'Please write the message';

const messageTextSchema = z.pipe(optionalText(limits.messageTextLength), z.string(required));

const writtenFields = {
  subject: singleLineText(limits.messageSubjectLength, 'Please enter a subject'),
  text: messageTextSchema,
};

export const writtenMessageSchema = z.strictObject(writtenFields);

const getMessagePreviewSchema = z.strictObject({ audience: writableAudienceSchema, ...writtenFields });

/** Families are written to about their bookings only, which the sender confirms (MSG-04). Readers get news. */
export const sendMessageSchema = z
  .strictObject({ audience: writableAudienceSchema, ...writtenFields, about_booking: z.boolean() })
  .check(
    z.refine(({ audience, about_booking }) => audience.kind === 'readers' || about_booking, {
      error: 'Please confirm that the message is about a booking',
      path: ['about_booking'],
    }),
  );

const sendAgainSchema = z.strictObject({
  recipients: z.array(recipientIdSchema).check(z.minLength(1), z.maxLength(limits.sentAgainAtOnce)),
});

const messageParams = z.strictObject({ messageId: messageIdSchema });

export const messageRoutes = {
  listReaders: {
    ...routeOf.admin,
    method: 'GET',
    path: '/api/admin/newsletter/readers',
    summary: 'The readers of the newsletter, by address',
    response: z.object({ readers: z.array(readerSchema) }),
    errors: [],
  },
  removeReader: {
    ...routeOf.admin,
    method: 'DELETE',
    path: '/api/admin/newsletter/readers/{readerId}',
    summary: 'Take a reader off the newsletter’s list',
    params: z.strictObject({ readerId: readerIdSchema }),
    status: 204,
    response: z.undefined(),
    errors: ['readerNotFound'],
  },
  listMessages: {
    ...routeOf.admin,
    method: 'GET',
    path: '/api/admin/messages',
    summary: 'The log of messages to several recipients, newest first',
    query: listMessagesSchema,
    response: messagePageSchema,
    errors: [],
  },
  getMessage: {
    ...routeOf.admin,
    method: 'GET',
    path: '/api/admin/messages/{messageId}',
    summary: 'A message, and for each recipient what became of the email',
    params: messageParams,
    response: messageDetailsSchema,
    errors: ['messageNotFound'],
  },
  getMessagePreview: {
    ...routeOf.admin,
    method: 'POST',
    path: '/api/admin/messages/preview',
    summary: 'A message as its recipients would see it, and how many there are',
    body: getMessagePreviewSchema,
    readOnly: true,
    response: z.object({ recipients: z.int(), subject: z.string(), html: z.string() }),
    errors: [],
  },
  sendMessage: {
    ...routeOf.admin,
    method: 'POST',
    path: '/api/admin/messages',
    summary: 'Write to families about their bookings, or to the readers of the newsletter',
    body: sendMessageSchema,
    idempotent: true,
    status: 202,
    response: z.object({ id: messageIdSchema }),
    errors: ['nobodyToWriteTo'],
  },
  sendTestMessage: {
    ...routeOf.admin,
    method: 'POST',
    path: '/api/admin/messages/test',
    summary: 'Send a message to the caller alone',
    body: writtenMessageSchema,
    idempotent: true,
    status: 202,
    response: z.object({ id: messageIdSchema }),
    errors: [],
  },
  listUnsent: {
    ...routeOf.admin,
    method: 'GET',
    path: '/api/admin/unsent-mails',
    summary: 'Since when no email has left, how many wait, and which were given up or are of unknown outcome',
    response: z.object({
      stop: z.nullable(z.object({ since: instantSchema, cause: stopCauseSchema, waiting: z.int() })),
      mails: z.array(unsentMailSchema),
      messages: z.array(unsentMessageSchema),
    }),
    errors: [],
  },
  settleUnsentMail: {
    ...routeOf.admin,
    method: 'POST',
    path: '/api/admin/unsent-mails/{mailId}',
    summary: 'Send an email again that was given up or is of unknown outcome, or leave it as it is',
    params: z.strictObject({ mailId: z.string().check(z.regex(/^[\w-]{22}$/)) }),
    body: z.strictObject({ action: settleSchema }),
    status: 204,
    response: z.undefined(),
    errors: ['messageNotFound'],
  },
  settleUnsentMessage: {
    ...routeOf.admin,
    method: 'POST',
    path: '/api/admin/messages/{messageId}/unsent',
    summary: 'Send a message to the recipients who did not get it, or leave them',
    params: messageParams,
    body: z.strictObject({
      action: settleSchema,
      recipients: z.optional(
        z.array(recipientIdSchema).check(z.minLength(1), z.maxLength(limits.sentAgainAtOnce)),
      ),
    }),
    status: 204,
    response: z.undefined(),
    errors: ['messageNotFound'],
  },
  sendMessageAgain: {
    ...routeOf.admin,
    method: 'POST',
    path: '/api/admin/messages/{messageId}/again',
    summary: 'Send a message again to recipients who were held back or whose outcome is unknown',
    params: messageParams,
    body: sendAgainSchema,
    response: z.object({ queued: z.int() }),
    errors: ['messageNotFound'],
  },
} as const satisfies Record<string, Route>;

export type MessageRoutes = typeof messageRoutes;
