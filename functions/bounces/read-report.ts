import * as z from 'zod/mini';
import type { EmailProblem } from '#shared/schemas/email-problem';
import { type UserId, userIdSchema } from '#shared/schemas/ids';
import { instantSchema } from '#shared/schemas/values';
import { accountTag } from '../email/sending/account-tag.ts';

/** That mail to an account's address does no good. */
export interface Report {
  readonly userId: UserId;
  /** The addresses it is about: one, as our messages have one reader. */
  readonly emails: readonly string[];
  readonly problem: EmailProblem;
}

const recipientsSchema = z.array(z.object({ emailAddress: z.string().check(z.toLowerCase()) }));

const mailSchema = z.object({ tags: z.object({ [accountTag]: z.optional(z.tuple([userIdSchema])) }) });

/** What SES publishes, as far as it is of use: https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html */
const eventSchema = z.discriminatedUnion('eventType', [
  z.object({
    eventType: z.literal('Bounce'),
    mail: mailSchema,
    bounce: z.object({
      bounceType: z.string(),
      timestamp: z.string(),
      bouncedRecipients: recipientsSchema,
    }),
  }),
  z.object({
    eventType: z.literal('Complaint'),
    mail: mailSchema,
    complaint: z.object({
      complaintFeedbackType: z.nullish(z.string()),
      timestamp: z.string(),
      complainedRecipients: recipientsSchema,
    }),
  }),
]);
type Event = z.infer<typeof eventSchema>;

const problemOf = (kind: EmailProblem['kind'], timestamp: string): EmailProblem => ({
  kind,
  at: instantSchema.parse(new Date(timestamp).toISOString()),
});

const toReport = (event: Event): Report | undefined => {
  const [userId] = event.mail.tags[accountTag] ?? [];
  // A message that somebody sent from the same domain by other means.
  if (!userId) return undefined;
  if (event.eventType === 'Bounce') {
    const { bounceType, timestamp, bouncedRecipients } = event.bounce;
    // A full mailbox or a slow server may be well again with the next message.
    if (bounceType !== 'Permanent') return undefined;
    const emails = bouncedRecipients.map(({ emailAddress }) => emailAddress);
    return { userId, emails, problem: problemOf('bounced', timestamp) };
  }
  const { complaintFeedbackType, timestamp, complainedRecipients } = event.complaint;
  // Taken out of the spam folder: the opposite of a complaint, in the same format.
  if (complaintFeedbackType === 'not-spam') return undefined;
  const emails = complainedRecipients.map(({ emailAddress }) => emailAddress);
  return { userId, emails, problem: problemOf('complained', timestamp) };
};

/** SES greets a topic with a sentence when it is connected to it. */
const isGreeting = (message: string): boolean => !message.trimStart().startsWith('{');

/**
 * What a message of SES reports; undefined where it reports nothing that lasts.
 * @throws Error for an event that is not as SES documents it
 */
export const readReport = (message: string): Report | undefined =>
  isGreeting(message) ? undefined : toReport(eventSchema.parse(JSON.parse(message)));
