import * as z from 'zod/mini';
import type { EmailProblem } from '#shared/schemas/email-problem';
import { type UserId, userIdSchema } from '#shared/schemas/ids';
import { instantSchema } from '#shared/schemas/values';
import { accountTag } from '../email/sending/tags.ts';

/** A lasting problem with the address of an account. */
export interface Report {
  readonly userId: UserId;
  /** The addresses it is about: one, as each email has one recipient. */
  readonly emails: readonly string[];
  readonly problem: EmailProblem;
}

const recipientsSchema = z.array(z.object({ emailAddress: z.string().check(z.toLowerCase()) }));

const mailSchema = z.object({ tags: z.object({ [accountTag]: z.optional(z.tuple([userIdSchema])) }) });

/** The used part of what SES publishes: https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html */
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
  // An email that was sent from the same domain by other means.
  if (!userId) return undefined;
  if (event.eventType === 'Bounce') {
    const { bounceType, timestamp, bouncedRecipients } = event.bounce;
    // A full mailbox or a slow server is temporary.
    if (bounceType !== 'Permanent') return undefined;
    const emails = bouncedRecipients.map(({ emailAddress }) => emailAddress);
    return { userId, emails, problem: problemOf('bounced', timestamp) };
  }
  const { complaintFeedbackType, timestamp, complainedRecipients } = event.complaint;
  // Moved out of the spam folder: the opposite of a complaint, in the same format.
  if (complaintFeedbackType === 'not-spam') return undefined;
  const emails = complainedRecipients.map(({ emailAddress }) => emailAddress);
  return { userId, emails, problem: problemOf('complained', timestamp) };
};

/** SES publishes a sentence, no JSON, when it is connected to a topic. */
const isGreeting = (message: string): boolean => !message.trimStart().startsWith('{');

/**
 * The report in a message of SES; undefined where it reports no lasting problem.
 * @throws Error for an event that is not as SES documents it
 */
export const readReport = (message: string): Report | undefined =>
  isGreeting(message) ? undefined : toReport(eventSchema.parse(JSON.parse(message)));
