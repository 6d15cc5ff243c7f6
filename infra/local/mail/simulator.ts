import { randomUUID } from 'node:crypto';
import type { SNSEvent } from 'aws-lambda';
import { lambdaContext } from '../api-gateway/api-gateway.ts';
import type { HandlerLoader } from '../handlers.ts';

interface Message {
  readonly timestamp: string;
  readonly messageId: string;
  readonly destination: readonly string[];
  readonly tags: Readonly<Record<string, readonly string[]>>;
}

interface Address {
  readonly emailAddress: string;
}

export type SesReport = { readonly mail: Message } & (
  | { readonly eventType: 'Send'; readonly send: object }
  | { readonly eventType: 'Delivery'; readonly delivery: { readonly timestamp: string } }
  | {
      readonly eventType: 'Bounce';
      readonly bounce: {
        readonly bounceType: 'Permanent';
        readonly bounceSubType: 'General';
        readonly timestamp: string;
        readonly bouncedRecipients: readonly Address[];
      };
    }
  | {
      readonly eventType: 'Complaint';
      readonly complaint: {
        readonly complaintFeedbackType: 'abuse';
        readonly timestamp: string;
        readonly complainedRecipients: readonly Address[];
      };
    }
);

export type Reporter = (report: SesReport) => Promise<void>;

/** Addresses of SES's mailbox simulator. They behave the same in the cloud. All others accept mail. */
const simulated = /^(bounce|complaint)(?:\+[^@]*)?@simulator\.amazonses\.com$/i;

export const outcomeOf = (to: readonly string[]): 'bounce' | 'complaint' | 'delivery' => {
  const outcome = to.map((address) => simulated.exec(address)?.[1]?.toLowerCase()).find(Boolean);
  return outcome === 'bounce' || outcome === 'complaint' ? outcome : 'delivery';
};

export const reportsOf = (
  to: readonly string[],
  messageId: string,
  tags: Readonly<Record<string, string>>,
): readonly SesReport[] => {
  const timestamp = new Date().toISOString();
  const mail = {
    timestamp,
    messageId,
    destination: to,
    tags: Object.fromEntries(Object.entries(tags).map(([name, value]) => [name, [value]])),
  };
  const recipients = to.map((emailAddress) => ({ emailAddress }));
  const send: SesReport = { eventType: 'Send', mail, send: {} };
  const delivery: SesReport = { eventType: 'Delivery', mail, delivery: { timestamp } };
  switch (outcomeOf(to)) {
    case 'bounce':
      return [
        send,
        {
          eventType: 'Bounce',
          mail,
          bounce: {
            bounceType: 'Permanent',
            bounceSubType: 'General',
            timestamp,
            bouncedRecipients: recipients,
          },
        },
      ];
    case 'complaint':
      return [
        send,
        delivery,
        {
          eventType: 'Complaint',
          mail,
          complaint: { complaintFeedbackType: 'abuse', timestamp, complainedRecipients: recipients },
        },
      ];
    case 'delivery':
      return [send, delivery];
  }
};

/** SNS repeats a report that its function could not record. */
const reportAttempts = 10;

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
    const handle = await handlers.load('bounces');
    for (let attempt = 1; attempt <= reportAttempts; attempt += 1) {
      const failure: unknown = await handle(event, lambdaContext('bounces')).catch(
        (error: unknown) => error ?? true,
      );
      if (failure === undefined) return;
      // The message was accepted, even if the report fails.
      if (attempt === reportAttempts) console.error(failure);
    }
  };
