import * as z from 'zod/mini';
import { limits } from '#shared/limits';
import { classIdSchema, recipientIdSchema, slotIdSchema, userIdSchema, venueIdSchema } from './ids.ts';
import { calendarDateSchema, optionalText, singleLineText } from './values.ts';

/** Says that no audience, or an incomplete one, was chosen. */
export const audienceMissing = 'Please choose who gets the message';

/** Whom an administrator may write to (MSG-01). */
const writableAudienceSchema = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('slot'), class_id: classIdSchema, slot_id: slotIdSchema }),
    z.strictObject({ kind: z.literal('class'), class_id: classIdSchema }),
    z.strictObject({ kind: z.literal('venue-day'), venue_id: venueIdSchema, date: calendarDateSchema }),
    z.strictObject({ kind: z.literal('waiting-list'), class_id: classIdSchema, slot_id: slotIdSchema }),
    z.strictObject({ kind: z.literal('family'), parent_id: userIdSchema }),
    z.strictObject({ kind: z.literal('readers') }),
  ],
  audienceMissing,
);
export type WritableAudience = z.infer<typeof writableAudienceSchema>;

const required = 'Please write the message';

/** A text of several lines that is not empty. */
const messageTextSchema = z.pipe(optionalText(limits.messageTextLength), z.string(required));

const writtenFields = {
  subject: singleLineText(limits.messageSubjectLength, 'Please enter a subject'),
  text: messageTextSchema,
};

export const writtenMessageSchema = z.strictObject(writtenFields);

export const getMessagePreviewSchema = z.strictObject({ audience: writableAudienceSchema, ...writtenFields });

/** Families are written to about their bookings only: whoever sends has ticked that (MSG-04). Readers get news. */
export const sendMessageSchema = z
  .strictObject({ audience: writableAudienceSchema, ...writtenFields, about_booking: z.boolean() })
  .check(
    z.refine(({ audience, about_booking }) => audience.kind === 'readers' || about_booking, {
      error: 'Please confirm that the message is about a booking',
      path: ['about_booking'],
    }),
  );

export const sendAgainSchema = z.strictObject({
  recipients: z.array(recipientIdSchema).check(z.minLength(1), z.maxLength(limits.sentAgainAtOnce)),
});
