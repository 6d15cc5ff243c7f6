import type { SNSEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import type { EmailProblem } from '#shared/families/family';
import {
  type MessageId,
  messageIdSchema,
  type RecipientId,
  recipientIdSchema,
  type UserId,
  userIdSchema,
} from '#shared/lib/ids';
import { type Instant, instantOf } from '#shared/lib/values';
import type { RecipientState } from '#shared/messages/message';
import { storeEmailProblem } from '../accounts/account-marks.ts';
import { log } from '../lib/log.ts';
import { accountTag, messageTag, recipientTag } from '../lib/mail/outcomes.ts';
import { noteDelivery } from '../lib/mail/sent-mails.ts';
import type { Table } from '../lib/table.ts';
import { removeUnreachable } from './newsletter.ts';
import { raiseState } from './recipients.ts';

interface AddressReport {
  readonly userId: UserId | undefined;
  /** One address, as each email has one recipient. */
  readonly emails: readonly string[];
  readonly problem: EmailProblem;
}

interface RecipientReport {
  readonly messageId: MessageId;
  readonly recipient: RecipientId;
  readonly state: Extract<RecipientState, 'accepted' | 'delivered' | 'bounced' | 'complained'>;
  readonly at: Instant;
}

interface Report {
  readonly single: Parameters<typeof noteDelivery>[1] | undefined;
  readonly address: AddressReport | undefined;
  readonly recipient: RecipientReport | undefined;
}

const recipientsSchema = z.array(z.object({ emailAddress: z.string().check(z.toLowerCase()) }));

const mailSchema = z.object({
  timestamp: z.string(),
  messageId: z.optional(z.string()),
  destination: z._default(z.array(z.string()), []),
  tags: z.object({
    [accountTag]: z.optional(z.tuple([userIdSchema])),
    [messageTag]: z.optional(z.tuple([messageIdSchema])),
    [recipientTag]: z.optional(z.tuple([recipientIdSchema])),
  }),
});

/** https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html */
const eventSchema = z.discriminatedUnion('eventType', [
  z.object({ eventType: z.literal('Send'), mail: mailSchema }),
  z.object({
    eventType: z.literal('Delivery'),
    mail: mailSchema,
    delivery: z.object({ timestamp: z.string() }),
  }),
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

/** The event, its time, and whether the address is of no use any more. */
interface EmailEvent {
  readonly state: RecipientReport['state'];
  readonly timestamp: string;
  readonly problem?: { readonly kind: EmailProblem['kind']; readonly emails: readonly string[] };
}

const addressesOf = (recipients: z.infer<typeof recipientsSchema>): string[] =>
  recipients.map(({ emailAddress }) => emailAddress);

const emailEventOf = (event: Event): EmailEvent | undefined => {
  switch (event.eventType) {
    case 'Send':
      return { state: 'accepted', timestamp: event.mail.timestamp };
    case 'Delivery':
      return { state: 'delivered', timestamp: event.delivery.timestamp };
    case 'Bounce': {
      const { bounceType, timestamp, bouncedRecipients } = event.bounce;
      // A full mailbox or a slow server is temporary: the next email may arrive.
      if (bounceType !== 'Permanent') return { state: 'bounced', timestamp };
      const emails = addressesOf(bouncedRecipients);
      return { state: 'bounced', timestamp, problem: { kind: 'bounced', emails } };
    }
    case 'Complaint': {
      const { complaintFeedbackType, timestamp, complainedRecipients } = event.complaint;
      // The reader moved the email out of the spam folder: the opposite of a complaint, in the same format.
      if (complaintFeedbackType === 'not-spam') return undefined;
      const emails = addressesOf(complainedRecipients);
      return { state: 'complained', timestamp, problem: { kind: 'complained', emails } };
    }
  }
};

const toReport = (event: Event): Report | undefined => {
  const reported = emailEventOf(event);
  if (!reported) return undefined;
  const { tags } = event.mail;
  // Other emails from the same domain have no such tags.
  const [[userId] = [], [messageId] = [], [recipient] = []] = [
    tags[accountTag],
    tags[messageTag],
    tags[recipientTag],
  ];
  const { state, problem } = reported;
  const at = instantOf(new Date(reported.timestamp));
  const {
    messageId: sesId,
    destination: [to],
  } = event.mail;
  return {
    single:
      !messageId && to && sesId && state !== 'accepted'
        ? { to, id: sesId, state, at: new Date(reported.timestamp) }
        : undefined,
    address: problem && { userId, emails: problem.emails, problem: { kind: problem.kind, at } },
    recipient: messageId && recipient && { messageId, recipient, state, at },
  };
};

/** SES publishes a sentence, no JSON, when it is connected to a topic. */
const isConnectionNotice = (message: string): boolean => !message.trimStart().startsWith('{');

/** Undefined where nothing is reported. @throws Error for an event that is not as SES documents it */
const readReport = (message: string): Report | undefined =>
  isConnectionNotice(message) ? undefined : toReport(eventSchema.parse(JSON.parse(message)));

/** Replaces a schema's error, which quotes addresses that must not reach a log. */
class UnreadableReportError extends Error {
  override readonly name = 'UnreadableReportError';
}

const read = (message: string) => {
  try {
    return readReport(message);
  } catch {
    throw new UnreadableReportError('Not an event as SES documents it');
  }
};

/** Who reports spam, or refuses for good, gets no news (OPS-04). */
const noteProblem = async (table: Table, { userId, emails, problem }: AddressReport) => {
  for (const email of emails) {
    if (await removeUnreachable(table, email, problem.at))
      log.info('newsletter.left', { kind: problem.kind });
    if (!userId) continue;
    const noted = await storeEmailProblem(table, { userId, email, problem });
    log.info(noted ? 'email-problem.noted' : 'email-problem.nothing-to-note', {
      user: userId,
      kind: problem.kind,
    });
  }
};

/** Repeated and late events change nothing (MSG-06). @throws for an unreadable report too: Lambda parks it in the end */
export const handleReports = async ({ Records }: SNSEvent, table: Table): Promise<void> => {
  for (const { Sns } of Records) {
    const { single, address, recipient } = read(Sns.Message) ?? {};
    if (single) await noteDelivery(table, single);
    if (address) await noteProblem(table, address);
    if (recipient) await raiseState(table, recipient, recipient.recipient, recipient.state);
    if (!single && !address && !recipient) log.info('email-problem.none', { message: Sns.MessageId });
  }
};
