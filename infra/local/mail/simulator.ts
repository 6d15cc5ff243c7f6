import { randomUUID } from 'node:crypto';
import type { SNSEvent } from 'aws-lambda';
import type { HandlerLoader } from '../handlers.ts';
import { lambdaContext } from '../lambda-context.ts';

interface Message {
  readonly timestamp: string;
  readonly tags: Readonly<Record<string, readonly string[]>>;
}

/** The parts of SES's event that are read. */
export type SesReport =
  | {
      readonly eventType: 'Bounce';
      readonly mail: Message;
      readonly bounce: {
        readonly bounceType: 'Permanent';
        readonly bounceSubType: 'General';
        readonly timestamp: string;
        readonly bouncedRecipients: readonly { readonly emailAddress: string }[];
      };
    }
  | {
      readonly eventType: 'Complaint';
      readonly mail: Message;
      readonly complaint: {
        readonly complaintFeedbackType: 'abuse';
        readonly timestamp: string;
        readonly complainedRecipients: readonly { readonly emailAddress: string }[];
      };
    };

export type Reporter = (report: SesReport) => Promise<void>;

/** Addresses of SES's mailbox simulator. They behave the same in the cloud. */
const simulated = /^(bounce|complaint)(?:\+[^@]*)?@simulator\.amazonses\.com$/i;

/** SES's report about a message to an address of the mailbox simulator; undefined for other addresses. */
export const simulatedReport = (
  to: readonly string[],
  tags: Readonly<Record<string, string>>,
): SesReport | undefined => {
  const emailAddress = to.find((address) => simulated.test(address));
  if (!emailAddress) return undefined;
  const timestamp = new Date().toISOString();
  const mail = {
    timestamp,
    tags: Object.fromEntries(Object.entries(tags).map(([name, value]) => [name, [value]])),
  };
  const recipients = [{ emailAddress }];
  return simulated.exec(emailAddress)?.[1]?.toLowerCase() === 'bounce'
    ? {
        eventType: 'Bounce',
        mail,
        bounce: {
          bounceType: 'Permanent',
          bounceSubType: 'General',
          timestamp,
          bouncedRecipients: recipients,
        },
      }
    : {
        eventType: 'Complaint',
        mail,
        complaint: { complaintFeedbackType: 'abuse', timestamp, complainedRecipients: recipients },
      };
};

/** Passes reports to the function that records them, in the envelope of the SNS topic. */
export const createReporter =
  (handlers: HandlerLoader): Reporter =>
  async (report) => {
    const timestamp = new Date().toISOString();
    const event: SNSEvent = {
      Records: [
        {
          EventVersion: '1.0',
          EventSource: 'aws:sns',
          EventSubscriptionArn: 'arn:aws:sns:local:000000000000:reports:local',
          Sns: {
            Type: 'Notification',
            MessageId: randomUUID(),
            TopicArn: 'arn:aws:sns:local:000000000000:reports',
            Message: JSON.stringify(report),
            MessageAttributes: {},
            Timestamp: timestamp,
            SignatureVersion: '1',
            Signature: '',
            SigningCertUrl: '',
            UnsubscribeUrl: '',
          },
        },
      ],
    };
    // The message was accepted, even if the report fails.
    await (await handlers.bounces())(event, lambdaContext('bounces')).catch(console.error);
  };
