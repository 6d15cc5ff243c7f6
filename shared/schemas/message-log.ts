import * as z from 'zod/mini';
import { messageIdSchema, recipientIdSchema, userIdSchema } from './ids.ts';
import { holdReasonSchema, messageKindSchema, recipientStateSchema } from './message.ts';
import { cursorSchema } from './page.ts';
import { instantSchema } from './values.ts';

/** A message in the log (MSG-06). */
const messageSummarySchema = z.object({
  id: messageIdSchema,
  kind: messageKindSchema,
  created_at: instantSchema,
  made_by: z.nullable(userIdSchema),
  /** The present name of the administrator; null for what the system made, and for a deleted account. */
  made_by_name: z.nullable(z.string()),
  /** Whom it is for, in words. */
  audience: z.string(),
  /** Null for what has none, and for mail to one family. */
  subject: z.nullable(z.string()),
  state: z.enum(['queued', 'sending', 'done']),
  /** Null until they are known. */
  recipients: z.nullable(z.int()),
});
export type MessageSummary = z.infer<typeof messageSummarySchema>;

/**
 * What became of the email to one recipient. A reader of the newsletter and a deleted account have neither name nor phone
 * number.
 */
const loggedRecipientSchema = z.object({
  id: recipientIdSchema,
  state: recipientStateSchema,
  state_at: instantSchema,
  reason: z.nullable(holdReasonSchema),
  name: z.nullable(z.string()),
  phone_number: z.nullable(z.string()),
  /** Delivered, and not bounced since. */
  reached: z.boolean(),
  /** Not reached, and no event is to be expected any more: to be called (CAN-12). Never a deleted account. */
  to_call: z.boolean(),
});
export type LoggedRecipient = z.infer<typeof loggedRecipientSchema>;

export const messageDetailsSchema = z.extend(messageSummarySchema, {
  /** Null as the subject is. */
  text: z.nullable(z.string()),
  sent_to: z.array(loggedRecipientSchema),
});

export const listMessagesSchema = z.strictObject({ cursor: z.optional(cursorSchema) });
export const messagePageSchema = z.object({
  messages: z.array(messageSummarySchema),
  next_cursor: z.nullable(cursorSchema),
});
